package io.tallykeep.jobs.retention.guard;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.jobs.retention.guard.Finding.Owner;
import io.tallykeep.jobs.retention.ledger.LedgerTable;
import io.tallykeep.jobs.retention.ledger.PartitionDays;
import io.tallykeep.jobs.retention.session.MysqlError;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.verifier.ledger.DayLedger;
import io.tallykeep.verifier.ledger.LedgerKey;
import io.tallykeep.verifier.online.PartitioningNotSupported;
import io.tallykeep.verifier.online.TablePartition;
import io.tallykeep.verifier.online.TablePartitions;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What taking a table on means for the ledger: one ONLINE row per day from the first covered day to
 * the end of the last partition with a bound. The first covered day is a claim only a person can
 * make: from it on, the table is known complete.
 *
 * @param findings what speaks against it
 * @param partitions the days to cover, by partition; empty if the dataset is in the ledger already
 */
record Adoption(List<Finding> findings, List<PartitionDays> partitions) {
  private static final int SEARCH_MILLIS = 60_000;
  private static final LocalDate EARLIEST = LocalDate.EPOCH;

  static Adoption plan(
      Session session, GuardDefinition definition, Optional<LocalDate> coveredSince)
      throws SQLException {
    try {
      return new Planner(session, definition).plan(coveredSince);
    } catch (PartitioningNotSupported e) {
      // TableRequirements reports it.
      return new Adoption(List.of(), List.of());
    }
  }

  private static final class Planner {
    private final Session session;
    private final Dataset dataset;
    private final LedgerKey ledger;
    private final Identifier controlSchema;

    Planner(Session session, GuardDefinition definition) {
      this.session = session;
      this.dataset = definition.dataset();
      this.ledger = definition.ledgerKey();
      this.controlSchema = definition.controlSchema();
    }

    Adoption plan(Optional<LocalDate> coveredSince) throws SQLException, PartitioningNotSupported {
      Optional<LocalDate> known = firstKnownDay();
      if (known.isPresent()) {
        return adoptedSince(known.get(), coveredSince);
      }
      if (coveredSince.isEmpty()) {
        return refused(
            "COVERED_SINCE_MISSING",
            "dataset " + dataset.lockName() + " is not in the day ledger yet.",
            "Give --covered-since DATE, the first day from which the table is known complete.");
      }
      LocalDate since = coveredSince.get();
      if (since.isBefore(EARLIEST)) {
        return refused(
            "COVERED_SINCE_TOO_EARLY",
            since + " is before " + EARLIEST + ", and every day since would get a ledger row.",
            "Give the first event day that the table really holds.");
      }
      List<TablePartition> bounded =
          TablePartitions.read(session.connection(), dataset).all().stream()
              .filter(partition -> partition.upperExclusive().isPresent())
              .toList();
      List<PartitionDays> days = daysSince(bounded, since);
      if (days.isEmpty()) {
        return refused(
            "NOTHING_TO_COVER",
            "table " + dataset.table() + " has no partition with a bound after " + since + ".",
            "Create partitions for the days to come, or give an earlier --covered-since.");
      }
      TablePartition first = bounded.get(bounded.size() - days.size());
      return boundary(first, since)
          .map(finding -> new Adoption(List.of(finding), List.of()))
          .orElse(new Adoption(List.of(), days));
    }

    private Optional<LocalDate> firstKnownDay() throws SQLException {
      if (!LedgerTable.exists(session.connection(), controlSchema)) {
        return Optional.empty();
      }
      return session.first(
          "SELECT event_day FROM "
              + ledger.table()
              + " WHERE dataset = ? AND shard = ? AND event_day > ? AND event_day < ?"
              + " ORDER BY event_day LIMIT 1",
          row -> row.getObject(1, LocalDate.class),
          ledger.dataset(),
          ledger.shard(),
          DayLedger.FIRST_SENTINEL,
          DayLedger.LAST_SENTINEL);
    }

    private Adoption adoptedSince(LocalDate known, Optional<LocalDate> wanted) {
      if (wanted.isEmpty() || wanted.get().equals(known)) {
        return new Adoption(List.of(), List.of());
      }
      return refused(
          "ALREADY_COVERED_SINCE",
          "dataset "
              + dataset.lockName()
              + " is in the day ledger since "
              + known
              + ", not "
              + wanted.get()
              + ".",
          "Leave --covered-since out: days are only ever added at the end, by 'provision'.");
    }

    private static List<PartitionDays> daysSince(List<TablePartition> bounded, LocalDate since) {
      List<PartitionDays> days = new ArrayList<>();
      for (TablePartition partition : bounded) {
        LocalDate last = partition.upperExclusive().orElseThrow().minusDays(1);
        if (!last.isBefore(since)) {
          LocalDate lower = partition.lowerInclusive().orElse(since);
          LocalDate first = lower.isBefore(since) ? since : lower;
          days.add(new PartitionDays(partition.name().value(), first, last));
        }
      }
      return days;
    }

    /** The first covered partition must hold covered days only, or it could never leave. */
    private Optional<Finding> boundary(TablePartition first, LocalDate since) throws SQLException {
      if (first.lowerInclusive().isPresent()) {
        LocalDate lower = first.lowerInclusive().get();
        return since.isAfter(lower)
            ? Optional.of(
                finding(
                    "NOT_A_BOUNDARY",
                    since + " lies inside table partition " + first.name() + ".",
                    "Give --covered-since "
                        + lower
                        + ", its first day, or "
                        + first.upperExclusive().orElseThrow()
                        + ", the day after its last."))
            : Optional.empty();
      }
      return olderRows(first, since);
    }

    private Optional<Finding> olderRows(TablePartition first, LocalDate since) throws SQLException {
      String where = " of table partition " + first.name() + ", the first one, are older than ";
      try {
        Optional<LocalDate> older =
            session.first(
                "SELECT /*+ MAX_EXECUTION_TIME("
                    + SEARCH_MILLIS
                    + ") */ "
                    + dataset.eventDay().quoted()
                    + " FROM "
                    + dataset.table().quoted()
                    + " PARTITION ("
                    + first.name().quoted()
                    + ") WHERE "
                    + dataset.eventDay().quoted()
                    + " < ? LIMIT 1",
                row -> row.getObject(1, LocalDate.class),
                since);
        return older.map(
            day ->
                finding(
                    "OLDER_ROWS",
                    "rows" + where + since + ", for example of " + day + ".",
                    "Give an earlier --covered-since, or "
                        + first.upperExclusive().orElseThrow()
                        + ", the day after that partition."));
      } catch (SQLException e) {
        if (e.getErrorCode() != MysqlError.QUERY_TIMEOUT) {
          throw e;
        }
        return Optional.of(
            finding(
                "OLDER_ROWS_UNKNOWN",
                "could not find out within "
                    + SEARCH_MILLIS / 1000
                    + " s whether rows"
                    + where
                    + since
                    + ".",
                "Give --covered-since "
                    + first.upperExclusive().orElseThrow()
                    + ", the day after that partition, or index the event day."));
      }
    }

    private Finding finding(String code, String what, String mend) {
      return new Finding(code, Owner.USER, "table " + dataset.table() + ": " + what, mend);
    }

    private Adoption refused(String code, String what, String mend) {
      return new Adoption(List.of(new Finding(code, Owner.USER, what, mend)), List.of());
    }
  }
}
