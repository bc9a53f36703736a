package io.tallykeep.jobs.retention.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.jobs.TestArchive;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.sandbox.FaultProxy;
import io.tallykeep.sandbox.MysqlAddress;
import io.tallykeep.sandbox.S3Address;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.verifier.ledger.Progress;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Archive, drop, late rows and expire, cycle after cycle, beside clients that write and clients
 * that look up. What was committed is known apart from the product; nothing may be lost, be there
 * twice, or be answered wrongly.
 *
 * <p>A short form runs by default; {@code -Psoak} runs the long one: 1,000,000 rows, 20 cycles.
 */
class SoakIT {
  private static final boolean LONG = Boolean.getBoolean("tallykeep.soak");
  private static final int WRITERS = 2;
  private static final int PROBERS = 3;

  /** Answers wanted in each progress; those that a cycle passes in a blink make it hard. */
  private static final int ANSWERS_PER_PROGRESS = LONG ? 100 : 1;

  /** Slows the jobs' own requests down, so that look-ups meet every progress. */
  private static final Duration DELAY = Duration.ofMillis(LONG ? 12 : 4);

  @TempDir private Path folder;

  @Test
  void nothingIsLostNothingIsThereTwiceNoAnswerIsWrong() throws Exception {
    Sandbox sandbox = Sandbox.shared();
    int cycles = LONG ? 20 : 3;
    int days = SoakPlan.YOUNGEST_CYCLED + cycles - 1;
    TestInbox inbox = TestInbox.create(sandbox, folder, days);
    SoakPlan plan =
        new SoakPlan(
            inbox,
            cycles,
            LONG ? 1_000_000 : 20_000,
            LONG ? 10_000 : 1_500,
            new AtomicInteger(days + 1),
            new LiveWriter.Counts());
    Oracle oracle = new Oracle(inbox.day(0), 4 * plan.rows() + plan.rowsBefore() * days);
    fill(plan, oracle);
    assertThat(inbox.adopt(days).exitCode()).isZero();
    clean(inbox.run("jobs", "run", "provision"));

    MysqlAddress mysql = sandbox.mysql();
    S3Address s3 = sandbox.s3();
    Prober.Results results = new Prober.Results();
    try (TestArchive archive = new TestArchive(inbox, WRITERS + PROBERS);
        FaultProxy slowMysql = FaultProxy.inFrontOf(mysql.host(), mysql.port());
        FaultProxy slowS3 =
            FaultProxy.inFrontOf(s3.endpoint().getHost(), s3.endpoint().getPort())) {
      inbox.configure(mysql.throughPort(slowMysql.port()), s3.throughPort(slowS3.port()));
      slowMysql.delay(DELAY);
      slowS3.delay(DELAY);
      double seconds = run(plan, archive, oracle, results);
      print(plan, results, seconds);
      assertThat(results.wrong).as("wrong answers").isEmpty();
      assertThat(results.answers.get() / seconds).as("look-ups/s").isGreaterThan(LONG ? 50 : 10);
      assertThat(Arrays.stream(Progress.values()).map(Progress::name))
          .as("answers in each progress: %s", results.inProgress)
          .allMatch(progress -> answersIn(results, progress) >= ANSWERS_PER_PROGRESS);
      new FinalCount(inbox, archive, oracle, folder).assertEveryRowOnce();
    }
  }

  private static double run(
      SoakPlan plan, TestArchive archive, Oracle oracle, Prober.Results results) throws Exception {
    AtomicBoolean writersStop = new AtomicBoolean();
    AtomicBoolean probersStop = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS + PROBERS);
    List<Future<Void>> writers = new ArrayList<>();
    List<Future<Void>> probers = new ArrayList<>();
    long start = System.nanoTime();
    try {
      for (int i = 0; i < WRITERS; i++) {
        writers.add(threads.submit(new LiveWriter(plan, archive, oracle, writersStop, i)));
      }
      for (int i = 0; i < PROBERS; i++) {
        probers.add(
            threads.submit(new Prober(plan, archive, oracle, probersStop, results, 100 + i)));
      }
      for (int cycle = 0; cycle < plan.cycles(); cycle++) {
        cycle(plan, results, cycle);
      }
      Awaitility.await("the writers have written all they have to")
          .atMost(Duration.ofMinutes(30))
          .until(() -> writers.stream().allMatch(Future::isDone));
      probersStop.set(true);
      for (Future<Void> thread : writers) {
        thread.get();
      }
      for (Future<Void> thread : probers) {
        thread.get();
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      clean(plan.inbox().run("jobs", "run", "late"));
      return seconds;
    } finally {
      writersStop.set(true);
      probersStop.set(true);
      threads.shutdownNow();
    }
  }

