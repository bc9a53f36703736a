package io.tallykeep.jobs.retention.guard;

import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.jobs.retention.session.Session;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Looks whether a dataset's guard holds. Changes nothing. Immutable and thread-safe. */
public final class GuardInspection {
  /** How the codes begin of what this account may not see. */
  private static final String CANNOT_SEE = "CANNOT_SEE";

  private final GuardDefinition definition;

  public GuardInspection(GuardDefinition definition) {
    this.definition = definition;
  }

  /**
   * The guard's state now: triggers, table and server.
   *
   * @throws SQLException if the server fails
   */
  public GuardStatus status(Session session) throws SQLException {
    Privileges privileges = Privileges.read(session);
    if (!privileges.allows("TRIGGER", definition.table())) {
      return new GuardStatus.Broken(List.of(cannotSee(definition, privileges)));
    }
    InstalledTriggers installed = InstalledTriggers.read(session, definition);
    if (installed.isAbsent()) {
      Optional<Finding> noTable = TableRequirements.checkExists(session, definition.dataset());
      return noTable.isPresent()
          ? new GuardStatus.Broken(List.of(noTable.get()))
          : new GuardStatus.Absent();
    }
    List<Finding> findings = new ArrayList<>(installed.findings());
    findings.addAll(definerMissing(session, privileges, installed.ours().get(0).definer()));
    findings.addAll(TableRequirements.check(session, definition.dataset()));
    ServerRequirements.check(session, privileges)
        .forEach(finding -> findings.add(whereWritesPassed(finding)));
    if (!findings.isEmpty()) {
      return new GuardStatus.Broken(findings);
    }
    return new GuardStatus.Healthy(
        installed.newestCreatedAt().orElseThrow(), installed.ours().get(0).literal());
  }

  /**
   * Whether the triggers are still those of an earlier status. Reads the data dictionary alone and
   * waits for nothing, so it may be asked while rows are locked.
   */
  public boolean isStill(Session session, GuardStatus.Healthy before) throws SQLException {
    InstalledTriggers installed = InstalledTriggers.read(session, definition);
    return !installed.isAbsent()
        && installed.findings().isEmpty()
        && installed.newestCreatedAt().equals(Optional.of(before.newestCreatedAt()))
        && installed.ours().get(0).literal() == before.youngDays();
  }

  /** Writes may have passed an installed guard since: a person must look, not only the server. */
  private static Finding whereWritesPassed(Finding finding) {
    return finding.code().startsWith(CANNOT_SEE)
        ? finding
        : new Finding(finding.code(), Finding.Owner.DATA, finding.what(), finding.mend());
  }

  /** Without its definer each write to the table fails with 1449; told where it can be seen. */
  private List<Finding> definerMissing(Session session, Privileges privileges, String definer)
      throws SQLException {
    TableName accounts = TableName.parse("mysql.user");
    if (!privileges.allows("SELECT", accounts)
        || session.number(
                "SELECT COUNT(*) FROM mysql.user WHERE CONCAT(user, '@', host) = ?", definer)
            > 0) {
      return List.of();
    }
    return List.of(
        new Finding(
            "DEFINER_MISSING",
            Finding.Owner.DATA,
            "the definer "
                + definer
                + " of the triggers of "
                + definition.table()
                + " does not exist: every write fails with MySQL error 1449.",
            "Create the account again, with TRIGGER on the table and SELECT on "
                + definition.ledgerKey().table()
                + "."));
  }

  static Finding cannotSee(GuardDefinition definition, Privileges privileges) {
    return new Finding(
        "CANNOT_SEE_TRIGGERS",
        Finding.Owner.EXTERNAL,
        "this account may not see the triggers of " + definition.table() + ".",
        privileges.grantStatement("TRIGGER", definition.table().quoted()));
  }
}
