package io.tallykeep.jobs.retention.guard;

import io.tallykeep.jobs.retention.guard.Finding.Owner;
import io.tallykeep.jobs.retention.session.MysqlError;
import io.tallykeep.jobs.retention.session.Session;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** What a server must be like for a guard to hold: checked at install and before each use. */
final class ServerRequirements {
  private static final String CHANNELS = "performance_schema.replication_connection_configuration";
  private static final String MEMBERS = "performance_schema.replication_group_members";

  private ServerRequirements() {}

  /** Every finding about the server. */
  static List<Finding> check(Session session, Privileges privileges) throws SQLException {
    List<Finding> findings = new ArrayList<>();
    if (sysdateIsNow(session)) {
      findings.add(
          new Finding(
              "SYSDATE_IS_NOW",
              Owner.EXTERNAL,
              "the server runs with --sysdate-is-now, so any session can turn the guard's clock"
                  + " back with SET timestamp.",
              "Restart it without that option."));
    }
    if (session.number("SELECT @@GLOBAL.log_bin AND @@GLOBAL.binlog_format = 'STATEMENT'") == 1) {
      findings.add(
          new Finding(
              "BINLOG_STATEMENT",
              Owner.EXTERNAL,
              "binlog_format is STATEMENT: a replica would run the guard by its own clock.",
              "Run SET PERSIST binlog_format = 'ROW';"));
    }
    if (count(session, privileges, findings, CHANNELS, "CHANNEL_NAME NOT LIKE 'group_replication%'")
        > 0) {
      findings.add(
          new Finding(
              "INBOUND_REPLICATION",
              Owner.EXTERNAL,
              "the server replicates from another one: row events fire no trigger.",
              "Let every write reach this server through a client; RESET REPLICA ALL ends the"
                  + " channel."));
    }
    if (count(session, privileges, findings, MEMBERS, "MEMBER_ROLE = 'PRIMARY'") > 1) {
      findings.add(
          new Finding(
              "MULTI_PRIMARY",
              Owner.EXTERNAL,
              "the server is in a group with several primaries: the others' rows arrive as row"
                  + " events, which fire no trigger.",
              "Run SELECT group_replication_switch_to_single_primary_mode();"));
    }
    return findings;
  }

  /** The option is no system variable: only its effect tells. */
  private static boolean sysdateIsNow(Session session) throws SQLException {
    session.execute("SET timestamp = 86400");
    try {
      return session.number("SELECT YEAR(SYSDATE()) = 1970") == 1;
    } finally {
      session.execute("SET timestamp = DEFAULT");
    }
  }

  private static long count(
      Session session, Privileges privileges, List<Finding> findings, String table, String where)
      throws SQLException {
    try {
      return session.number("SELECT COUNT(*) FROM " + table + " WHERE " + where);
    } catch (SQLException e) {
      if (!MysqlError.isAccessDenied(e)) {
        throw e;
      }
      findings.add(
          new Finding(
              "CANNOT_SEE_REPLICATION",
              Owner.EXTERNAL,
              "this account may not see whether rows reach the server by replication.",
              privileges.grantStatement("SELECT", table)));
      return 0;
    }
  }
}
