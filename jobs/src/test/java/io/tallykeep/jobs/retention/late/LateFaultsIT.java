package io.tallykeep.jobs.retention.late;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.table.ArchivedFile;
import io.tallykeep.jobs.KillableInbox;
import io.tallykeep.jobs.KillableInbox.Boundary;
import io.tallykeep.jobs.KillableInbox.Killed;
import io.tallykeep.jobs.LateRows;
import io.tallykeep.jobs.TestArchive;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.verifier.lookup.AnswerKind;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code jobs run late} killed: the same command then ends in the same state, each row archived
 * once, and meanwhile every row is found. Requests that are not done or lose their answer are the
 * crash matrix's.
 */
class LateFaultsIT {
  private static final int DAYS = 6;
  private static final int ROWS = 10;
  private static final int LATE_ROWS = 250;

  @TempDir private Path folder;
  private KillableInbox runs;
  private TestInbox inbox;
  private LateRows late;
  private TestArchive archive;
  private LocalDate day;

  /** Numbers of the late rows of the present case; those of earlier ones are archived. */
  private int first;

  private int last = 1_000;

  @BeforeEach
  void archiveAnInbox() throws Exception {
    runs = KillableInbox.create(Sandbox.shared(), folder, DAYS, ROWS);
    inbox = runs.inbox();
    late = new LateRows(inbox);
    archive = new TestArchive(inbox);
    assertThat(inbox.run("jobs", "run", "archive").exitCode()).isZero();
    day = inbox.day(DAYS);
  }

  @AfterEach
  void close() {
    archive.close();
    runs.close();
  }

  private void addLateRows() throws SQLException {
    first = last + 1;
    last = last + LATE_ROWS;
    late.fill(day, first, last);
  }

  /** Whatever happened, nothing is lost, and nothing that was never there is found. */
  private void assertAnswers(String after) {
    for (int row : List.of(1, first, first + 99, first + 100, last)) {
      assertThat(archive.lookUp(day, row).answer().kind())
          .as("%s: row %s", after, row)
          .isEqualTo(AnswerKind.DUPLICATE);
    }
    assertThat(archive.lookUp(day, last + 1).answer().kind())
        .as("%s: an event that was never there", after)
        .isEqualTo(AnswerKind.UNSEEN);
  }

  private void assertFinishes(String after) throws SQLException {
    assertAnswers(after);
    Outcome next = inbox.run("jobs", "run", "late");
    assertThat(next.exitCode()).as(after + ": " + next).isZero();
    assertThat(late.count()).as(after).isZero();
    assertThat(archive.files(day).stream().mapToLong(ArchivedFile::rowCount).sum())
        .as("%s: archived rows of the day", after)
        .isEqualTo(ROWS + last - 1_000);
    assertThat(late.runs()).as(after).isSubsetOf("DONE", "ABANDONED");
    assertAnswers(after);
  }

  private String delete() {
    return "FROM `" + inbox.control() + "`.`late_inbox` WHERE";
  }

  @Test
  void aKilledRunIsFinishedByTheNext() throws SQLException {
    for (Boundary boundary :
        List.of(
            runs.atDataFile("copy: file there", Killed.AFTER, "PUT"),
            runs.atPointer("publish: pointer moved", Killed.AFTER),
            runs.atPointer("publish: pointer moves late", Killed.IN_FLIGHT),
            runs.atSql("delete: not committed", Killed.BEFORE, delete(), "COMMIT"),
            runs.atSql("delete: committed", Killed.AFTER, delete(), "COMMIT"))) {
      addLateRows();
      runs.kill("late", boundary);
      assertFinishes(boundary.name());
    }
  }
}
