package io.tallykeep.jobs.retention.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.jobs.retention.replay.Replay.Reach;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.verifier.gate.GateOutcome.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ninety days are archived. All events of the last 7 days, of the last 30 and of all days are
 * replayed through gates, several at once, while one night after the other archives, drops, moves
 * late rows and expires. Some events are new, some come twice, some come with another payload. The
 * balances are those of a single run.
 *
 * <p>24 events a day by default; {@code -Psoak} takes 2,000,000 in all, or {@code
 * -Dtallykeep.replay.events=N}.
 */
class ReplaysOverNightsIT {
  private static final boolean LONG = Boolean.getBoolean("tallykeep.soak");
  private static final int NIGHTS = LONG ? 6 : 3;
  private static final int IDENTITY_DAYS = 92;

  /** Before the first night two days have expired, and 88 are archived and dropped. */
  private static final int DAYS = IDENTITY_DAYS + NIGHTS + 2;

  private static final int ONLINE_DAYS = 4;
  private static final int DAYS_PER_OLD_PARTITION = 30;
  private static final int THREADS_PER_REPLAY = 2;
  private static final int EVENTS = Integer.getInteger("tallykeep.replay.events", 2_000_000);

  /** A replay that goes through days in their order fetches a row group once, and not each time. */
  private static final String READS = LONG ? "  lookup: {row-group-cache: 64MB}\n" : "";

  private static final Duration LONGEST = LONG ? Duration.ofHours(8) : Duration.ofMinutes(10);

  @TempDir private Path folder;

  /** Made by the test. */
  @SuppressWarnings("NullAway.Init")
  private TestInbox inbox;

  @SuppressWarnings("NullAway.Init")
  private ReplayPlan plan;

  @Test
  void theBalancesAfterReplaysOfAllDaysWhileNightsPassAreThoseOfOneRun() throws Exception {
    long start = System.nanoTime();
    inbox = TestInbox.create(Sandbox.shared(), folder, DAYS);
    plan = new ReplayPlan(inbox.day(0), DAYS, LONG ? EVENTS / DAYS : 24, NIGHTS, IDENTITY_DAYS);
    configureNinetyDays();
    combineOldPartitions();
    try (Gates gates = Gates.pooled(inbox, 3 * THREADS_PER_REPLAY)) {
      fill(gates.effects());
      assertThat(inbox.adopt(DAYS).exitCode()).isZero();
      jobsOf(plan.night(-1));
      assertThat(progressOfDays())
          .as("90 days archived, two of them expired")
          .containsEntry("DROPPED", 88L)
          .containsEntry("EXPIRED", 2L);
      double prepared = seconds(start);
      ReplayBooks books = new ReplayBooks(plan);
      long replaying = System.nanoTime();
      ProcessorTime used = ProcessorTime.now();
      replayWhileNightsPass(gates, books);
      print(books, prepared, seconds(replaying));
      System.out.println(
          "replays: processor time for each answer: "
              + ProcessorTime.now().perAnswerSince(used, books.answers()));
      books.assertEveryAnswerWasRight();
      books.assertBalances(inbox.server(), gates.effects());
      assertEachRowOnce(gates, books);
      assertThat(books.kinds().keySet())
          .containsExactlyInAnyOrder(
              Kind.APPLIED, Kind.DUPLICATE, Kind.CONFLICT, Kind.BEYOND_WINDOW);
    }
  }

  private static double seconds(long since) {
    return (System.nanoTime() - since) / 1e9;
  }

  private void configureNinetyDays() throws IOException {
    String text = Files.readString(inbox.configuration());
    Files.writeString(
        inbox.configuration(),
        text.replace("{replay: 8d}", "{replay: 90d}")
            .replace("  late: {", READS + "  late: {")
            .replace("identity-days: 10", "identity-days: " + IDENTITY_DAYS));
  }

  /** Thirty days in one partition each, as far as they are archived before the first night. */
  private void combineOldPartitions() throws SQLException {
    int youngest = NIGHTS + ONLINE_DAYS + 1;
    for (int age = DAYS; age - DAYS_PER_OLD_PARTITION + 1 >= youngest; ) {
      List<String> names = new ArrayList<>();
      for (int i = 0; i < DAYS_PER_OLD_PARTITION; i++) {
        names.add(TestInbox.partition(inbox.day(age - i)));
      }
      age -= DAYS_PER_OLD_PARTITION;
      inbox.sql(
          "ALTER TABLE "
              + inbox.table()
              + " REORGANIZE PARTITION "
              + String.join(", ", names)
              + " INTO (PARTITION "
              + names.get(names.size() - 1)
              + " VALUES LESS THAN ('"
              + inbox.day(age)
              + "'))");
    }
  }

