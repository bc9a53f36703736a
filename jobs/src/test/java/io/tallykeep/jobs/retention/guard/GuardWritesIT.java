package io.tallykeep.jobs.retention.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.jobs.retention.testing.GuardedTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every way to write, against closed, frozen, uncovered and young days. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GuardWritesIT {
  private GuardedTable table;
  private LocalDate online;
  private LocalDate closed;
  private LocalDate frozen;
  private LocalDate young;

  @BeforeAll
  void closeSomeDays() throws SQLException {
    table = GuardedTable.adopted();
    online = table.daysAgo(12);
    closed = table.daysAgo(13);
    frozen = table.daysAgo(14);
    young = table.daysAgo(1);
    for (LocalDate day : List.of(online, closed, frozen, young)) {
      table.insert("there", day);
    }
    table.force(closed, "CLOSED");
    table.force(frozen, "FROZEN");
    table.execute("CREATE TABLE staging LIKE inbox");
    table.execute("SET GLOBAL local_infile = ON");
  }

  @BeforeEach
  void nothingWasWritten() throws SQLException {
    assertThat(rowsOf(closed)).isEqualTo(1);
    assertThat(rowsOf(frozen)).isEqualTo(1);
  }

  private long rowsOf(LocalDate day) throws SQLException {
    return table.number("SELECT COUNT(*) FROM inbox WHERE event_day = '" + day + "'");
  }

  private void run(String... statements) throws SQLException {
    try (Connection connection = table.application();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static void assertRefused(ThrowingCallable write, int errno, LocalDate day) {
    assertThatThrownBy(write)
        .isInstanceOfSatisfying(
            SQLException.class,
            e -> {
              assertThat(e.getErrorCode()).as("%s", e).isEqualTo(errno);
              assertThat(e.getSQLState()).isEqualTo("45000");
              assertThat(e.getMessage()).contains("Tallykeep gate").contains(day.toString());
            });
  }

  private void assertInsertRefused(String... statements) throws SQLException {
    assertRefused(() -> run(statements), GuardDefinition.CLOSED_DAY, closed);
    assertThat(rowsOf(closed)).isEqualTo(1);
  }

  private static String values(String event, LocalDate day) {
    return "('c', '" + event + "', '" + day + "', 'DONE')";
  }

  private static final String INSERT =
      " INTO inbox (consumer, event_id, event_day, status) VALUES ";

  @Test
  void insertIsRefusedOnAClosedDayAndNamesTheGate() throws SQLException {
    assertInsertRefused("INSERT" + INSERT + values("new", closed));
    assertThatThrownBy(() -> run("INSERT" + INSERT + values("new", closed)))
        .hasMessage(
            "Tallykeep gate: day "
                + closed
                + " of inbox/0 is CLOSED: takes no new rows. Write through ReplayGate");
  }

  @ParameterizedTest
  @ValueSource(strings = {"INSERT", "INSERT IGNORE", "REPLACE"})
  void aNewRowOfAFrozenDayIsRefusedToo(String verb) {
    assertRefused(
        () -> run(verb + INSERT + values("new", frozen)), GuardDefinition.CLOSED_DAY, frozen);
  }

  @ParameterizedTest
  @ValueSource(strings = {"INSERT", "INSERT IGNORE", "REPLACE"})
  void oneClosedDayFailsAWholeMultiRowInsert(String verb) throws SQLException {
    assertInsertRefused(verb + INSERT + values("a", young) + ", " + values("b", closed));
    assertThat(rowsOf(young)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"INSERT", "INSERT IGNORE", "REPLACE"})
  void aDuplicateOfAClosedDayGetsTheGuardsErrorToo(String verb) throws SQLException {
    assertInsertRefused(verb + INSERT + values("there", closed));
  }

  @Test
  void onDuplicateKeyUpdateIsRefused() throws SQLException {
    assertInsertRefused(
        "INSERT" + INSERT + values("there", closed) + " ON DUPLICATE KEY UPDATE status = 'X'");
    assertInsertRefused(
        "INSERT" + INSERT + values("new", closed) + " ON DUPLICATE KEY UPDATE status = 'X'");
  }

  @Test
  void insertFromASelectIsRefused() throws SQLException {
    table.execute("DELETE FROM staging");
    table.execute(
        "INSERT INTO staging (consumer, event_id, event_day) VALUES ('c', 's', '" + closed + "')");
    assertInsertRefused("INSERT INTO inbox SELECT * FROM staging");
    assertInsertRefused("INSERT INTO inbox TABLE staging");
  }

  @ParameterizedTest
  @ValueSource(strings = {"IGNORE", "REPLACE", ""})
  void loadDataLocalIsRefused(String how, @TempDir Path folder) throws Exception {
    Path file = folder.resolve("rows.csv");
    Files.writeString(file, "c,l1," + young + "\nc,l2," + closed + "\n");
    assertRefused(() -> load(file, how), GuardDefinition.CLOSED_DAY, closed);
    assertThat(rowsOf(closed)).isEqualTo(1);
    table.execute("DELETE FROM inbox WHERE event_id = 'l1'");
  }

  private void load(Path file, String how) throws SQLException, IOException {
    try (Connection connection = table.application("&allowLoadLocalInfile=true");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "LOAD DATA LOCAL INFILE '"
              + file.toString().replace("\\", "/")
              + "' "
              + how
              + " INTO TABLE inbox FIELDS TERMINATED BY ',' (consumer, event_id, event_day)");
    }
  }

  @Test
  void preparedStatementsAndBatchesAreRefused() throws SQLException {
    for (String parameters :
        List.of("", "&useServerPrepStmts=true", "&rewriteBatchedStatements=true")) {
      try (Connection connection = table.application(parameters);
          PreparedStatement insert =
              connection.prepareStatement(
                  "INSERT INTO inbox (consumer, event_id, event_day) VALUES (?, ?, ?)")) {
        insert.setString(1, "c");
        insert.setString(2, "p");
        insert.setObject(3, closed);
        assertRefused(insert::executeUpdate, GuardDefinition.CLOSED_DAY, closed);
        insert.addBatch();
        assertThatThrownBy(insert::executeBatch)
            .isInstanceOfSatisfying(
                BatchUpdateException.class,
                e -> assertThat(e.getErrorCode()).isEqualTo(GuardDefinition.CLOSED_DAY));
      }
    }
  }

  @Test
  void aStatementPreparedBeforeTheDayWasClosedIsRefused() throws SQLException {
    LocalDate day = table.daysAgo(11);
    try (Connection connection = table.application("&useServerPrepStmts=true");
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO inbox (consumer, event_id, event_day) VALUES ('c', ?, ?)")) {
      insert.setString(1, "before");
      insert.setObject(2, day);
      assertThat(insert.executeUpdate()).isEqualTo(1);
      table.force(day, "CLOSED");
      insert.setString(1, "after");
      assertRefused(insert::executeUpdate, GuardDefinition.CLOSED_DAY, day);
    }
  }

  @Test
  void anXaTransactionIsRefused() throws SQLException {
    try (Connection connection = table.application();
        Statement statement = connection.createStatement()) {
      statement.execute("XA START 'guard-writes'");
      assertRefused(
          () -> statement.execute("INSERT" + INSERT + values("x", closed)),
          GuardDefinition.CLOSED_DAY,
          closed);
      statement.execute("XA END 'guard-writes'");
      statement.execute("XA ROLLBACK 'guard-writes'");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"UPDATE", "UPDATE IGNORE"})
  void anUpdateOfAFrozenDayIsRefused(String verb) {
    assertRefused(
        () -> run(verb + " inbox SET status = 'X' WHERE event_day = '" + frozen + "'"),
        GuardDefinition.FROZEN_DAY,
        frozen);
  }

  @ParameterizedTest
  @ValueSource(strings = {"DELETE", "DELETE IGNORE"})
  void aDeleteOfAFrozenDayIsRefused(String verb) {
    assertRefused(
        () -> run(verb + " FROM inbox WHERE event_day = '" + frozen + "'"),
        GuardDefinition.FROZEN_DAY,
        frozen);
  }

  @Test
  void multiTableUpdateAndDeleteOfAFrozenDayAreRefused() {
    assertRefused(
        () ->
            run(
                "UPDATE inbox i JOIN inbox j USING (consumer, event_id) SET i.status = 'X'"
                    + " WHERE i.event_day = '"
                    + frozen
                    + "'"),
        GuardDefinition.FROZEN_DAY,
        frozen);
    assertRefused(
        () ->
            run(
                "DELETE i FROM inbox i JOIN inbox j USING (consumer, event_id)"
                    + " WHERE i.event_day = '"
                    + frozen
                    + "'"),
        GuardDefinition.FROZEN_DAY,
        frozen);
  }

  @Test
  void aLiveRowOfAClosedDayCanBeFinishedAndDeleted() {
    assertThatCode(
            () ->
                run(
                    "START TRANSACTION",
                    "UPDATE inbox SET status = 'DONE' WHERE event_day = '" + closed + "'",
                    "DELETE FROM inbox WHERE event_day = '" + closed + "'",
                    "ROLLBACK"))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "event_id = 'other'",
        "consumer = 'C'",
        "consumer = 'c '",
        "event_id = CONCAT(event_id, X'00')",
        "event_day = event_day - INTERVAL 1 DAY"
      })
  void identityAndEventDayNeverChangeEvenOfYoungRows(String assignment) {
    for (String verb : List.of("UPDATE ", "UPDATE IGNORE ")) {
      assertRefused(
          () -> run(verb + "inbox SET " + assignment + " WHERE event_day = '" + young + "'"),
          GuardDefinition.CHANGED_IDENTITY,
          young);
    }
  }

  @Test
  void aYoungRowCanNotBeMovedIntoAClosedDay() {
    assertRefused(
        () ->
            run("UPDATE inbox SET event_day = '" + closed + "' WHERE event_day = '" + young + "'"),
        GuardDefinition.CHANGED_IDENTITY,
        young);
  }

  @Test
  void anUpdateThatSetsTheSameIdentityIsAccepted() {
    assertThatCode(
            () ->
                run(
                    "UPDATE inbox SET consumer = 'c', event_id = 'there', event_day = '"
                        + young
                        + "', status = 'DONE' WHERE event_day = '"
                        + young
                        + "'"))
        .doesNotThrowAnyException();
  }

  @Test
  void daysThatAreNotInTheLedgerAreRefused() {
    LocalDate uncovered = table.daysAgo(GuardedTable.OLDEST_DAYS_AGO + 5);
    assertRefused(
        () -> run("INSERT" + INSERT + values("new", uncovered)),
        GuardDefinition.CLOSED_DAY,
        uncovered);
    assertThatThrownBy(() -> run("INSERT" + INSERT + values("new", uncovered)))
        .hasMessageContaining("is not in the ledger");
  }

  @Test
  void zeroDatesCountAsOld() {
    assertThatThrownBy(
            () ->
                run(
                    "SET SESSION sql_mode = ''",
                    "INSERT INTO inbox (consumer, event_id, event_day) VALUES ('c', 'z',"
                        + " '0000-00-00')"))
        .isInstanceOfSatisfying(
            SQLException.class,
            e -> assertThat(e.getErrorCode()).isEqualTo(GuardDefinition.CLOSED_DAY));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SET timestamp = 1",
        "SET time_zone = '-13:59'",
        "SET time_zone = '+14:00'",
        "SET SESSION TRANSACTION ISOLATION LEVEL READ UNCOMMITTED",
        "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED",
        "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ",
        "SET SESSION TRANSACTION ISOLATION LEVEL SERIALIZABLE",
        "SET SESSION sql_mode = ''",
        "SET SESSION sql_mode = 'ANSI,PAD_CHAR_TO_FULL_LENGTH'",
        "SET NAMES latin1"
      })
  void noSessionSettingOpensAClosedDayOrShutsAYoungOne(String setting) throws SQLException {
    assertInsertRefused(setting, "INSERT" + INSERT + values("new", closed));
    assertRefused(
        () -> run(setting, "DELETE FROM inbox WHERE event_day = '" + frozen + "'"),
        GuardDefinition.FROZEN_DAY,
        frozen);
    assertThatCode(
            () ->
                run(
                    setting,
                    "START TRANSACTION",
                    "INSERT" + INSERT + values("new", table.today().minusDays(2)),
                    "ROLLBACK"))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO inbox (consumer, event_id, event_day) VALUES ('c', 'w', '%s')",
        "INSERT IGNORE INTO inbox (consumer, event_id, event_day) VALUES ('c', 'w', '%s')",
        "REPLACE INTO inbox (consumer, event_id, event_day) VALUES ('c', 'there', '%s')",
        "INSERT INTO inbox (consumer, event_id, event_day) VALUES ('c', 'there', '%s')"
            + " ON DUPLICATE KEY UPDATE status = 'DONE'",
        "UPDATE inbox SET status = 'X' WHERE event_day = '%s'",
        "DELETE FROM inbox WHERE event_day = '%s'"
      })
  void everyWriteIsFreeOnYoungDaysAndOnOnlineOldOnes(String sql) {
    for (LocalDate day : List.of(young, online)) {
      assertThatCode(() -> run("START TRANSACTION", sql.formatted(day), "ROLLBACK"))
          .doesNotThrowAnyException();
    }
  }

  @Test
  void youngDaysTakeNoLedgerLockAndOldOnesKeepTheirsToTheCommit() throws SQLException {
    String locks =
        "SELECT COUNT(*) FROM performance_schema.data_locks WHERE OBJECT_SCHEMA = '"
            + table.control()
            + "' AND OBJECT_NAME = 'day_ledger' AND LOCK_TYPE = 'RECORD'";
    for (String level :
        List.of("READ UNCOMMITTED", "READ COMMITTED", "REPEATABLE READ", "SERIALIZABLE")) {
      try (Connection connection = table.application();
          Statement statement = connection.createStatement()) {
        statement.execute("SET SESSION TRANSACTION ISOLATION LEVEL " + level);
        statement.execute("START TRANSACTION");
        statement.execute("INSERT" + INSERT + values("k", young));
        assertThat(table.number(locks)).as("young, %s", level).isZero();
        statement.execute("INSERT" + INSERT + values("k", online));
        assertThat(table.number(locks)).as("old, %s", level).isEqualTo(1);
        statement.execute("ROLLBACK");
      }
    }
  }
}