  /** One day's way: archive, late rows, drop, late rows; the day before last expires. */
  private static void cycle(SoakPlan plan, Prober.Results results, int cycle) {
    TestInbox inbox = plan.inbox();
    int age = plan.oldest() - cycle;
    LocalDate day = inbox.day(age);
    plan.moving().set(age);
    meet(results, "ONLINE", 20);
    clean(inbox.run("jobs", "run", "archive", "--as-of", day.plusDays(5).toString()));
    meet(results, "HELD", 20);
    clean(inbox.run("jobs", "run", "late"));
    clean(inbox.run("jobs", "run", "drop"));
    meet(results, "DROPPED", 20);
    clean(inbox.run("jobs", "run", "late"));
    if (cycle >= 2) {
      LocalDate asOf = inbox.day(age + 2).plusDays(SoakPlan.YOUNGEST_CYCLED);
      Outcome expired = inbox.run("jobs", "run", "expire", "--as-of", asOf.toString());
      assertThat(expired.exitCode()).as("late rows may have come: %s", expired).isIn(0, 2, 3);
      if (expired.exitCode() == 0) {
        meet(results, "EXPIRED", 20);
      }
    }
  }

  private static void clean(Outcome outcome) {
    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
  }

  /** Waits until so many more answers were taken in this progress. */
  private static void meet(Prober.Results results, String progress, long more) {
    long before = answersIn(results, progress);
    Awaitility.await("answers in " + progress)
        .atMost(Duration.ofSeconds(60))
        .until(() -> answersIn(results, progress) >= before + more);
  }

  private static long answersIn(Prober.Results results, String progress) {
    LongAdder count = results.inProgress.get(progress);
    return count == null ? 0 : count.sum();
  }

  /** The rows each cycled day begins with. */
  private static void fill(SoakPlan plan, Oracle oracle) throws SQLException {
    TestInbox inbox = plan.inbox();
    for (int age = SoakPlan.YOUNGEST_CYCLED; age <= plan.oldest(); age++) {
      int first = oracle.events();
      for (int row = 0; row < plan.rowsBefore(); row++) {
        int event = oracle.newEvent(age).orElseThrow();
        oracle.begin(event);
        oracle.end(event, 1 + event % 1000);
      }
      inbox.sql(
          "SET SESSION cte_max_recursion_depth = 10000000",
          "INSERT INTO "
              + inbox.table()
              + " (consumer_name, event_id, event_day, status, payload_hash, result_code,"
              + " amount_minor, currency, received_at) WITH RECURSIVE numbers (n) AS (SELECT "
              + first
              + " UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < "
              + oracle.events()
              + ") SELECT '"
              + TestInbox.CONSUMER
              + "', CONCAT('soak-', n), '"
              + inbox.day(age)
              + "', 'SUCCEEDED', UNHEX(SHA2(CONCAT('soak-', n), 256)), 'OK', 1 + n % 1000, 'EUR',"
              + " UTC_TIMESTAMP(6) FROM numbers");
    }
  }

  private static void print(SoakPlan plan, Prober.Results results, double seconds) {
    LiveWriter.Counts counts = plan.counts();
    System.out.printf(
        "soak: %d cycles in %.0f s; %d rows inserted, updated or deleted (%.0f/s), %d statements"
            + " refused by the guard, %d late rows through the gate, %d verdicts stopped by their"
            + " epoch, %d refused as expired%n",
        plan.cycles(),
        seconds,
        counts.rows.get(),
        counts.rows.get() / seconds,
        counts.refused.get(),
        counts.late.get(),
        counts.lateStoppedByEpoch.get(),
        counts.beyondWindow.get());
    System.out.printf(
        "soak: %d look-ups (%.0f/s), %d of events being written; answers %s; by progress %s;"
            + " undecidable %s; wrong %d%n",
        results.answers.get(),
        results.answers.get() / seconds,
        results.moved.get(),
        sorted(results.kinds),
        sorted(results.inProgress),
        sorted(results.undecidable),
        results.wrong.size());
  }

  private static Map<String, Long> sorted(Map<String, LongAdder> counts) {
    Map<String, Long> sorted = new TreeMap<>();
    counts.forEach((key, count) -> sorted.put(key, count.sum()));
    return sorted;
  }
}
