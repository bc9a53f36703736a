package io.tallykeep.jobs.retention.guard;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.jobs.retention.ledger.LedgerAttention;
import io.tallykeep.jobs.retention.lock.TableLock;
import io.tallykeep.jobs.retention.session.KeyText;
import io.tallykeep.jobs.retention.session.MysqlError;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.verifier.ledger.LedgerKey;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Days that were closed before the guard was created: for a while nothing kept inserts off them.
 * They get a new epoch, so that no verdict from before counts, and are QUARANTINED until the online
 * and the late table are shown to share no identity of theirs. Rows such a gap let in are found by
 * the copy, or by the digest before the drop. Immutable and thread-safe.
 */
public final class GuardGap {
  /** How a quarantine of this kind begins; others are left alone. */
  private static final String CODE = "GUARD_GAP";

  private static final int CHECK_MILLIS = 60_000;

  /** information_schema.TRIGGERS shows when a trigger was created cut off to 10 ms. */
  private static final int CREATED_RESOLUTION_MICROS = 10_000;

  private final Dataset dataset;
  private final LedgerKey key;
  private final LedgerAttention attention;

  public GuardGap(GuardDefinition definition) {
    this.dataset = definition.dataset();
    this.key = definition.ledgerKey();
    this.attention = new LedgerAttention(key);
  }

  /** What became of the days that were closed before the guard was created. */
  public sealed interface Outcome {
    /** No such day is left; {@code cleared} were, and have been shown to be sound. */
    record Sound(List<LocalDate> cleared) implements Outcome {}

    /** Days that stay QUARANTINED, and why. */
    record Unsound(List<LocalDate> days, String why) implements Outcome {}
  }

  /**
   * Gives the days in question a new epoch and quarantines them. Days that are quarantined already,
   * for whatever reason, stay as they are.
   *
   * @param lock the table's lock
   * @param guard the guard's state, read under that lock
   * @return days whose ledger rows stayed locked: call again
   */
  public List<LocalDate> quarantine(TableLock lock, GuardStatus.Healthy guard) throws SQLException {
    Session session = lock.session();
    List<LocalDate> busy = new ArrayList<>();
    for (LocalDate day : closedBefore(session, guard.newestCreatedAt())) {
      if (!attention.quarantineAnew(session, day, reason(guard.newestCreatedAt()))) {
        busy.add(day);
      }
    }
    return busy;
  }

  /**
   * As {@link #quarantine}; then clears the days that are shown to be sound. Only while no
   * transaction can hold an unguarded write, or it could commit after the look.
   *
   * @throws SQLException if the server fails; days may then stay QUARANTINED until the next call
   */
  public Outcome examine(TableLock lock, GuardStatus.Healthy guard) throws SQLException {
    List<LocalDate> busy = quarantine(lock, guard);
    if (!busy.isEmpty()) {
      return new Outcome.Unsound(busy, "their ledger rows stayed locked; run it again.");
    }
    Session session = lock.session();
    List<LocalDate> quarantined = quarantined(session);
    return quarantined.isEmpty() ? new Outcome.Sound(List.of()) : check(session, quarantined);
  }

  /** Whether a day is quarantined because of such a gap. */
  public static boolean isReason(String attentionReason) {
    return attentionReason.startsWith(CODE + ":");
  }

  private static String reason(Instant created) {
    return CODE
        + ": the guard was created at "
        + created
        + ", after this day was closed; not yet shown that the online and the late table share no"
        + " identity.";
  }

  private List<LocalDate> closedBefore(Session session, Instant created) throws SQLException {
    return session.query(
        "SELECT event_day FROM "
            + key.table()
            + " WHERE dataset = ? AND shard = ? AND attention <> 'QUARANTINED'"
            + " AND progress NOT IN ('ONLINE', 'DROPPED', 'EXPIRED')"
            + " AND closed_at <= ? + INTERVAL "
            + CREATED_RESOLUTION_MICROS
            + " MICROSECOND ORDER BY event_day",
        row -> row.getObject(1, LocalDate.class),
        key.dataset(),
        key.shard(),
        LocalDateTime.ofInstant(created, ZoneOffset.UTC));
  }

