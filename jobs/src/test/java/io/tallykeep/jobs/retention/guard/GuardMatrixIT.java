package io.tallykeep.jobs.retention.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.jobs.retention.testing.GuardedTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Every form of a write, in every session: three time zones, the clock as it is and set back and
 * ahead, four isolation levels, strict and lenient SQL mode. On a closed and on a frozen day each
 * is refused by the guard or leaves the day as it was; on a young day none is.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GuardMatrixIT {
  private static final List<String> ZONES = List.of("+00:00", "-13:59", "+14:00");
  private static final List<String> CLOCKS = List.of("DEFAULT", "1", "2000000000");
  private static final List<String> LEVELS =
      List.of("READ UNCOMMITTED", "READ COMMITTED", "REPEATABLE READ", "SERIALIZABLE");
  private static final List<String> MODES = List.of("STRICT_ALL_TABLES", "");

  /** New rows of a day, {@code %1$s}, and one that is there. */
  private static final List<String> INSERTS =
      List.of(
          "INSERT INTO inbox (consumer, event_id, event_day) VALUES ('c', 'n', '%1$s')",
          "INSERT IGNORE INTO inbox (consumer, event_id, event_day) VALUES ('c', 'n', '%1$s')",
          "INSERT IGNORE INTO inbox (consumer, event_id, event_day) VALUES ('c', 'there', '%1$s')",
          "REPLACE INTO inbox (consumer, event_id, event_day) VALUES ('c', 'n', '%1$s')",
          "REPLACE INTO inbox (consumer, event_id, event_day) VALUES ('c', 'there', '%1$s')",
          "INSERT INTO inbox (consumer, event_id, event_day) VALUES ('c', 'there', '%1$s')"
              + " ON DUPLICATE KEY UPDATE status = 'X'",
          "INSERT IGNORE INTO inbox (consumer, event_id, event_day) VALUES ('c', 'there', '%1$s')"
              + " ON DUPLICATE KEY UPDATE status = 'X'",
          "INSERT INTO inbox SET consumer = 'c', event_id = 'n', event_day = '%1$s'",
          "INSERT INTO inbox (consumer, event_id, event_day) SELECT 'c', 'n', DATE('%1$s')",
          "REPLACE INTO inbox (consumer, event_id, event_day) SELECT 'c', 'n', DATE('%1$s')",
          "INSERT INTO inbox (consumer, event_id, event_day) VALUES ('c', 'n', '%1$s 23:59:59')",
          "INSERT INTO inbox (consumer, event_id, event_day) VALUES ('c', 'm', '%2$s'),"
              + " ('c', 'n', '%1$s')",
          "UPDATE inbox SET event_day = '%1$s' WHERE event_day = '%2$s'",
          "UPDATE IGNORE inbox SET event_day = '%1$s' WHERE event_day = '%2$s'");

  /** Changes of the rows of a day. */
  private static final List<String> CHANGES =
      List.of(
          "UPDATE inbox SET status = 'X' WHERE event_day = '%1$s'",
          "UPDATE IGNORE inbox SET status = 'X' WHERE event_day = '%1$s'",
          "UPDATE inbox PARTITION (%3$s) SET status = 'X'",
          "UPDATE inbox i JOIN inbox j USING (consumer, event_id) SET i.status = 'X'"
              + " WHERE i.event_day = '%1$s'",
          "DELETE FROM inbox WHERE event_day = '%1$s'",
          "DELETE IGNORE FROM inbox WHERE event_day = '%1$s'",
          "DELETE QUICK FROM inbox PARTITION (%3$s)",
          "DELETE i FROM inbox i JOIN inbox j USING (consumer, event_id)"
              + " WHERE i.event_day = '%1$s'",
          "UPDATE inbox SET event_day = '%2$s', status = 'X' WHERE event_day = '%1$s'");

  private GuardedTable table;
  private LocalDate closed;
  private LocalDate frozen;
  private LocalDate young;

  @BeforeAll
  void closeAndFreezeADay() throws SQLException {
    table = GuardedTable.adopted();
    closed = table.daysAgo(13);
    frozen = table.daysAgo(14);
    young = table.daysAgo(1);
    for (LocalDate day : List.of(closed, frozen, young)) {
      table.insert("there", day);
    }
    table.force(closed, "CLOSED");
    table.force(frozen, "FROZEN");
  }

  private static List<List<String>> sessions() {
    List<List<String>> sessions = new ArrayList<>();
    for (String zone : ZONES) {
      for (String clock : CLOCKS) {
        for (String level : LEVELS) {
          for (String mode : MODES) {
            sessions.add(
                List.of(
                    "SET time_zone = '" + zone + "'",
                    "SET timestamp = " + clock,
                    "SET SESSION TRANSACTION ISOLATION LEVEL " + level,
                    "SET SESSION sql_mode = '" + mode + "'"));
          }
        }
      }
    }
    return sessions;
  }

  @Test
  void noFormOfAWriteInAnySessionReachesAClosedOrFrozenDayAndNoneIsKeptFromAYoungOne()
      throws SQLException {
    int refused = 0;
    for (List<String> session : sessions()) {
      try (Connection connection = table.application();
          Statement statement = connection.createStatement()) {
        for (String setting : session) {
          statement.execute(setting);
        }
        for (String insert : INSERTS) {
          refused += refused(statement, session, insert, closed);
          refused += refused(statement, session, insert, frozen);
          if (!insert.startsWith("UPDATE")) {
            accepted(statement, insert);
          }
        }
        for (String change : CHANGES) {
          refused += refused(statement, session, change, frozen);
        }
        for (String change : CHANGES.subList(0, CHANGES.size() - 1)) {
          accepted(statement, change);
        }
      }
    }
    assertThat(refused).isEqualTo(sessions().size() * (2 * INSERTS.size() + CHANGES.size()));
    assertThat(
            table.number("SELECT COUNT(*) FROM inbox WHERE event_id = 'there' AND status = 'DONE'"))
        .isEqualTo(3);
    assertThat(table.number("SELECT COUNT(*) FROM inbox")).isEqualTo(3);
  }

  private String text(String form, LocalDate day) {
    return form.formatted(day, young, GuardedTable.partition(day));
  }

  private int refused(Statement statement, List<String> session, String form, LocalDate day) {
    String sql = text(form, day);
    try {
      statement.execute(sql);
    } catch (SQLException e) {
      assertThat(e.getErrorCode())
          .as("%s after %s: %s", sql, session, e)
          .isIn(
              GuardDefinition.CLOSED_DAY,
              GuardDefinition.FROZEN_DAY,
              GuardDefinition.CHANGED_IDENTITY);
      return 1;
    }
    throw new AssertionError("not refused: " + sql + " after " + session);
  }

  private void accepted(Statement statement, String form) throws SQLException {
    statement.execute("START TRANSACTION");
    statement.execute(text(form, young));
    statement.execute("ROLLBACK");
  }
}
