package io.tallykeep.jobs.retention.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tallykeep.archive.mysql.MysqlSource;
import io.tallykeep.jobs.LateRows;
import io.tallykeep.jobs.TestArchive;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.jobs.retention.testing.Aside;
import io.tallykeep.sandbox.FaultProxy;
import io.tallykeep.sandbox.MysqlAddress;
import io.tallykeep.sandbox.PrivateSandbox;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.sandbox.SandboxOptions;
import io.tallykeep.verifier.lookup.Adjudication;
import io.tallykeep.verifier.lookup.AnswerKind;
import io.tallykeep.verifier.lookup.LookupStep;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Servers that die, connections that are cut and a clock that goes back, while keys are looked up
 * that are there: never UNSEEN.
 */
class LookupFaultsIT {
  private static final int DAYS = 7;
  private static final int ROWS = 20;
  private static final int LATE = 1_001;
  private static final int NEVER = 999_999;
  private static final int KILLS = Boolean.getBoolean("tallykeep.soak") ? 20 : 3;
  private static final int ASKING = 6;
  private static final long DAY_MICROS = TimeUnit.DAYS.toMicros(1);

  @TempDir private Path folder;

  @Test
  void aConnectionThatIsCutBeforeAnyReadIsNeverUnseen() throws Exception {
    TestInbox inbox = inbox(Sandbox.shared());
    MysqlAddress mysql = Sandbox.shared().mysql();
    AtomicReference<LookupStep> cutBefore = new AtomicReference<>();
    Map<AnswerKind, Integer> answers = new EnumMap<>(AnswerKind.class);
    try (FaultProxy proxy = FaultProxy.inFrontOf(mysql.host(), mysql.port());
        TestArchive archive =
            new TestArchive(
                inbox,
                new MysqlSource(
                        mysql.throughPort(proxy.port()).jdbcUrl(""), mysql.user(), mysql.password())
                    .dataSource(),
                (step, round) -> {
                  if (cutBefore.compareAndSet(step, null)) {
                    proxy.cut();
                  }
                })) {
      for (LookupStep step : LookupStep.values()) {
        for (Key key : keys(inbox)) {
          cutBefore.set(step);
          Adjudication found = archive.lookUp(key.day(), key.row());
          boolean wasCut = cutBefore.getAndSet(null) == null;
          answers.merge(found.answer().kind(), 1, Integer::sum);
          assertThat(found.answer().kind())
              .as("%s, cut before %s: %s", key, step, found)
              .isIn(wasCut ? key.underFaults(step) : List.of(key.right()));
          assertThat(archive.lookUp(key.day(), key.row()).answer().kind()).isEqualTo(key.right());
        }
      }
    }
    System.out.println("look-ups whose connection was cut before a read: " + answers);
  }

  @Test
  void keysThatAreThereAreNeverUnseenWhileMysqldIsKilled() throws Exception {
    try (PrivateSandbox sandbox =
        Sandbox.startPrivate(folder.resolve("servers"), SandboxOptions.FOR_TESTS)) {
      TestInbox inbox = inbox(sandbox);
      try (TestArchive archive = new TestArchive(inbox, ASKING)) {
        Asking asking = new Asking(archive, keys(inbox));
        asking.start();
        for (int kill = 0; kill < KILLS; kill++) {
          asking.meet(AnswerKind.DUPLICATE, 20);
          sandbox.mysqlServer().kill();
          asking.meet(AnswerKind.UNDECIDABLE, 5);
          sandbox.mysqlServer().start();
        }
        asking.meet(AnswerKind.DUPLICATE, 20);
        asking.stop();
        System.out.printf("look-ups while mysqld was killed %d times: %s%n", KILLS, asking.answers);
      }
    }
  }

  /**
   * Everything up to now is dated as if the server's clock had been a day ahead: to the server that
   * is a clock that has gone back by a day.
   */
  @Test
  void aClockThatGoesBackADayMakesNoKeyUnseenAndNoVerdictValidAgain() throws Exception {
    TestInbox inbox = inbox(Sandbox.shared());
    LateRows late = new LateRows(inbox);
    LocalDate dropped = inbox.day(DAYS);
    inbox.sql(
        "UPDATE `"
            + inbox.control()
            + "`.day_ledger SET epoch = epoch + "
            + DAY_MICROS
            + ", freeze_number = freeze_number + "
            + DAY_MICROS
            + " WHERE progress <> 'EXPIRED'",
        "UPDATE `"
            + inbox.control()
            + "`.server_clock SET last_seen_at = last_seen_at + INTERVAL 1 DAY");
    long epoch = late.ledger(dropped, "epoch");
    try (TestArchive archive = new TestArchive(inbox, ASKING)) {
      Asking asking = new Asking(archive, keys(inbox));
      asking.start();
      Outcome closing =
          inbox.run(
              "jobs", "run", "archive", "--as-of", inbox.day(DAYS - 2).plusDays(5).toString());
      assertThat(closing.exitCode()).as("nothing is closed meanwhile: %s", closing).isEqualTo(2);
      Outcome moving = inbox.run("jobs", "run", "late");
      assertThat(moving.exitCode()).as(moving.toString()).isZero();
      asking.meet(AnswerKind.DUPLICATE, 20);
      asking.stop();
      assertThat(late.ledger(dropped, "epoch")).isGreaterThan(epoch);
      System.out.println("look-ups after the clock went back a day: " + asking.answers);
    }
  }

