package io.tallykeep.jobs.cli;

import io.tallykeep.jobs.check.CheckedSettings;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.retention.audit.OperatorAction;
import io.tallykeep.jobs.retention.audit.OperatorAction.Subject;
import io.tallykeep.jobs.retention.audit.OperatorActions;
import io.tallykeep.jobs.retention.fence.PauseSwitch;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.jobs.schema.Schemas;
import java.sql.SQLException;

/** Turns the pause switch and puts on record who did and why, in one transaction. */
final class PauseTurn {
  /** Longer than any transaction that has just looked at the switch can last. */
  private static final int WAIT_SECONDS = 20;

  /** A stopped process must not keep everybody else from reading the switch. */
  private static final int SILENCE_SECONDS = 2;

  private PauseTurn() {}

  static void turn(CheckedSettings checked, PauseSwitch.TurnTo to, ReasonOption why)
      throws SQLException {
    String reason = why.reason();
    try (RetentionServers servers = new RetentionServers(checked.settings())) {
      Schemas.migrateControl(servers.source(), servers.controlSchema());
      try (Session session = Session.open(servers.source())) {
        PauseSwitch pause = new PauseSwitch(servers.controlSchema());
        String before = pause.read(session).map(state -> state.on() ? "on" : "off").orElse("?");
        String actor = OperatorActions.actor(session, why.person());
        session.execute(
            "SET SESSION innodb_lock_wait_timeout = "
                + WAIT_SECONDS
                + ", wait_timeout = "
                + SILENCE_SECONDS);
        session.execute("START TRANSACTION");
        pause.turn(session, to, reason, actor);
        boolean on = to == PauseSwitch.TurnTo.ON;
        new OperatorActions(servers.controlSchema())
            .add(
                session,
                why.person(),
                new OperatorAction(
                    on ? OperatorAction.Kind.PAUSE_ON : OperatorAction.Kind.PAUSE_OFF,
                    Subject.EVERYTHING,
                    reason,
                    before,
                    on ? "on" : "off"));
        session.execute("COMMIT");
      }
    }
  }
}