  /** What was delivered at first, with its effects. */
  private void fill(EffectTable effects) throws SQLException {
    for (int first = 0; first < plan.events(); first += plan.perDay()) {
      String numbers =
          "WITH RECURSIVE numbers (n) AS (SELECT "
              + first
              + " UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < "
              + (first + plan.perDay())
              + ") SELECT ";
      String delivered = " FROM numbers WHERE (n - " + first + ") % 10 <> 3";
      inbox.sql(
          "SET SESSION cte_max_recursion_depth = 10000000",
          "INSERT INTO "
              + inbox.table()
              + " (consumer_name, event_id, event_day, status, payload_hash, result_code,"
              + " amount_minor, currency, received_at) "
              + numbers
              + "'"
              + TestInbox.CONSUMER
              + "', CONCAT('replay-', n), '"
              + plan.day(first)
              + "', 'SUCCEEDED', UNHEX(SHA2(CONCAT('replay-', n), 256)), 'OK', 1 + n % 997, 'EUR',"
              + " UTC_TIMESTAMP(6)"
              + delivered,
          "INSERT INTO "
              + effects.name()
              + " (event_id, account, amount_minor) "
              + numbers
              + "CONCAT('replay-', n), n % 41, 1 + n % 997"
              + delivered);
    }
  }

  private Map<String, Long> progressOfDays() throws SQLException {
    Map<String, Long> counts = new TreeMap<>();
    for (String progress :
        inbox.query(
            "SELECT progress FROM `"
                + inbox.control()
                + "`.day_ledger WHERE event_day BETWEEN '"
                + inbox.day(DAYS)
                + "' AND '"
                + inbox.day(1)
                + "'")) {
      counts.merge(progress, 1L, Math::addExact);
    }
    return counts;
  }

  /** One night's jobs; what is put off is done in one of the next. */
  private boolean jobsOf(LocalDate night) {
    boolean clean = true;
    for (String job : List.of("archive", "drop", "late", "expire")) {
      // A hold ends by the server's clock, and that is past all nights.
      LocalDate asOf = job.equals("drop") ? inbox.day(0) : night;
      Outcome outcome = inbox.run("jobs", "run", job, "--as-of", asOf.toString());
      assertThat(outcome.exitCode()).as("%s as of %s: %s", job, night, outcome).isIn(0, 2, 3);
      clean &= outcome.exitCode() == 0;
    }
    return clean;
  }

  private void replayWhileNightsPass(Gates gates, ReplayBooks books) throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    List<Replay> replays = new ArrayList<>();
    Replay longest = replay(gates, books, new Reach(DAYS, Integer.MAX_VALUE, () -> 1, stop));
    replays.add(replay(gates, books, new Reach(7, 3, longest::progress, stop)));
    replays.add(replay(gates, books, new Reach(30, LONG ? 1 : 3, longest::progress, stop)));
    replays.add(longest);
    ExecutorService threads = Executors.newFixedThreadPool(replays.size() * THREADS_PER_REPLAY);
    List<Future<Void>> running = new ArrayList<>();
    try {
      for (Replay replay : replays) {
        for (int i = 0; i < THREADS_PER_REPLAY; i++) {
          running.add(threads.submit(replay));
        }
      }
      for (int night = 0; night < NIGHTS; night++) {
        double due = (double) night / NIGHTS;
        await("the replay of all days has come as far as night " + night)
            .atMost(LONGEST)
            .until(
                () ->
                    longest.progress() >= due
                        || running.stream().anyMatch(ReplaysOverNightsIT::hasFailed));
        boolean clean = jobsOf(plan.night(night));
        System.out.printf(
            "replays: night of %s %s, %d answers%n",
            plan.night(night), clean ? "clean" : "with deferrals", books.answers());
      }
      stop.set(true);
      for (Future<Void> replay : running) {
        end(replay);
      }
    } finally {
      stop.set(true);
      threads.shutdownNow();
    }
    await("what the nights put off is done").atMost(LONGEST).until(() -> jobsOf(plan.today()));
    replays.forEach(
        replay ->
            System.out.printf(
                "replays: of the last %d days: %d days brought%n",
                replay.lastDays(), replay.daysDone()));
  }

  private Replay replay(Gates gates, ReplayBooks books, Reach reach) {
    return new Replay(plan, inbox, gates, books, reach);
  }

  private static boolean hasFailed(Future<Void> replay) {
    try {
      if (replay.isDone()) {
        end(replay);
      }
      return false;
    } catch (ExecutionException e) {
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  private static void end(Future<Void> replay) throws ExecutionException, InterruptedException {
    replay.get();
  }

  private void print(ReplayBooks books, double prepared, double seconds) throws SQLException {
    System.out.printf(
        "replays: %d events of %d days, prepared in %.0f s; %d answers in %.0f s (%.0f/s): %s;"
            + " brought again %s; days in the end %s%n",
        plan.events(),
        plan.days(),
        prepared,
        books.answers(),
        seconds,
        books.answers() / seconds,
        books.kinds(),
        books.askedAgain(),
        progressOfDays());
  }

  /** Over inbox, late table and archive together; the days that expired have none. */
  private void assertEachRowOnce(Gates gates, ReplayBooks books) throws SQLException, IOException {
    byte[] rows = new byte[plan.events()];
    gates.effects().forEachRowOnServer(event -> rows[number(event)]++);
    ArchivedEvents.forEach(gates.archive(), folder, event -> rows[number(event)]++);
    for (int event = 0; event < plan.events(); event++) {
      assertThat(rows[event])
          .as("rows of %s of %s", ReplayPlan.id(event), plan.day(event))
          .isEqualTo((byte) (books.hasRow(event) ? 1 : 0));
    }
  }

  private static int number(String event) {
    return Integer.parseInt(event.substring("replay-".length()));
  }
}