  private List<LocalDate> quarantined(Session session) throws SQLException {
    return session.query(
        "SELECT event_day FROM "
            + key.table()
            + " WHERE dataset = ? AND shard = ? AND attention = 'QUARANTINED'"
            + " AND attention_reason LIKE '"
            + CODE
            + ":%' ORDER BY event_day",
        row -> row.getObject(1, LocalDate.class),
        key.dataset(),
        key.shard());
  }

  private Outcome check(Session session, List<LocalDate> days) throws SQLException {
    List<String> shared;
    try {
      shared = sharedIdentities(session, days);
    } catch (SQLException e) {
      if (e.getErrorCode() != MysqlError.QUERY_TIMEOUT) {
        throw e;
      }
      return new Outcome.Unsound(
          days,
          "comparing " + dataset.lateTable() + " with " + dataset.table() + " took too long.");
    }
    if (!shared.isEmpty()) {
      return new Outcome.Unsound(
          days,
          "both "
              + dataset.table()
              + " and "
              + dataset.lateTable()
              + " hold "
              + String.join("; ", shared)
              + ": one event may have had two effects. Find out which, then release the days.");
    }
    List<LocalDate> sound = new ArrayList<>(days);
    List<LocalDate> archived = withArchivedLateRows(session, days);
    sound.removeAll(archived);
    Outcome cleared = clear(session, sound);
    return archived.isEmpty() || cleared instanceof Outcome.Unsound
        ? cleared
        : new Outcome.Unsound(
            archived,
            "late rows of these days are in the archive already, where "
                + dataset.table()
                + " can't be compared with them here. Look the days' newest online rows up among"
                + " the archive's late rows, then release the days.");
  }

  private Outcome clear(Session session, List<LocalDate> days) throws SQLException {
    // Past the resolution of CREATED, so that the new time of closing is plainly after it.
    session.number("SELECT SLEEP(0.02)");
    List<LocalDate> kept = new ArrayList<>();
    for (LocalDate day : days) {
      if (!attention.clearAsClosedNow(session, day, CODE)) {
        kept.add(day);
      }
    }
    return kept.isEmpty()
        ? new Outcome.Sound(days)
        : new Outcome.Unsound(kept, "their ledger rows stayed locked; run it again.");
  }

  /** Days of which late rows have left MySQL, so that comparing tables does not show everything. */
  private List<LocalDate> withArchivedLateRows(Session session, List<LocalDate> days)
      throws SQLException {
    String control = key.controlSchema().quoted();
    List<Object> values = new ArrayList<>(List.of(key.dataset(), key.shard()));
    values.addAll(days);
    return session.query(
        "SELECT DISTINCT f.event_day FROM "
            + control
            + ".archive_file AS f JOIN "
            + control
            + ".late_run AS r ON r.run_id = f.run_id WHERE r.dataset = ? AND r.shard = ?"
            + " AND r.progress IN ('PROVEN', 'DONE') AND f.event_day IN ("
            + days.stream().map(day -> "?").collect(Collectors.joining(", "))
            + ") ORDER BY f.event_day",
        row -> row.getObject(1, LocalDate.class),
        values.toArray());
  }

  private List<String> sharedIdentities(Session session, List<LocalDate> days) throws SQLException {
    String columns =
        dataset.identity().stream()
            .map(column -> "late." + column.quoted())
            .collect(Collectors.joining(", "));
    String same =
        dataset.identity().stream()
            .map((Identifier column) -> "online." + column.quoted() + " = late." + column.quoted())
            .collect(Collectors.joining(" AND "));
    String sql =
        "SELECT /*+ MAX_EXECUTION_TIME("
            + CHECK_MILLIS
            + ") */ "
            + columns
            + " FROM "
            + dataset.lateTable().quoted()
            + " late JOIN "
            + dataset.table().quoted()
            + " online ON "
            + same
            + " WHERE late."
            + dataset.eventDay().quoted()
            + " IN ("
            + days.stream().map(day -> "?").collect(Collectors.joining(", "))
            + ") LIMIT 5";
    return session.query(sql, row -> KeyText.of(row, dataset.identity()), days.toArray());
  }
}
