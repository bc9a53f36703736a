package io.tallykeep.archive.dataset;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One retained table: its identity, event day, payload hash and results. Built from configuration;
 * nothing requires these column names.
 *
 * @param name names the dataset in commands, the ledger and the archive: {@code [a-z][a-z0-9_]*}
 * @param shard the shard's number, 0 where there is one
 * @param table the online table
 * @param lateTable the small table of late rows, whose primary key is the identity
 * @param identity the columns that make two rows the same event for the same consumer, in the order
 *     of the key that holds them
 * @param eventDay the DATE column the table is partitioned by
 * @param eventDayOrigin what makes the event day a function of the identity
 * @param payloadHash the column with the payload's hash, if the table keeps one
 * @param result the columns a duplicate's answer returns
 * @param liveRows which rows are not done yet, if the table holds such rows
 * @param businessKey the business key of a row, if it has one
 */
public record Dataset(
    String name,
    int shard,
    TableName table,
    TableName lateTable,
    List<Identifier> identity,
    Identifier eventDay,
    EventDayOrigin eventDayOrigin,
    Optional<Identifier> payloadHash,
    List<Identifier> result,
    Optional<LiveRows> liveRows,
    Optional<BusinessKey> businessKey) {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,47}");

  public Dataset {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "dataset name '" + name + "' must match [a-z][a-z0-9_]*, at most 48 characters.");
    }
    if (shard < 0 || shard > 65_535) {
      throw new IllegalArgumentException("shard " + shard + " of " + name + " is not in 0..65535.");
    }
    identity = List.copyOf(identity);
    result = List.copyOf(result);
    if (identity.isEmpty()) {
      throw new IllegalArgumentException("dataset " + name + " names no identity column.");
    }
    if (identity.contains(eventDay)) {
      throw new IllegalArgumentException(
          "dataset "
              + name
              + ": the event day "
              + eventDay
              + " is listed as part of the identity. The identity alone must tell two events apart.");
    }
  }

  /** The dataset with its shard, as locks and messages name it: {@code inbox/0}. */
  public String lockName() {
    return name + "/" + shard;
  }
}
