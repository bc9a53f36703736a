package io.tallykeep.jobs.retention.guard;

import io.tallykeep.jobs.retention.guard.Finding.Owner;
import io.tallykeep.jobs.retention.ledger.LedgerTable;
import io.tallykeep.jobs.retention.session.Session;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Everything installing a guard takes: the window, the table, the server, grants, our tables. */
public final class GuardRequirements {
  private final Session session;
  private final GuardDefinition definition;
  private final List<Finding> findings = new ArrayList<>();

  private GuardRequirements(Session session, GuardDefinition definition) {
    this.session = session;
    this.definition = definition;
  }

  /** All that stands against installing the guard, at once; changes nothing. */
  public static List<Finding> check(Session session, GuardDefinition definition)
      throws SQLException {
    return new GuardRequirements(session, definition).check();
  }

  private List<Finding> check() throws SQLException {
    Privileges privileges = Privileges.read(session);
    LateTable late = new LateTable(definition.dataset());
    checkWindow();
    findings.addAll(TableRequirements.check(session, definition.dataset()));
    findings.addAll(ServerRequirements.check(session, privileges));
    findings.addAll(Grants.check(session, definition, privileges, !late.exists(session)));
    checkLedger();
    findings.addAll(late.findings(session));
    findings.addAll(InstalledTriggers.read(session, definition).foreignFindings());
    return findings;
  }

  private void checkWindow() {
    if (definition.slackDays() < GuardDefinition.MINIMUM_SLACK_DAYS || definition.youngDays() < 1) {
      findings.add(
          new Finding(
              "WINDOW",
              Owner.USER,
              "dataset "
                  + definition.dataset().lockName()
                  + " has online-days "
                  + definition.onlineDays()
                  + " and slack-days "
                  + definition.slackDays()
                  + ".",
              "Set slack-days to "
                  + GuardDefinition.MINIMUM_SLACK_DAYS
                  + " or more, since the guard's clock follows the session's zone, and online-days"
                  + " above slack-days."));
    }
  }

  private void checkLedger() throws SQLException {
    if (!LedgerTable.exists(session.connection(), definition.controlSchema())) {
      findings.add(ledgerNotFound(definition));
    }
  }

  static Finding ledgerNotFound(GuardDefinition definition) {
    return new Finding(
        "LEDGER_NOT_FOUND",
        Owner.INTERNAL,
        "schema " + definition.controlSchema() + " has no day_ledger this account may see.",
        "'jobs guard install' creates it; the account needs all privileges on that schema.");
  }
}
