package io.tallykeep.jobs.retention.guard;

import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.jobs.retention.guard.Finding.Owner;
import io.tallykeep.jobs.retention.session.Session;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The privileges that installing and removing a guard takes, checked before anything is done. */
final class Grants {
  private final GuardDefinition definition;
  private final Privileges privileges;
  private final List<Finding> findings = new ArrayList<>();

  private Grants(GuardDefinition definition, Privileges privileges) {
    this.definition = definition;
    this.privileges = privileges;
  }

  /**
   * @param createsLateTable whether the late table has to be created
   */
  static List<Finding> check(
      Session session, GuardDefinition definition, Privileges privileges, boolean createsLateTable)
      throws SQLException {
    Grants grants = new Grants(definition, privileges);
    TableName ledger = new TableName(definition.controlSchema(), Identifier.of("day_ledger"));
    grants.need("SELECT", definition.table());
    grants.need("TRIGGER", definition.table());
    grants.need("SELECT", ledger);
    grants.need("INSERT", ledger);
    grants.need("UPDATE", ledger);
    grants.need("SELECT", definition.dataset().lateTable());
    if (createsLateTable) {
      grants.need("CREATE", definition.dataset().lateTable());
    }
    grants.needTriggersWithBinaryLog(session);
    return grants.findings;
  }

  private void need(String privilege, TableName table) {
    if (!privileges.allows(privilege, table)) {
      findings.add(
          new Finding(
              "MISSING_PRIVILEGE",
              Owner.EXTERNAL,
              "account "
                  + privileges.account()
                  + " lacks "
                  + privilege
                  + " on "
                  + table
                  + ", which the guard of "
                  + definition.dataset().lockName()
                  + " needs.",
              privileges.grantStatement(privilege, table.quoted())));
    }
  }

  /** What would be error 1419 at CREATE TRIGGER. */
  private void needTriggersWithBinaryLog(Session session) throws SQLException {
    boolean needsSuper =
        session.number("SELECT @@GLOBAL.log_bin AND NOT @@GLOBAL.log_bin_trust_function_creators")
            == 1;
    if (needsSuper && !privileges.allowsGlobally("SUPER")) {
      findings.add(
          new Finding(
              "BINLOG_TRUST",
              Owner.EXTERNAL,
              "the server has a binary log and lets only SUPER accounts create triggers (MySQL error"
                  + " 1419); "
                  + privileges.account()
                  + " is none.",
              "Run SET PERSIST log_bin_trust_function_creators = 1; or install with an account that"
                  + " has SUPER."));
    }
  }
}
