package io.tallykeep.jobs.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tallykeep.archive.digest.TableDigest;
import io.tallykeep.archive.table.ArchivedFile;
import io.tallykeep.archive.table.PublishedRun;
import io.tallykeep.jobs.ChildRun;
import io.tallykeep.jobs.TestArchive;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.sandbox.FaultProxy;
import io.tallykeep.sandbox.MysqlAddress;
import io.tallykeep.sandbox.S3Address;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.sandbox.Stop;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.lookup.AnswerKind;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * SIGKILL at the boundaries of every step, then the same command again: the same end, nothing
 * twice, and the right answers all the while.
 *
 * <p>A proxy in front of MySQL and one in front of the object store stop the job at a statement or
 * request; the process is killed there, and the next one goes on from what it left.
 */
class ArchiveKillIT {
  private static final int ROWS = 200;

  private final Sandbox sandbox = Sandbox.shared();
  private final FaultProxy mysql =
      FaultProxy.inFrontOf(sandbox.mysql().host(), sandbox.mysql().port());
  private final FaultProxy s3 =
      FaultProxy.inFrontOf("127.0.0.1", sandbox.s3().endpoint().getPort());
  private final Map<LocalDate, TableDigest> before = new HashMap<>();

  @TempDir private Path folder;
  private TestInbox inbox;
  private TestArchive archive;

  /** What becomes of the request at which the process is killed. */
  private enum Killed {
    /** It never reaches the server. */
    BEFORE,
    /** It was on its way, and the server does it when nobody waits any more. */
    IN_FLIGHT,
    /** The server had done it. */
    AFTER
  }

  /** A place to be killed at: a request on its way to one of the servers. */
  private record Boundary(String name, FaultProxy proxy, Killed killed, String... texts) {}

  private void createInbox(int days) throws Exception {
    inbox = TestInbox.create(sandbox, folder, days);
    for (int daysAgo = 1; daysAgo <= days; daysAgo++) {
      inbox.fill(inbox.day(daysAgo), ROWS);
    }
    assertThat(inbox.adopt(days).exitCode()).isZero();
    archive = new TestArchive(inbox);
    for (int daysAgo = 1; daysAgo <= days; daysAgo++) {
      before.put(inbox.day(daysAgo), archive.online(inbox.day(daysAgo)));
    }
    MysqlAddress mysqlAddress = sandbox.mysql().throughPort(mysql.port());
    S3Address s3Address = sandbox.s3().throughPort(s3.port());
    inbox.configure(mysqlAddress, s3Address);
  }

  @AfterEach
  void close() {
    archive.close();
    mysql.close();
    s3.close();
  }

  @Test
  void archiveKilledInEveryStepEndsAsIfNothingHadHappened() throws Exception {
    createInbox(7);
    String data = " /" + inbox.bucket() + "/tallykeep/archive/inbox/data/";
    for (Boundary boundary :
        List.of(
            sql("admit: archive table created", Killed.AFTER, insertPointer(), "COMMIT"),
            sql("close: not committed", Killed.BEFORE, progress("CLOSED"), "COMMIT"),
            sql("close: committed", Killed.AFTER, progress("CLOSED"), "COMMIT"),
            sql("freeze: no second look yet", Killed.AFTER, progress("FROZEN"), "COMMIT"),
            store("copy: file not there", Killed.BEFORE, "PUT" + data),
            store("copy: file there", Killed.AFTER, "PUT" + data),
            sql("copy: not recorded", Killed.BEFORE, progress("COPIED"), "COMMIT"),
            sql("publish: pointer not moved", Killed.BEFORE, movePointer(), "COMMIT"),
            sql("publish: pointer moves late", Killed.IN_FLIGHT, movePointer(), "COMMIT"),
            store("prove: reading back", Killed.BEFORE, "GET" + data),
            sql("prove: not recorded", Killed.BEFORE, progress("PROVEN"), "COMMIT"),
            sql("hold: not recorded", Killed.BEFORE, progress("HELD"), "COMMIT"),
            sql("hold: recorded", Killed.AFTER, progress("HELD"), "COMMIT"),
            sql("next partition: pointer moved", Killed.AFTER, movePointer(), "COMMIT"))) {
      kill("archive", boundary);
      assertAnswers();
    }

    Outcome last = inbox.run("jobs", "run", "archive");

    assertThat(last.exitCode()).as(last.toString()).isZero();
    for (int daysAgo = 5; daysAgo <= 7; daysAgo++) {
      assertThat(inbox.progress(inbox.day(daysAgo))).isEqualTo("HELD");
      assertArchivedOnce(inbox.day(daysAgo));
    }
    assertThat(inbox.query("SELECT COUNT(*) FROM " + inbox.table()))
        .as("no row has left MySQL")
        .containsExactly(String.valueOf(7 * ROWS));
    assertAnswers();
    assertNothingLeftRunning();
  }

