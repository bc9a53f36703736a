package io.tallykeep.jobs.retention;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.jobs.StoreFaults;
import io.tallykeep.jobs.TestArchive;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.verifier.lookup.AnswerKind;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The object store fails in each step of a night; the night after ends as if it never had. */
class StoreFaultsIT {
  private static final int DAYS = 5;
  private static final int ROWS = 200;
  private static final String DATA = "/archive/inbox/data/";
  private static final String METADATA = "/archive/inbox/metadata/";

  private final Sandbox sandbox = Sandbox.shared();

  @TempDir private Path folder;
  private TestInbox inbox;
  private StoreFaults store;
  private LocalDate day;

  /** One day can be archived. */
  @BeforeEach
  void createInbox() throws Exception {
    inbox = TestInbox.create(sandbox, folder, DAYS);
    for (int daysAgo = 1; daysAgo <= DAYS; daysAgo++) {
      inbox.fill(inbox.day(daysAgo), ROWS);
    }
    assertThat(inbox.adopt(DAYS).exitCode()).isZero();
    store = StoreFaults.inFrontOf(sandbox.s3());
    inbox.configure(sandbox.mysql(), store.address());
    day = inbox.day(DAYS);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void stopped(String job, String progress, AtomicInteger fault) throws SQLException {
    Outcome outcome = inbox.run("jobs", "run", job);
    assertThat(outcome.exitCode()).as(outcome.toString()).isEqualTo(2);
    assertThat(fault).as("faults that happened").hasPositiveValue();
    assertThat(inbox.progress(day)).isEqualTo(progress);
    assertThat(
            inbox.query(
                "SELECT COUNT(*) FROM " + inbox.table() + " WHERE event_day = '" + day + "'"))
        .containsExactly(String.valueOf(ROWS));
    store.heal();
  }

  @Test
  void anErrorInAnyStepStopsItAndTheNextNightGoesOn() throws SQLException {
    stopped("archive", "FROZEN", store.answer(500, "PUT", DATA, StoreFaults.ALWAYS));
    stopped("archive", "FROZEN", store.answer(503, "HEAD", DATA, StoreFaults.ALWAYS));
    stopped("archive", "PUBLISHING", store.answer(503, "PUT", METADATA, StoreFaults.ALWAYS));
    stopped("archive", "PUBLISHING", store.answer(500, "GET", DATA, StoreFaults.ALWAYS));
    stopped("archive", "PUBLISHED", store.answerAfterPut(".metadata.json", 500, "GET", DATA));
    assertThat(inbox.run("jobs", "run", "archive").exitCode()).isZero();
    stopped("drop", "HELD", store.answer(503, "HEAD", DATA, StoreFaults.ALWAYS));
    assertThat(inbox.run("jobs", "run", "drop").exitCode()).isZero();

    assertUndisturbed();
  }

  private void assertUndisturbed() throws SQLException {
    assertThat(inbox.progress(day)).isEqualTo("DROPPED");
    try (TestArchive archive = new TestArchive(inbox)) {
      assertThat(archive.publications(day)).hasSize(1);
      assertThat(archive.files(day))
          .singleElement()
          .satisfies(file -> assertThat(file.rowCount()).isEqualTo(ROWS));
      assertThat(archive.ledger(day).rowCount()).hasValue(ROWS);
      assertThat(archive.lookUp(day, 10).answer().kind()).isEqualTo(AnswerKind.DUPLICATE);
      assertThat(archive.lookUp(day, ROWS + 1).answer().kind()).isEqualTo(AnswerKind.UNSEEN);
    }
    assertThat(
            inbox.query(
                "SELECT PARTITION_NAME FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = '"
                    + inbox.schema()
                    + "' AND TABLE_NAME = 'inbox'"))
        .doesNotContain(TestInbox.partition(day));
  }

  @Test
  void aStoreThatIsBusyForAMomentOrCutsAnswersShortDelaysNothing() throws SQLException {
    List<AtomicInteger> faults =
        List.of(
            store.answer(503, "PUT", DATA, 2),
            store.answer(500, "PUT", METADATA, 2),
            store.answer(503, "GET", METADATA, 2),
            store.answer(500, "HEAD", DATA, 2));

    Outcome archived = inbox.run("jobs", "run", "archive");
    assertThat(archived.exitCode()).as(archived.toString()).isZero();
    Outcome dropped = inbox.run("jobs", "run", "drop");
    assertThat(dropped.exitCode()).as(dropped.toString()).isZero();

    assertThat(faults).allSatisfy(fault -> assertThat(fault).hasValue(2));
    assertUndisturbed();
  }

  @Test
  void anAnswerThatBreaksOffIsNeverTakenForTheWhole() throws SQLException, IOException {
    AtomicInteger data = store.breakOff("GET", DATA, StoreFaults.ALWAYS);
    stopped("archive", "PUBLISHING", data);
    AtomicInteger metadata = store.breakOff("GET", METADATA, StoreFaults.ALWAYS);
    Outcome blind = inbox.run("jobs", "run", "archive");
    assertThat(blind.exitCode()).as(blind.toString()).isIn(2, 3);
    assertThat(metadata).hasPositiveValue();
    store.heal();

    assertThat(inbox.run("jobs", "run", "archive").exitCode()).isZero();
    assertThat(inbox.run("jobs", "run", "drop").exitCode()).isZero();
    assertUndisturbed();
  }
}
