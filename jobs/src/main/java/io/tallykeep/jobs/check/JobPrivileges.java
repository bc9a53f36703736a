package io.tallykeep.jobs.check;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.jobs.check.Finding.Owner;
import io.tallykeep.jobs.retention.guard.Privileges;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What the jobs' account may do beyond what the guard takes (docs/operations.md, "Privileges"). */
final class JobPrivileges {
  /** Those that creating, migrating and using the control schema takes. */
  private static final List<String> CONTROL =
      List.of("SELECT", "INSERT", "UPDATE", "DELETE", "CREATE", "ALTER", "INDEX", "REFERENCES");

  private final Privileges privileges;
  private final List<Finding> findings = new ArrayList<>();

  JobPrivileges(Privileges privileges) {
    this.privileges = privileges;
  }

  List<Finding> findings() {
    return List.copyOf(findings);
  }

  /** All on the control schema: it is Tallykeep's own. */
  void needControl(Identifier schema) {
    List<String> missing =
        CONTROL.stream().filter(each -> !privileges.allowsOnSchema(each, schema)).toList();
    if (!missing.isEmpty()) {
      add("schema " + schema, missing, "ALL PRIVILEGES", schema.quoted() + ".*");
    }
  }

  /** To see which transactions are open. */
  void needTransactions() {
    Stream.of("PROCESS", "XA_RECOVER_ADMIN")
        .filter(each -> !privileges.allowsGlobally(each))
        .forEach(each -> add("the server", List.of(each), each, "*.*"));
  }

  /** To take partitions off the table, and to see whether its business keys are decided. */
  void needArchiving(Dataset dataset) {
    needTable("ALTER", dataset.table());
    needTable("DROP", dataset.table());
    dataset.businessKey().ifPresent(key -> needTable("SELECT", key.table()));
  }

  /** To create partitions. */
  void needPartitions(Dataset dataset) {
    needTable("ALTER", dataset.table());
  }

  private void needTable(String privilege, TableName table) {
    if (!privileges.allows(privilege, table)) {
      add("table " + table, List.of(privilege), privilege, table.quoted());
    }
  }

  private void add(String place, List<String> missing, String grant, String on) {
    findings.add(
        new Finding(
            "MISSING_PRIVILEGE",
            Owner.EXTERNAL,
            place,
            "account " + privileges.account() + " lacks " + String.join(", ", missing) + " on it.",
            privileges.grantStatement(grant, on)));
  }
}
