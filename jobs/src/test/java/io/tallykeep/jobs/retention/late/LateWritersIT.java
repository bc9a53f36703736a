package io.tallykeep.jobs.retention.late;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.table.ArchivedFile;
import io.tallykeep.jobs.LateRows;
import io.tallykeep.jobs.TestArchive;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.jobs.retention.testing.Aside;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.verifier.lookup.AnswerKind;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Late rows leave while the gate goes on writing others of the same day, and look-ups go on. */
class LateWritersIT {
  private static final int DAYS = 5;
  private static final int ROWS = 10;
  private static final int WRITERS = 3;
  private static final int NIGHTS = 3;
  private static final int MOST_ROWS = 4_000;
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

  @TempDir private Path folder;

  @Test
  void writersOfTheSameDayNeitherDeadlockNorWaitLongAndNothingIsLost() throws Exception {
    TestInbox inbox = TestInbox.create(Sandbox.shared(), folder, DAYS);
    inbox.fill(inbox.day(DAYS), ROWS);
    assertThat(inbox.adopt(DAYS).exitCode()).isZero();
    assertThat(inbox.run("jobs", "run", "archive").exitCode()).isZero();
    Gate gate = new Gate(inbox, inbox.day(DAYS));
    LateRows late = new LateRows(inbox);
    try (TestArchive archive = new TestArchive(inbox)) {
      List<Future<Duration>> writers = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        writers.add(Aside.call(gate::write));
      }
      Future<Integer> lookups = Aside.call(() -> gate.lookUp(archive));
      for (int night = 0; night < NIGHTS; night++) {
        Outcome run = inbox.run("jobs", "run", "late");
        assertThat(run.exitCode()).as(run.toString()).isZero();
      }
      gate.over.set(true);
      Duration longest = Duration.ZERO;
      for (Future<Duration> writer : writers) {
        Duration waited = writer.get();
        longest = waited.compareTo(longest) > 0 ? waited : longest;
      }
      int looked = lookups.get();
      assertThat(inbox.run("jobs", "run", "late").exitCode()).isZero();

      System.out.printf(
          "late rows beside %d writers: %d written, longest transaction %d ms, %d look-ups%n",
          WRITERS, gate.written.get(), longest.toMillis(), looked);
      assertThat(longest).isLessThan(LONGEST_WAIT);
      assertThat(looked).isPositive();
      assertThat(late.count()).isZero();
      assertThat(archive.files(gate.day).stream().mapToLong(ArchivedFile::rowCount).sum())
          .as("each row archived once")
          .isEqualTo(ROWS + gate.written.get());
    }
  }

  /** Writes late rows in the gate's order of locks: the day's ledger row, then the late table. */
  private static final class Gate {
    private final TestInbox inbox;
    private final LocalDate day;
    private final AtomicInteger next = new AtomicInteger(1_000);
    private final AtomicInteger written = new AtomicInteger();
    private final AtomicBoolean over = new AtomicBoolean();

    Gate(TestInbox inbox, LocalDate day) {
      this.inbox = inbox;
      this.day = day;
    }

    /** Writes until it is over; returns the longest time one transaction took. */
    Duration write() throws SQLException {
      long longest = 0;
      try (Connection connection = inbox.server().getConnection();
          PreparedStatement lock =
              connection.prepareStatement(
                  "SELECT epoch FROM `"
                      + inbox.control()
                      + "`.day_ledger WHERE dataset = 'inbox' AND shard = 0 AND event_day = ?"
                      + " FOR SHARE");
          PreparedStatement insert =
              connection.prepareStatement(
                  "INSERT INTO `"
                      + inbox.control()
                      + "`.late_inbox (consumer_name, event_id, event_day, status, payload_hash,"
                      + " received_at) VALUES (?, ?, ?, 'SUCCEEDED', UNHEX(SHA2(?, 256)), NOW(6))")) {
        connection.setAutoCommit(false);
        lock.setObject(1, day);
        while (!over.get() && written.get() < MOST_ROWS) {
          String event = TestInbox.event(day, next.getAndIncrement());
          long begun = System.nanoTime();
          lock.executeQuery().close();
          insert.setString(1, TestInbox.CONSUMER);
          insert.setString(2, event);
          insert.setObject(3, day);
          insert.setString(4, event);
          insert.executeUpdate();
          connection.commit();
          longest = Math.max(longest, System.nanoTime() - begun);
          written.incrementAndGet();
        }
      }
      return Duration.ofNanos(longest);
    }

    /** Looks rows up that were committed long enough ago, until it is over. */
    int lookUp(TestArchive archive) {
      int looked = 0;
      while (!over.get()) {
        int row = next.get() - 200 - looked % 300;
        if (row >= 1_000) {
          assertThat(archive.lookUp(day, row).answer().kind())
              .as("row %s", row)
              .isEqualTo(AnswerKind.DUPLICATE);
          looked++;
        }
      }
      return looked;
    }
  }
}
