package io.tallykeep.jobs.cli;

import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.jobs.check.CheckedSettings;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.retention.audit.OperatorAction;
import io.tallykeep.jobs.retention.audit.OperatorAction.Subject;
import io.tallykeep.jobs.retention.audit.OperatorActions;
import io.tallykeep.jobs.retention.fence.PauseSwitch;
import io.tallykeep.jobs.retention.lock.LockHolder;
import io.tallykeep.jobs.retention.lock.TableLock;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.jobs.schema.Schemas;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Turns the pause switch and puts on record who did and why, in one transaction. */
final class PauseTurn {
  /** Longer than any transaction that has just looked at the switch can last. */
  private static final int WAIT_SECONDS = 20;

  /** A stopped process must not keep everybody else from reading the switch. */
  private static final int SILENCE_SECONDS = 2;

  private PauseTurn() {}

  /**
   * Waits until every table's lock has left the session that held it when the switch was turned:
   * whatever that session had checked before, it can't act on any more. A session that is stopped
   * is ended by the server within that time.
   *
   * @return the sessions that still hold theirs after the longest time that one can be silent
   */
  static List<String> awaitQuiet(CheckedSettings checked) throws SQLException {
    List<String> held = new ArrayList<>();
    long seconds =
        checked.settings().worker().silence().toSeconds()
            + checked.settings().drop().lockWait().toSeconds();
    try (RetentionServers servers = new RetentionServers(checked.settings());
        Session session = Session.open(servers.source())) {
      Map<TableName, LockHolder> before = new LinkedHashMap<>();
      for (RetainedDataset retained : checked.datasets().all()) {
        TableName table = retained.dataset().table();
        TableLock.holder(session, table).ifPresent(holder -> before.put(table, holder));
      }
      for (long waited = 0; waited < seconds && isHeld(session, before); waited++) {
        session.number("SELECT SLEEP(1)");
      }
      for (Map.Entry<TableName, LockHolder> entry : before.entrySet()) {
        if (isHeld(session, Map.of(entry.getKey(), entry.getValue()))) {
          held.add("table " + entry.getKey() + ": " + entry.getValue());
        }
      }
    }
    return held;
  }

  private static boolean isHeld(Session session, Map<TableName, LockHolder> before)
      throws SQLException {
    for (Map.Entry<TableName, LockHolder> entry : before.entrySet()) {
      Optional<LockHolder> now = TableLock.holder(session, entry.getKey());
      if (now.isPresent() && now.get().connectionId() == entry.getValue().connectionId()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Turns the switch; one that is on already keeps who turned it, when and why, and the record gets
   * the new reason.
   *
   * @return how it stood before; empty if its row was missing
   */
  static Optional<PauseSwitch.State> turn(
      CheckedSettings checked, PauseSwitch.TurnTo to, ReasonOption why) throws SQLException {
    String reason = why.reason();
    String person = why.person();
    try (RetentionServers servers = new RetentionServers(checked.settings())) {
      Schemas.migrateForOrders(servers.source(), servers.controlSchema());
      try (Session session = Session.open(servers.source())) {
        PauseSwitch pause = new PauseSwitch(servers.controlSchema());
        String actor = OperatorActions.actor(session, person);
        session.execute(
            "SET SESSION innodb_lock_wait_timeout = "
                + WAIT_SECONDS
                + ", wait_timeout = "
                + SILENCE_SECONDS);
        session.execute("START TRANSACTION");
        Optional<PauseSwitch.State> before = pause.readToTurn(session);
        boolean on = to == PauseSwitch.TurnTo.ON;
        if (!(on && before.map(PauseSwitch.State::on).orElse(false))) {
          pause.turn(session, to, reason, actor);
        }
        new OperatorActions(servers.controlSchema())
            .add(
                session,
                person,
                new OperatorAction(
                    on ? OperatorAction.Kind.PAUSE_ON : OperatorAction.Kind.PAUSE_OFF,
                    Subject.EVERYTHING,
                    reason,
                    before.map(state -> state.on() ? "on" : "off").orElse("?"),
                    on ? "on" : "off"));
        session.execute("COMMIT");
        return before;
      }
    }
  }
}
