package io.tallykeep.jobs.retention.ledger;

import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.verifier.ledger.DayLedger;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.ledger.LedgerKey;
import io.tallykeep.verifier.ledger.Progress;
import io.tallykeep.verifier.online.TablePartition;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The event days of one table partition: all days within its real bounds that have not been dropped
 * before. The first partition's range reaches back for ever, since RANGE has no lower bound of its
 * own; its days that are DROPPED or EXPIRED take no rows any more and don't count. Nor do days that
 * the ledger put into another partition: that one was dropped or reorganized, here or by somebody
 * else, and this one can't vouch for their rows.
 *
 * @param tablePartition the table partition's name
 * @param first its first event day
 * @param last its last event day
 */
public record PartitionDays(String tablePartition, LocalDate first, LocalDate last) {
  public PartitionDays {
    if (last.isBefore(first)) {
      throw new IllegalArgumentException(
          "table partition " + tablePartition + " ends on " + last + ", before " + first + ".");
    }
  }

  /** Every day, oldest first. */
  public List<LocalDate> days() {
    return first.datesUntil(last.plusDays(1)).toList();
  }

  @Override
  public String toString() {
    return "table partition "
        + tablePartition
        + (first.equals(last) ? " (" + first + ")" : " (" + first + " to " + last + ")");
  }

  /** What the ledger says about a table partition. */
  public sealed interface Reading {
    /**
     * Each of its days has a row.
     *
     * @param days the days
     * @param rows their ledger rows, oldest first
     */
    record Whole(PartitionDays days, List<LedgerDay> rows) implements Reading {
      /** Whether every day stands at this progress. */
      public boolean allAt(Progress progress) {
        return rows.stream().allMatch(row -> row.progress() == progress);
      }
    }

    /** Not all of its days are covered, or it has no end: nothing may be taken from it. */
    record NotWhole(String why) implements Reading {}
  }

  /**
   * Reads a partition's ledger rows, without locking them.
   *
   * @throws SQLException if the ledger can't be read
   */
  public static Reading read(Session session, LedgerKey key, TablePartition partition)
      throws SQLException {
    String name = partition.name().value();
    if (partition.upperExclusive().isEmpty()) {
      return new Reading.NotWhole("table partition " + name + " has no upper bound (MAXVALUE).");
    }
    LocalDate end = partition.upperExclusive().get();
    List<LedgerDay> rows = rows(session, key, partition, end);
    if (rows.isEmpty()) {
      return new Reading.NotWhole("no day of table partition " + name + " is in the day ledger.");
    }
    LocalDate first = partition.lowerInclusive().orElse(rows.get(0).day());
    PartitionDays days = new PartitionDays(name, first, end.minusDays(1));
    List<LocalDate> covered = rows.stream().map(LedgerDay::day).toList();
    List<LocalDate> missing =
        days.days().stream().filter(day -> !covered.contains(day)).limit(5).toList();
    if (!missing.isEmpty()) {
      return new Reading.NotWhole(
          days
              + " has days without a ledger row, dropped before, or put into another partition: "
              + missing.stream().map(LocalDate::toString).collect(Collectors.joining(", "))
              + ". Only a partition whose days are all covered is taken offline.");
    }
    return new Reading.Whole(days, rows);
  }

  private static List<LedgerDay> rows(
      Session session, LedgerKey key, TablePartition partition, LocalDate end) throws SQLException {
    List<LedgerDay> rows =
        session.query(
            "SELECT "
                + DayLedger.COLUMNS
                + " FROM "
                + key.table()
                + " WHERE dataset = ? AND shard = ? AND event_day > ? AND event_day >= ?"
                + " AND event_day < ? AND progress NOT IN ('DROPPED', 'EXPIRED') ORDER BY event_day",
            DayLedger::map,
            key.dataset(),
            key.shard(),
            DayLedger.FIRST_SENTINEL,
            partition.lowerInclusive().orElse(DayLedger.FIRST_SENTINEL),
            end);
    return rows.stream()
        .filter(row -> row.tablePartition().map(partition::isNamed).orElse(true))
        .toList();
  }
}
