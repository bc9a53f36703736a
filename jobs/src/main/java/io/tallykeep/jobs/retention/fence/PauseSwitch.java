package io.tallykeep.jobs.retention.fence;

import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.jobs.retention.ledger.LedgerTable;
import io.tallykeep.jobs.retention.ledger.Objection;
import io.tallykeep.jobs.retention.ledger.ShareLock;
import io.tallykeep.jobs.retention.session.Session;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * The one switch that stops all destructive work of every worker on a control schema. Immutable and
 * thread-safe.
 *
 * <p>Each destructive transaction reads it {@code FOR SHARE} and keeps it so until its commit: a
 * statement that turns it waits for those, and every later one sees it.
 */
public final class PauseSwitch {
  private static final String NAME = "pause";

  private final Identifier controlSchema;
  private final String table;

  public PauseSwitch(Identifier controlSchema) {
    this.controlSchema = controlSchema;
    this.table = controlSchema.quoted() + ".control_switch";
  }

  /** Where to turn it. */
  public enum TurnTo {
    /** Destructive work stops. */
    ON,
    /** It goes on. */
    OFF
  }

  /**
   * How the switch stands.
   *
   * @param on whether destructive work is stopped
   * @param reason why it was turned last
   * @param changedBy by whom
   * @param changedAt when, in UTC by the server's clock
   */
  public record State(
      boolean on,
      Optional<String> reason,
      Optional<String> changedBy,
      Optional<String> changedAt) {}

  /**
   * Reads the switch. Before the control schema has it, it was never turned: off.
   *
   * @return empty if its row is missing, which counts as on
   */
  public Optional<State> read(Session session) throws SQLException {
    if (!LedgerTable.exists(session.connection(), controlSchema, "control_switch")) {
      return Optional.of(new State(false, Optional.empty(), Optional.empty(), Optional.empty()));
    }
    return session.first(select(), PauseSwitch::map, NAME);
  }

  /**
   * As {@link #read}, in a transaction that is about to turn it, and alone: whoever reads the
   * switch or turns it waits for that transaction's end, and it for theirs.
   */
  public Optional<State> readToTurn(Session session) throws SQLException {
    return session.first(select() + " FOR UPDATE", PauseSwitch::map, NAME);
  }

  /** What it says against destructive work; in a transaction that holds until the end. */
  Optional<Objection> objection(Session session, ShareLock lock) throws SQLException {
    Optional<State> state = session.first(select() + lock.sql(), PauseSwitch::map, NAME);
    if (state.isEmpty()) {
      return Optional.of(
          new Objection(
              Objection.Code.PAUSED,
              "the row of the pause switch is missing from "
                  + table
                  + ", so nothing destructive is done. Run './tallykeep jobs pause off --reason'."));
    }
    return state.filter(State::on).map(on -> new Objection(Objection.Code.PAUSED, text(on)));
  }

  private static String text(State on) {
    return "destructive work is paused since "
        + on.changedAt().orElse("?")
        + " UTC by "
        + on.changedBy().orElse("?")
        + ": "
        + on.reason().orElse("no reason recorded")
        + ". './tallykeep jobs pause off --reason TEXT' ends it.";
  }

  /**
   * Turns the switch; returns when every transaction that had read it the other way has ended.
   *
   * @param on whether destructive work stops
   * @throws SQLException if it could not be turned within the session's wait for a row
   */
  public void turn(Session session, TurnTo on, String reason, String changedBy)
      throws SQLException {
    session.update(
        "INSERT INTO "
            + table
            + " (name, is_on, reason, changed_by, changed_at) VALUES (?, ?, ?, ?, SYSDATE(6))"
            + " ON DUPLICATE KEY UPDATE is_on = VALUES(is_on), reason = VALUES(reason),"
            + " changed_by = VALUES(changed_by), changed_at = VALUES(changed_at)",
        NAME,
        on == TurnTo.ON,
        reason,
        changedBy);
  }

  private String select() {
    return "SELECT is_on, reason, changed_by, CAST(changed_at AS CHAR) FROM "
        + table
        + " WHERE name = ?";
  }

  private static State map(ResultSet row) throws SQLException {
    return new State(
        row.getBoolean(1),
        Optional.ofNullable(row.getString(2)),
        Optional.ofNullable(row.getString(3)),
        Optional.ofNullable(row.getString(4)));
  }
}