  @Test
  void dropKilledAnywhereEndsAsIfNothingHadHappened() throws Exception {
    createInbox(7);
    assertThat(inbox.run("jobs", "run", "archive").exitCode()).isZero();
    for (Boundary boundary :
        List.of(
            sql("partition still there", Killed.BEFORE, "DROP PARTITION"),
            sql("partition gone", Killed.AFTER, "DROP PARTITION"),
            sql("not recorded", Killed.BEFORE, progress("DROPPED"), "COMMIT"),
            sql("next partition: goes late", Killed.IN_FLIGHT, "DROP PARTITION"))) {
      kill("drop", boundary);
      assertAnswers();
    }

    Outcome last = inbox.run("jobs", "run", "drop");

    assertThat(last.exitCode()).as(last.toString()).isZero();
    for (int daysAgo = 5; daysAgo <= 7; daysAgo++) {
      assertThat(inbox.progress(inbox.day(daysAgo))).isEqualTo("DROPPED");
      assertArchivedOnce(inbox.day(daysAgo));
    }
    assertThat(inbox.query("SELECT COUNT(*) FROM " + inbox.table()))
        .as("only the dropped days' rows have left MySQL")
        .containsExactly(String.valueOf(4 * ROWS));
    assertAnswers();
    assertNothingLeftRunning();
  }

  @Test
  void expireKilledAnywhereEndsAsIfNothingHadHappened() throws Exception {
    createInbox(12);
    assertThat(inbox.run("jobs", "run", "archive").exitCode()).isZero();
    assertThat(inbox.run("jobs", "run", "drop").exitCode()).isZero();
    for (Boundary boundary :
        List.of(
            sql("not recorded", Killed.BEFORE, progress("EXPIRED"), "COMMIT"),
            sql("files still there", Killed.BEFORE, movePointer(), "COMMIT"),
            sql("files gone", Killed.AFTER, movePointer(), "COMMIT"))) {
      kill("expire", boundary);
      AnswerKind oldest = answer(inbox.day(12), 10);
      assertThat(oldest)
          .as(boundary.name())
          .isIn(AnswerKind.DUPLICATE, AnswerKind.BEYOND_WINDOW);
      assertThat(answer(inbox.day(12), ROWS + 1))
          .as(boundary.name())
          .isEqualTo(
              oldest == AnswerKind.DUPLICATE ? AnswerKind.UNSEEN : AnswerKind.BEYOND_WINDOW);
      assertAnswers();
    }

    Outcome last = inbox.run("jobs", "run", "expire");

    assertThat(last.exitCode()).as(last.toString()).isZero();
    for (int daysAgo = 11; daysAgo <= 12; daysAgo++) {
      LocalDate day = inbox.day(daysAgo);
      assertThat(inbox.progress(day)).isEqualTo("EXPIRED");
      assertThat(archive.expiries(day)).hasSize(1);
      assertThat(archive.files(day)).isEmpty();
      assertThat(answer(day, 10)).isEqualTo(AnswerKind.BEYOND_WINDOW);
    }
    for (int daysAgo = 5; daysAgo <= 10; daysAgo++) {
      assertArchivedOnce(inbox.day(daysAgo));
    }
    assertAnswers();
    assertNothingLeftRunning();
  }

