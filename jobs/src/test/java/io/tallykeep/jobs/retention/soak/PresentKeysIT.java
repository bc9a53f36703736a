package io.tallykeep.jobs.retention.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.jobs.ChildRun;
import io.tallykeep.jobs.LateRows;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.sandbox.Sandbox;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * 32 threads of a process of its own look up keys that are there, from the start of its JVM on, in
 * days that are online, closed, on their way and dropped, and in the late table, while days are
 * archived and dropped and late rows move: not one UNSEEN.
 *
 * <p>For a minute with {@code -Psoak}, for some seconds by default.
 */
class PresentKeysIT {
  private static final boolean LONG = Boolean.getBoolean("tallykeep.soak");
  private static final int SECONDS = LONG ? 60 : 10;
  private static final int ONLINE_DAYS = 4;
  private static final int MOVING_DAYS = LONG ? 16 : 4;
  private static final int MOVED_AT_LEAST = 1;
  private static final int DAYS = ONLINE_DAYS + MOVING_DAYS + 1;
  private static final int ROWS = 200;
  private static final int FIRST_LATE = 1_001;
  private static final int LATE = 20;

  @TempDir private Path folder;

  @Test
  void keysThatAreThereAreNeverUnseenFromTheFirstMomentOfAProcessOn() throws Exception {
    TestInbox inbox = TestInbox.create(Sandbox.shared(), folder, DAYS);
    Path keys = prepare(inbox);
    Path enough = keys.resolveSibling("enough");
    ChildRun asking =
        ChildRun.startMain(
            PresentKeys.class,
            folder,
            List.of(
                inbox.configuration().toString(),
                String.valueOf(SECONDS),
                keys.toString(),
                enough.toString()));
    int moved = moveDays(inbox);
    Files.createFile(enough);

    assertThat(asking.waitForEnd()).as(asking.output()).isZero();

    String said = asking.output();
    System.out.printf(
        "present keys: %d threads for %d s or more from the JVM's start, %d days moved meanwhile: %s%n",
        PresentKeys.THREADS,
        SECONDS,
        moved,
        said.lines().filter(line -> line.startsWith("ANSWERS")).findFirst().orElse(said));
    assertThat(said).doesNotContain("UNSEEN").doesNotContain("CONFLICT");
    assertThat(said).contains("DUPLICATE_ONLINE", "DUPLICATE_LATE", "DUPLICATE_ARCHIVE");
  }

  /** As many as go into the time, but some. */
  private static int moveDays(TestInbox inbox) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    int moved = 0;
    while (moved < MOVING_DAYS && (moved < MOVED_AT_LEAST || System.nanoTime() < end)) {
      moved++;
      moveAway(inbox, inbox.day(DAYS - moved));
    }
    return moved;
  }

  /**
   * Fills all days, drops the oldest, closes those that are to move, and adds late rows to them.
   */
  private static Path prepare(TestInbox inbox) throws Exception {
    List<String> keys = new ArrayList<>();
    for (int age = 1; age <= DAYS; age++) {
      inbox.fill(inbox.day(age), ROWS);
      addKeys(keys, inbox.day(age), 1, ROWS);
    }
    assertThat(inbox.adopt(DAYS).exitCode()).isZero();
    moveAway(inbox, inbox.day(DAYS));
    inbox.sql("UPDATE `" + inbox.schema() + "`.operation SET status = 'UNKNOWN'");
    assertThat(inbox.run("jobs", "run", "archive").exitCode()).isEqualTo(2);
    LateRows late = new LateRows(inbox);
    for (int age = ONLINE_DAYS + 1; age <= DAYS; age++) {
      late.fill(inbox.day(age), FIRST_LATE, FIRST_LATE + LATE - 1);
      addKeys(keys, inbox.day(age), FIRST_LATE, FIRST_LATE + LATE - 1);
    }
    inbox.sql("UPDATE `" + inbox.schema() + "`.operation SET status = 'SUCCEEDED'");
    return Files.write(inbox.configuration().resolveSibling("keys"), keys);
  }

  private static void addKeys(List<String> keys, LocalDate day, int first, int last) {
    for (int row = first; row <= last; row++) {
      keys.add(day + " " + TestInbox.event(day, row));
    }
  }

  /** Archives the day, with late rows in between for every second one, and drops it. */
  private static void moveAway(TestInbox inbox, LocalDate day) {
    clean(inbox.run("jobs", "run", "archive", "--as-of", day.plusDays(5).toString()));
    if (day.getDayOfMonth() % 2 == 0) {
      clean(inbox.run("jobs", "run", "late"));
    }
    clean(inbox.run("jobs", "run", "drop"));
  }

  private static void clean(Outcome outcome) {
    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
  }
}
