package io.tallykeep.jobs.retention.ledger;

import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.verifier.ledger.DayLedger;
import io.tallykeep.verifier.ledger.LedgerKey;
import io.tallykeep.verifier.online.TablePartition;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * Puts days into the ledger, ONLINE. Only ever adds rows: one that is there is left as it is. Needs
 * the table's lock: give its session. Immutable and thread-safe.
 */
public final class LedgerProvision {
  private static final int TRIES = 5;

  private final LedgerKey key;

  public LedgerProvision(LedgerKey key) {
    this.key = key;
  }

  /**
   * Covers the days of a partition that was made ahead.
   *
   * @param partition the partition the days lie in
   * @param days the days to cover; those that have a row are passed over
   * @param youngDays the literal in the body of the installed trigger
   * @return Refused, with nothing changed, if a day lies outside the partition or is not young, or
   *     if a day of the partition is past ONLINE: its rows could be on their way out. Busy if a
   *     writer that was refused keeps the gap locked
   */
  public TransitionOutcome cover(
      Session session, TablePartition partition, List<LocalDate> days, int youngDays)
      throws SQLException {
    List<LocalDate> outside = days.stream().filter(day -> !partition.contains(day)).toList();
    if (!outside.isEmpty()) {
      return new TransitionOutcome.Refused(
          outside + " not in table partition " + partition.name() + " of " + key + ".");
    }
    return inTransaction(
        session,
        () -> {
          List<String> past = pastOnline(session, partition);
          if (!past.isEmpty()) {
            return new TransitionOutcome.Refused(
                "table partition "
                    + partition.name()
                    + " is not wholly ONLINE ("
                    + String.join(", ", past)
                    + "): no day is added to it.");
          }
          return insert(session, partition, days, youngDays);
        });
  }

  /**
   * Covers the days of a table that is adopted, young or not, and adds the sentinel rows at both
   * ends of the dataset's range, which keep the gap lock of a refused insert off the neighbours.
   *
   * @param partitions the days to cover, by partition
   * @return Refused, with nothing changed, if the dataset has days in the ledger already
   */
  public TransitionOutcome adopt(Session session, List<PartitionDays> partitions)
      throws SQLException {
    return inTransaction(
        session,
        () -> {
          long known =
              session.number(
                  "SELECT COUNT(*) FROM "
                      + key.table()
                      + " WHERE dataset = ? AND shard = ? AND event_day > ? AND event_day < ?",
                  key.dataset(),
                  key.shard(),
                  DayLedger.FIRST_SENTINEL,
                  DayLedger.LAST_SENTINEL);
          if (known > 0) {
            return new TransitionOutcome.Refused(
                key.dataset() + "/" + key.shard() + " has " + known + " days in the ledger.");
          }
          addSentinel(session, DayLedger.FIRST_SENTINEL);
          addSentinel(session, DayLedger.LAST_SENTINEL);
          for (PartitionDays partition : partitions) {
            for (LocalDate day : partition.days()) {
              session.update(
                  insertSql("INSERT", "'ONLINE'", "TRUE"),
                  key.dataset(),
                  key.shard(),
                  day,
                  partition.tablePartition());
            }
          }
          return new TransitionOutcome.Moved(0);
        });
  }

  private TransitionOutcome insert(
      Session session, TablePartition partition, List<LocalDate> days, int youngDays)
      throws SQLException {
    List<LocalDate> known =
        session.query(
            "SELECT event_day FROM "
                + key.table()
                + " WHERE dataset = ? AND shard = ? AND event_day BETWEEN ? AND ?",
            row -> row.getObject(1, LocalDate.class),
            key.dataset(),
            key.shard(),
            days.stream().min(LocalDate::compareTo).orElse(DayLedger.FIRST_SENTINEL),
            days.stream().max(LocalDate::compareTo).orElse(DayLedger.FIRST_SENTINEL));
    for (LocalDate day : days.stream().filter(d -> !known.contains(d)).toList()) {
      int added =
          session.update(
              insertSql("INSERT", "'ONLINE'", "? >= DATE(SYSDATE()) - INTERVAL ? DAY"),
              key.dataset(),
              key.shard(),
              day,
              partition.name().value(),
              day,
              youngDays);
      if (added != 1) {
        return new TransitionOutcome.Refused(
            day
                + " of "
                + key.dataset()
                + "/"
                + key.shard()
                + " is not young by the server's clock (guard literal "
                + youngDays
                + " days): rows of that day may have been written uncounted, so it is never"
                + " covered afterwards.");
      }
    }
    return new TransitionOutcome.Moved(0);
  }

  private void addSentinel(Session session, LocalDate day) throws SQLException {
    session.update(
        insertSql("INSERT IGNORE", "'EXPIRED'", "TRUE"), key.dataset(), key.shard(), day, null);
  }

  private String insertSql(String insert, String progress, String condition) {
    return insert
        + " INTO "
        + key.table()
        + " (dataset, shard, event_day, progress, epoch, table_partition) SELECT ?, ?, ?, "
        + progress
        + ", "
        + Epoch.NOW
        + ", ? FROM DUAL WHERE "
        + condition;
  }

  private List<String> pastOnline(Session session, TablePartition partition) throws SQLException {
    return session.query(
        "SELECT CONCAT(event_day, ' ', progress) FROM "
            + key.table()
            + " WHERE dataset = ? AND shard = ? AND event_day > ? AND event_day >= ?"
            + " AND event_day < ? AND progress <> 'ONLINE'"
            + " AND NOT (? AND progress IN ('DROPPED', 'EXPIRED')) LIMIT 5",
        row -> row.getString(1),
        key.dataset(),
        key.shard(),
        DayLedger.FIRST_SENTINEL,
        partition.lowerInclusive().orElse(DayLedger.FIRST_SENTINEL),
        partition.upperExclusive().orElse(DayLedger.LAST_SENTINEL),
        partition.lowerInclusive().isEmpty());
  }

  private TransitionOutcome inTransaction(Session session, OneTransaction.Body body)
      throws SQLException {
    for (int attempt = 0; attempt < TRIES; attempt++) {
      Optional<TransitionOutcome> outcome = OneTransaction.attempt(session, body);
      if (outcome.isPresent()) {
        return outcome.get();
      }
    }
    return new TransitionOutcome.Busy(
        "the day ledger of "
            + key.dataset()
            + "/"
            + key.shard()
            + " takes no new days: a transaction whose insert the guard refused is still open and"
            + " keeps that gap locked ("
            + TRIES
            + " tries). End it, or wait; the next run tries again.");
  }
}
