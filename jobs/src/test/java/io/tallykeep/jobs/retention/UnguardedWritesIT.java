package io.tallykeep.jobs.retention;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.jobs.TestArchive;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.sandbox.FaultProxy;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.sandbox.Stop;
import io.tallykeep.verifier.lookup.AnswerKind;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writes that fire no trigger, to days that are held: found before anything is dropped. */
class UnguardedWritesIT {
  private static final int DAYS = 5;
  private static final int ROWS = 50;

  @TempDir private Path folder;
  private TestInbox inbox;
  private TestArchive archive;
  private LocalDate day;

  /** One day is held. */
  @BeforeEach
  void archiveADay() throws Exception {
    inbox = TestInbox.create(Sandbox.shared(), folder, DAYS);
    day = inbox.day(DAYS);
    inbox.fill(day, ROWS);
    assertThat(inbox.adopt(DAYS).exitCode()).isZero();
    assertThat(inbox.run("jobs", "run", "archive").exitCode()).isZero();
    assertThat(inbox.progress(day)).isEqualTo("HELD");
    archive = new TestArchive(inbox);
  }

  @AfterEach
  void close() {
    archive.close();
  }

  private String partition() {
    return "`" + TestInbox.partition(day) + "`";
  }

  private String twin() {
    return "`" + inbox.schema() + "`.twin";
  }

  private String assertDropIsStopped(String code, int exitCode) throws SQLException {
    Outcome drop = inbox.run("jobs", "run", "drop");

    assertThat(drop.exitCode()).as(drop.toString()).isEqualTo(exitCode);
    assertThat(drop.out()).contains(TestInbox.partition(day) + ": ").contains("drop: " + code);
    assertThat(
            inbox.query(
                "SELECT 1 FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = '"
                    + inbox.schema()
                    + "' AND TABLE_NAME = 'inbox' AND PARTITION_NAME = '"
                    + TestInbox.partition(day)
                    + "'"))
        .hasSize(1);
    assertThat(archive.lookUp(day, 1).answer().kind()).isEqualTo(AnswerKind.DUPLICATE);
    assertThat(inbox.progress(day)).isEqualTo("HELD");
    return drop.out();
  }

  @Test
  void aTruncatedPartition() throws SQLException {
    inbox.sql("ALTER TABLE " + inbox.table() + " TRUNCATE PARTITION " + partition());

    assertDropIsStopped("NOT_AS_PROVEN", 3);
  }

  @Test
  void aPartitionWhoseRowsWereExchangedForOthers() throws SQLException {
    inbox.sql(
        "CREATE TABLE " + twin() + " LIKE " + inbox.table(),
        "ALTER TABLE " + twin() + " REMOVE PARTITIONING",
        "INSERT INTO " + twin() + " SELECT * FROM " + inbox.table(),
        "UPDATE " + twin() + " SET amount_minor = amount_minor + 1 LIMIT 1",
        "ALTER TABLE "
            + inbox.table()
            + " EXCHANGE PARTITION "
            + partition()
            + " WITH TABLE "
            + twin());

    assertDropIsStopped("NOT_AS_PROVEN", 3);
  }

  @Test
  void aRowOfADayThatIsNotThePartitions() throws SQLException {
    LocalDate other = day.plusDays(1);
    inbox.sql(
        "CREATE TABLE " + twin() + " LIKE " + inbox.table(),
        "ALTER TABLE " + twin() + " REMOVE PARTITIONING",
        "INSERT INTO " + twin() + " SELECT * FROM " + inbox.table(),
        "UPDATE "
            + twin()
            + " SET event_day = '"
            + other
            + "' WHERE event_id = '"
            + TestInbox.event(day, 2)
            + "'",
        "ALTER TABLE "
            + inbox.table()
            + " EXCHANGE PARTITION "
            + partition()
            + " WITH TABLE "
            + twin()
            + " WITHOUT VALIDATION");

    assertThat(assertDropIsStopped("NOT_AS_PROVEN", 3)).contains("has event day " + other);
  }

  @Test
  void aZeroDateWrittenPastTheTriggers() throws SQLException {
    inbox.withoutTrigger(
        "UPDATE",
        "SET SESSION sql_mode = ''",
        "UPDATE "
            + inbox.table()
            + " SET received_at = '0000-00-00 00:00:00' WHERE event_id = '"
            + TestInbox.event(day, 2)
            + "'");

    assertThat(assertDropIsStopped("NOT_AS_PROVEN", 3)).contains("received_at");
  }

  @Test
  void rowsThatGoWhileTheyAreRead() throws Exception {
    try (FaultProxy proxy =
        FaultProxy.inFrontOf(Sandbox.shared().mysql().host(), Sandbox.shared().mysql().port())) {
      inbox.configure(Sandbox.shared().mysql().throughPort(proxy.port()), Sandbox.shared().s3());
      Stop counting =
          proxy.stopBefore(this::truncate, "SELECT COUNT(*) FROM " + inbox.table() + " PARTITION");

      assertThat(assertDropIsStopped("NOT_AS_PROVEN", 3))
          .contains("read " + ROWS + " rows in pages but COUNT(*) says 0");
      assertThat(counting.isReached()).isTrue();
    }
  }

  private void truncate() {
    try {
      inbox.sql("ALTER TABLE " + inbox.table() + " TRUNCATE PARTITION " + partition());
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aTableSwappedInWithoutItsTriggersAndSwappedOutAgain() throws SQLException {
    String away = "`" + inbox.schema() + "`.away";
    inbox.sql(
        "CREATE TABLE " + twin() + " LIKE " + inbox.table(),
        "INSERT INTO " + twin() + " SELECT * FROM " + inbox.table(),
        "RENAME TABLE " + inbox.table() + " TO " + away + ", " + twin() + " TO " + inbox.table(),
        "UPDATE " + inbox.table() + " SET amount_minor = amount_minor + 1");

    assertDropIsStopped("GUARD_ABSENT", 2);
    assertThat(inbox.progress(day)).isEqualTo("HELD");
    inbox.sql(
        "RENAME TABLE " + inbox.table() + " TO " + twin() + ", " + away + " TO " + inbox.table());
    Outcome drop = inbox.run("jobs", "run", "drop");
    assertThat(drop.exitCode()).as("the table that was away is as it was; " + drop).isZero();
    assertThat(inbox.progress(day)).isEqualTo("DROPPED");
  }

  private void assertGuardIsMissed() throws SQLException {
    Outcome drop = inbox.run("jobs", "run", "drop");

    assertThat(drop.exitCode()).as(drop.toString()).isEqualTo(3);
    assertThat(drop.err()).contains("nothing was changed", "[GUARD_ALTERED]");
    assertThat(inbox.progress(day)).isEqualTo("HELD");
  }

  @Test
  void aGuardDroppedOrAlteredStopsTheDropBeforeItBegins() throws SQLException {
    String trigger =
        inbox
            .query(
                "SELECT TRIGGER_NAME FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = '"
                    + inbox.schema()
                    + "' AND EVENT_MANIPULATION = 'DELETE'")
            .get(0);
    inbox.sql("DROP TRIGGER `" + inbox.schema() + "`.`" + trigger + "`");
    assertGuardIsMissed();

    inbox.sql(
        "CREATE TRIGGER `"
            + inbox.schema()
            + "`.`"
            + trigger
            + "` BEFORE DELETE ON "
            + inbox.table()
            + " FOR EACH ROW SET @looked = 1");
    assertGuardIsMissed();
  }
}
