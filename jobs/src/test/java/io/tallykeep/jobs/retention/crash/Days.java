package io.tallykeep.jobs.retention.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.jobs.TestArchive;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.verifier.lookup.Adjudication;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/** The days of one adopted inbox, each a unit of work, the oldest first. */
final class Days implements AutoCloseable {
  static final int ROWS = 60;

  private final FaultyInbox faulty;
  private final EndState end;
  private final int oldest;
  private int next;

  /** One adjudicator throughout, as a replay that runs for days would have. */
  private final TestArchive archive;

  private Days(FaultyInbox faulty, int days) {
    this.faulty = faulty;
    this.end = new EndState(faulty.inbox());
    this.oldest = days;
    this.next = days;
    this.archive = new TestArchive(faulty.inbox());
  }

  static Days adopted(Path folder, int days) throws Exception {
    FaultyInbox faulty = FaultyInbox.create(folder, days, ROWS);
    assertThat(faulty.inbox().adopt(days).exitCode()).isZero();
    return new Days(faulty, days);
  }

  FaultyInbox faulty() {
    return faulty;
  }

  TestInbox inbox() {
    return faulty.inbox();
  }

  LocalDate next() {
    return faulty.inbox().day(next--);
  }

  /** What must be true at the end of it all. */
  void finish() throws SQLException {
    end.assertNothingLeftRunning();
    for (int daysAgo = oldest; daysAgo > 0; daysAgo--) {
      assertAnswers(inbox().day(daysAgo));
    }
  }

  /** What look-ups of a day say at any time. */
  void assertAnswers(LocalDate day) {
    Adjudication ofRow = archive.lookUp(day, 10);
    Adjudication ofNever = archive.lookUp(day, ROWS + 1);
    String row = ofRow.answer().kind().name();
    String never = ofNever.answer().kind().name();
    assertThat(row + " " + never)
        .as(
            "a row of %s, and an event that was never there %s %s",
            day, ofRow.reason(), ofNever.reason())
        .isIn("DUPLICATE UNSEEN", "BEYOND_WINDOW BEYOND_WINDOW");
    assertThat(row.equals("BEYOND_WINDOW"))
        .as("whether %s is expired", day)
        .isEqualTo(isProgress(day, "EXPIRED"));
  }

  /** What look-ups of a day may say while nobody knows where the archive is. */
  void assertNothingWrongIsAnswered(LocalDate day) {
    assertThat(archive.lookUp(day, 10).answer().kind().name()).isIn("DUPLICATE", "UNDECIDABLE");
    assertThat(archive.lookUp(day, ROWS + 1).answer().kind().name()).isIn("UNSEEN", "UNDECIDABLE");
  }

  /** Gives the operation of one row of a day another status. */
  void operation(LocalDate day, String status) {
    try {
      inbox()
          .sql(
              "UPDATE `"
                  + inbox().schema()
                  + "`.operation SET status = '"
                  + status
                  + "' WHERE operation_id = 'op-"
                  + TestInbox.event(day, 10)
                  + "'");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  boolean isProgress(LocalDate day, String progress) {
    try {
      return inbox().progress(day).equals(progress);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A unit of work on one day. */
  Unit unit(LocalDate day, List<String> words, Runnable before, Runnable mend) {
    return new Unit(
        faulty, words, before, () -> assertAnswers(day), mend, false, () -> List.of(end.of(day)));
  }

  /** A unit of work on one day that leaves more behind than the day's own state. */
  Unit unit(LocalDate day, List<String> words, Callable<List<String>> more) {
    return new Unit(
        faulty,
        words,
        () -> {},
        () -> assertAnswers(day),
        () -> {},
        false,
        () -> Stream.concat(Stream.of(end.of(day)), more.call().stream()).toList());
  }

  Unit unit(LocalDate day, List<String> words) {
    return unit(day, words, () -> {}, () -> {});
  }

  @Override
  public void close() {
    archive.close();
    faulty.close();
  }
}