  private static String progress(String progress) {
    return "SET progress = '" + progress + "'";
  }

  private String insertPointer() {
    return "INSERT INTO `" + inbox.control() + "`.iceberg_tables";
  }

  private String movePointer() {
    return "UPDATE `" + inbox.control() + "`.iceberg_tables";
  }

  private Boundary sql(String name, Killed killed, String... texts) {
    return new Boundary(name, mysql, killed, texts);
  }

  private Boundary store(String name, Killed killed, String... texts) {
    return new Boundary(name, s3, killed, texts);
  }

  /** Starts a job in a process of its own and kills it at the boundary. */
  private void kill(String job, Boundary boundary) {
    CompletableFuture<ChildRun> started = new CompletableFuture<>();
    Runnable action =
        () -> {
          started.join().kill();
          if (boundary.killed() == Killed.BEFORE) {
            boundary.proxy().cut();
          }
        };
    Stop stop =
        boundary.killed() == Killed.AFTER
            ? boundary.proxy().stopAfter(action, boundary.texts())
            : boundary.proxy().stopBefore(action, boundary.texts());
    ChildRun child = ChildRun.start(inbox, "jobs", "run", job);
    started.complete(child);
    int exitCode = child.waitForEnd();
    assertThat(stop.isReached()).as(() -> boundary.name() + ": " + child.output()).isTrue();
    assertThat(exitCode).as(boundary.name()).isEqualTo(ChildRun.KILLED);
    await("the server notices that the sessions of '" + boundary.name() + "' have ended")
        .atMost(Duration.ofSeconds(30))
        .until(() -> lockHolders() == 0);
  }

  private int lockHolders() throws SQLException {
    return inbox
        .query(
            "SELECT OBJECT_NAME FROM performance_schema.metadata_locks"
                + " WHERE OBJECT_TYPE = 'USER LEVEL LOCK' AND OBJECT_NAME LIKE 'tallykeep:run:%"
                + inbox.control()
                + "%'")
        .size();
  }

  private AnswerKind answer(LocalDate day, int row) {
    return archive.lookUp(day, row).answer().kind();
  }

  /** What look-ups say at any time, in this test's days that stay within the window. */
  private void assertAnswers() {
    for (int daysAgo : List.of(2, 5, 6, 7)) {
      LocalDate day = inbox.day(daysAgo);
      assertThat(archive.lookUp(day, 10).answer())
          .as("a row of %s", day)
          .extracting(found -> found.kind())
          .isEqualTo(AnswerKind.DUPLICATE);
      assertThat(archive.lookUp(day, ROWS + 1).answer())
          .as("an event of %s that was never there", day)
          .extracting(found -> found.kind())
          .isEqualTo(AnswerKind.UNSEEN);
    }
  }

  private void assertArchivedOnce(LocalDate day) throws SQLException {
    LedgerDay ledger = archive.ledger(day);
    TableDigest expected = before.get(day);
    List<PublishedRun> publications = archive.publications(day);
    assertThat(publications).as("publications of %s", day).hasSize(1);
    assertThat(publications.get(0).runId()).isEqualTo(ledger.runId().orElseThrow());
    assertThat(publications.get(0).digest()).contains(expected);
    assertThat(ledger.digest()).contains(expected.hex());
    assertThat(ledger.rowCount()).hasValue(ROWS);
    assertThat(archive.files(day).stream().mapToLong(ArchivedFile::rowCount).sum())
        .as("rows in the live files of %s", day)
        .isEqualTo(ROWS);
  }

  private void assertNothingLeftRunning() throws SQLException {
    for (String table : List.of("BATCH_JOB_EXECUTION", "BATCH_STEP_EXECUTION")) {
      assertThat(
              inbox.query(
                  "SELECT STATUS FROM `"
                      + inbox.control()
                      + "`."
                      + table
                      + " WHERE STATUS NOT IN ('COMPLETED', 'FAILED')"))
          .as(table)
          .isEmpty();
    }
  }
}
