package io.tallykeep.jobs.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.table.CommitOutcome;
import io.tallykeep.archive.table.PublishedRun;
import io.tallykeep.jobs.LatePublication;
import io.tallykeep.jobs.TestArchive;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.jobs.check.CheckedSettings;
import io.tallykeep.jobs.settings.SettingsLoader;
import io.tallykeep.sandbox.FaultProxy;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.sandbox.Stop;
import io.tallykeep.verifier.lookup.AnswerKind;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The connection or the head changes under a publishing job: the files are published once. */
class CatalogFaultsIT {
  private static final int DAYS = 6;
  private static final int ROWS = 100;

  private final Sandbox sandbox = Sandbox.shared();

  @TempDir private Path folder;
  private TestInbox inbox;
  private FaultProxy proxy;

  /** Two days can be archived. */
  @BeforeEach
  void createInbox() throws Exception {
    inbox = TestInbox.create(sandbox, folder, DAYS);
    for (int daysAgo = 1; daysAgo <= DAYS; daysAgo++) {
      inbox.fill(inbox.day(daysAgo), ROWS);
    }
    assertThat(inbox.adopt(DAYS).exitCode()).isZero();
    proxy = FaultProxy.inFrontOf(sandbox.mysql().host(), sandbox.mysql().port());
    inbox.configure(sandbox.mysql().throughPort(proxy.port()), sandbox.s3());
  }

  @AfterEach
  void close() {
    proxy.close();
  }

  private String[] pointerCommit() {
    return new String[] {"UPDATE `" + inbox.control() + "`.iceberg_tables", "COMMIT"};
  }

  private void assertPublishedOnce() throws SQLException {
    try (TestArchive archive = new TestArchive(inbox)) {
      for (int daysAgo = 5; daysAgo <= DAYS; daysAgo++) {
        LocalDate day = inbox.day(daysAgo);
        assertThat(inbox.progress(day)).isEqualTo("HELD");
        assertThat(archive.publications(day))
            .extracting(PublishedRun::runId)
            .containsExactly(archive.ledger(day).runId().orElseThrow());
        assertThat(archive.files(day)).hasSize(1);
        assertThat(archive.lookUp(day, 10).answer().kind()).isEqualTo(AnswerKind.DUPLICATE);
      }
    }
  }

  @Test
  void aCommitThatNeverArrivedIsRepeatedAndOneWhoseAnswerIsLostIsNot() throws SQLException {
    Stop before = proxy.stopBefore(proxy::cut, pointerCommit());
    Outcome first = inbox.run("jobs", "run", "archive");
    assertThat(before.isReached()).isTrue();
    assertThat(first.exitCode()).as(first.toString()).isEqualTo(2);
    Stop after = proxy.stopAfter(proxy::cut, pointerCommit());
    Outcome second = inbox.run("jobs", "run", "archive");
    assertThat(after.isReached()).isTrue();
    assertThat(second.exitCode()).as(second.toString()).isIn(0, 2);

    Outcome again = inbox.run("jobs", "run", "archive");

    assertThat(again.exitCode()).as(again.toString()).isZero();
    assertPublishedOnce();
  }

  @Test
  void aSessionThatTheServerEndedIsNotCommittedOn() throws SQLException {
    Stop silent =
        proxy.stopBefore(
            () ->
                await("wait_timeout ends the commit's session")
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> commitSessions().isEmpty()),
            pointerCommit());

    Outcome archived = inbox.run("jobs", "run", "archive");

    assertThat(silent.isReached()).isTrue();
    assertThat(archived.exitCode()).as(archived.toString()).isZero();
    assertPublishedOnce();
  }

  /** Rows that commits of this inbox have locked. */
  private List<String> commitSessions() throws SQLException {
    return inbox.query(
        "SELECT ENGINE_TRANSACTION_ID FROM performance_schema.data_locks WHERE OBJECT_SCHEMA = '"
            + inbox.control()
            + "' AND OBJECT_NAME = 'iceberg_tables' AND LOCK_TYPE = 'RECORD'");
  }

  @Test
  void aHeadThatMovedMeanwhileIsBuiltOn() throws Exception {
    String rows = "`" + inbox.schema() + "`.`other`";
    inbox.sql(
        "CREATE TABLE " + rows + " LIKE " + inbox.table(),
        "INSERT INTO "
            + rows
            + " SELECT * FROM "
            + inbox.table()
            + " WHERE event_day = '"
            + inbox.day(1)
            + "'");
    createArchive();
    AtomicReference<CommitOutcome> other = new AtomicReference<>();
    Stop between = proxy.stopBefore(() -> other.set(publishOther()), "tallykeep-commit-");

    Outcome archived = inbox.run("jobs", "run", "archive");

    assertThat(between.isReached()).isTrue();
    assertThat(other.get()).isInstanceOf(CommitOutcome.Committed.class);
    assertThat(archived.exitCode()).as(archived.toString()).isZero();
    assertPublishedOnce();
    try (TestArchive archive = new TestArchive(inbox)) {
      assertThat(archive.files(inbox.day(1))).hasSize(1);
    }
  }

  @Test
  void aPointerOlderThanTheLedgerIsNotBuiltOn() throws SQLException {
    raise(1, 7);
    Outcome lost = inbox.run("jobs", "run", "archive");
    assertThat(lost.exitCode()).as(lost.toString()).isEqualTo(2);
    assertThat(lost.out()).contains("admit: ARCHIVE_LOST").contains("rebuild-catalog");
    assertThat(inbox.query("SELECT COUNT(*) FROM `" + inbox.control() + "`.iceberg_tables"))
        .as("no empty archive takes the lost one's place")
        .containsExactly("0");
    createArchive();

    Outcome old = inbox.run("jobs", "run", "archive");

    assertThat(old.exitCode()).as(old.toString()).isEqualTo(2);
    assertThat(old.out())
        .contains("publish: STALE_POINTER")
        .contains("the day ledger was raised to 7")
        .contains("rebuild-catalog");
    try (TestArchive archive = new TestArchive(inbox)) {
      assertThat(archive.table().pointer().snapshotSequence()).isZero();
    }
    raise(1, 0);
    assertThat(inbox.run("jobs", "run", "archive").exitCode()).isZero();
    assertPublishedOnce();
  }

  private void raise(int daysAgo, int sequence) throws SQLException {
    inbox.sql(
        "UPDATE `"
            + inbox.control()
            + "`.day_ledger SET snapshot_sequence = "
            + sequence
            + " WHERE event_day = '"
            + inbox.day(daysAgo)
            + "'");
  }

  private void createArchive() throws SQLException {
    CheckedSettings checked = CheckedSettings.orRefuse(SettingsLoader.load(inbox.configuration()));
    Dataset dataset = checked.theOne(Optional.empty()).dataset();
    try (RetentionServers servers = new RetentionServers(checked.settings());
        Connection connection = servers.source().getConnection()) {
      servers.catalog().ensureTable(dataset, servers.schema(connection, dataset));
    }
  }

  private CommitOutcome publishOther() {
    try (TestArchive archive = new TestArchive(inbox)) {
      return LatePublication.publish(inbox, archive, "other", inbox.day(1));
    } catch (SQLException | IOException e) {
      throw new AssertionError(e);
    }
  }
}