  /** A row to look up, and what it is to answer. */
  private record Key(LocalDate day, int row, AnswerKind right) {

    /** What it may answer when the connection breaks before a read. */
    List<AnswerKind> underFaults(LookupStep step) {
      // Nothing but all reads together makes an UNSEEN; the archive is not read by this connection.
      return right == AnswerKind.UNSEEN
          ? List.of(AnswerKind.UNDECIDABLE)
          : step == LookupStep.ARCHIVE
              ? List.of(AnswerKind.DUPLICATE)
              : List.of(AnswerKind.UNDECIDABLE);
    }
  }

  /** The oldest day is dropped and has a late row, the next is held, the others are online. */
  private TestInbox inbox(Sandbox sandbox) throws Exception {
    TestInbox inbox = TestInbox.create(sandbox, folder, DAYS);
    for (int age = 1; age <= DAYS; age++) {
      inbox.fill(inbox.day(age), ROWS);
    }
    assertThat(inbox.adopt(DAYS).exitCode()).isZero();
    for (int age : List.of(DAYS, DAYS - 1)) {
      String asOf = inbox.day(age).plusDays(5).toString();
      assertThat(inbox.run("jobs", "run", "archive", "--as-of", asOf).exitCode()).isZero();
      if (age == DAYS) {
        assertThat(inbox.run("jobs", "run", "drop").exitCode()).isZero();
      }
    }
    new LateRows(inbox).fill(inbox.day(DAYS), LATE, LATE);
    return inbox;
  }

  private static List<Key> keys(TestInbox inbox) {
    List<Key> keys = new ArrayList<>();
    keys.add(new Key(inbox.day(DAYS), LATE, AnswerKind.DUPLICATE));
    for (int age : List.of(DAYS, DAYS - 1, 1)) {
      keys.add(new Key(inbox.day(age), 5, AnswerKind.DUPLICATE));
      keys.add(new Key(inbox.day(age), NEVER, AnswerKind.UNSEEN));
    }
    return keys;
  }

  /** Looks keys up without pause; whatever is neither right nor UNDECIDABLE is wrong. */
  private static final class Asking {
    private final TestArchive archive;
    private final List<Key> keys;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Map<AnswerKind, LongAdder> answers = new ConcurrentHashMap<>();
    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    private final List<Future<Integer>> threads = new ArrayList<>();

    Asking(TestArchive archive, List<Key> keys) {
      this.archive = archive;
      this.keys = keys;
    }

    void start() {
      for (int i = 0; i < ASKING; i++) {
        int first = i;
        threads.add(Aside.call(() -> ask(first)));
      }
    }

    private int ask(int first) throws InterruptedException {
      int asked = 0;
      while (stop.getCount() > 0) {
        Key key = keys.get((first + asked++) % keys.size());
        Adjudication found = archive.lookUp(key.day(), key.row());
        AnswerKind kind = found.answer().kind();
        answers.computeIfAbsent(kind, any -> new LongAdder()).increment();
        if (kind != key.right() && kind != AnswerKind.UNDECIDABLE) {
          wrong.add(key + ": " + found);
        }
        if (kind == AnswerKind.UNDECIDABLE && stop.await(20, TimeUnit.MILLISECONDS)) {
          return asked;
        }
      }
      return asked;
    }

    /** Waits for so many more answers of this kind. */
    void meet(AnswerKind kind, int more) {
      long before = count(kind);
      await(more + " more answers " + kind)
          .atMost(Duration.ofMinutes(2))
          .until(() -> count(kind) >= before + more || !wrong.isEmpty());
      assertThat(wrong).isEmpty();
    }

    private long count(AnswerKind kind) {
      LongAdder count = answers.get(kind);
      return count == null ? 0 : count.sum();
    }

    void stop() throws Exception {
      stop.countDown();
      for (Future<Integer> thread : threads) {
        thread.get(120, TimeUnit.SECONDS);
      }
      assertThat(wrong).isEmpty();
    }
  }
}
