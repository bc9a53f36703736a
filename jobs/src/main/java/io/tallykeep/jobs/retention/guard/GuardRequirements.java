package io.tallykeep.jobs.retention.guard;

import io.tallykeep.jobs.retention.session.Session;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** What a server and a table must be like for a guard, told before anything is touched. */
public final class GuardRequirements {
  private GuardRequirements() {}

  /**
   * Every finding about the table, the server and the account's privileges.
   *
   * @throws SQLException if the server fails
   */
  public static List<Finding> check(Session session, GuardDefinition definition)
      throws SQLException {
    Privileges privileges = Privileges.read(session);
    List<Finding> findings =
        new ArrayList<>(TableRequirements.check(session, definition.dataset()));
    findings.addAll(ServerRequirements.check(session, privileges));
    findings.addAll(
        Grants.check(
            session, definition, privileges, !new LateTable(definition.dataset()).exists(session)));
    return findings;
  }
}
