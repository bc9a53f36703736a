package io.tallykeep.jobs.retention.guard;

import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.jobs.retention.guard.Finding.Owner;
import io.tallykeep.jobs.retention.ledger.LedgerTable;
import io.tallykeep.jobs.retention.session.Session;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

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
    grants.need("SELECT", definition.table());
    grants.need("TRIGGER", definition.table());
    // On a table that is not there yet nothing can be granted (MySQL error 1146).
    if (LedgerTable.exists(session.connection(), definition.controlSchema())) {
      TableName ledger = new TableName(definition.controlSchema(), Identifier.of("day_ledger"));
      List.of("SELECT", "INSERT", "UPDATE").forEach(each -> grants.need(each, ledger));
      grants.needLateTable(createsLateTable ? List.of("SELECT", "CREATE") : List.of("SELECT"));
    }
    grants.needTriggersWithBinaryLog(session);
    return grants.findings;
  }

  private void need(String privilege, TableName table) {
    if (!privileges.allows(privilege, table)) {
      missing(privilege, table);
    }
  }

  /** In one statement: with CREATE in it, a table that is not there yet can be granted on. */
  private void needLateTable(List<String> wanted) {
    TableName late = definition.dataset().lateTable();
    String missing =
        wanted.stream()
            .filter(each -> !privileges.allows(each, late))
            .collect(Collectors.joining(", "));
    if (!missing.isEmpty()) {
      missing(missing, late);
    }
  }

  private void missing(String privilege, TableName table) {
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
