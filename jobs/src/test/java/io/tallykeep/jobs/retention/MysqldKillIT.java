package io.tallykeep.jobs.retention;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.jobs.TestArchive;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.jobs.retention.testing.Aside;
import io.tallykeep.sandbox.FaultProxy;
import io.tallykeep.sandbox.PrivateSandbox;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.sandbox.SandboxOptions;
import io.tallykeep.sandbox.Stop;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.ledger.Progress;
import io.tallykeep.verifier.lookup.Answer;
import io.tallykeep.verifier.lookup.AnswerKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * mysqld killed (SIGKILL) while a day is frozen and while a partition is dropped: in the ledger's
 * transaction, in the DDL, right after, also with commits that were not yet on disk. After each
 * restart every row is readable, the ledger agrees with the table, look-ups are right, and the same
 * command run again comes to the same end.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MysqldKillIT {
  private static final Logger LOG = LoggerFactory.getLogger(MysqldKillIT.class);
  private static final int ROWS = 30;
  private static final int ONLINE_DAYS = 4;

  private PrivateSandbox sandbox;
  private FaultProxy proxy;

  /** Made by each test. */
  @SuppressWarnings("NullAway.Init")
  private TestInbox inbox;

  @SuppressWarnings("NullAway.Init")
  private TestArchive archive;

  private int days;
  private int lostCommits;

  @BeforeAll
  void startServers(@TempDir Path home) {
    sandbox = Sandbox.startPrivate(home.resolve("servers"), SandboxOptions.FOR_TESTS);
    proxy = FaultProxy.inFrontOf(sandbox.mysql().host(), sandbox.mysql().port());
  }

  @AfterAll
  void stopServers() {
    proxy.close();
    sandbox.close();
  }

  @Test
  void fiveKillsDuringFreezeAndFiveDuringDrop(@TempDir Path folder) throws Exception {
    killDuring(folder, MysqldKill.FIVE_FREEZES, MysqldKill.FIVE_DROPS);
  }

  @Test
  @EnabledIfSystemProperty(named = "tallykeep.soak", matches = "true")
  void twentyKillsDuringFreezeAndTwentyDuringDrop(@TempDir Path folder) throws Exception {
    killDuring(folder, MysqldKill.TWENTY_FREEZES, MysqldKill.TWENTY_DROPS);
  }

  private void killDuring(Path folder, List<MysqldKill> freezes, List<MysqldKill> drops)
      throws Exception {
    days = ONLINE_DAYS + freezes.size();
    inbox = TestInbox.create(sandbox, folder, days);
    for (int daysAgo = 1; daysAgo <= days; daysAgo++) {
      inbox.fill(inbox.day(daysAgo), ROWS);
    }
    assertThat(inbox.adopt(days).exitCode()).isZero();
    inbox.configure(sandbox.mysql(), sandbox.s3());
    archive = new TestArchive(inbox);
    inbox.configure(sandbox.mysql().throughPort(proxy.port()), sandbox.s3());
    try {
      for (int round = 0; round < freezes.size(); round++) {
        LocalDate day = inbox.day(days - round);
        freezeKilled(day, freezes.get(round), round % 2 == 1);
      }
      int frozenLost = lostCommits;
      for (int round = 0; round < drops.size(); round++) {
        LocalDate day = inbox.day(days - round);
        dropKilled(day, drops.get(round), round % 2 == 1);
      }
      LOG.warn(
          "mysqld killed {} times during freeze ({} commits lost with it) and {} times during drop"
              + " ({} commits lost): all rows readable, no wrong answer, same end",
          freezes.size(),
          frozenLost,
          drops.size(),
          lostCommits - frozenLost);
    } finally {
      archive.close();
    }
  }

  private void freezeKilled(LocalDate day, MysqldKill kill, boolean lazyFlush) throws Exception {
    // Only this partition and older ones, which are held by now, have left the window by then.
    String[] command = {
      "jobs", "run", "archive", "--as-of", day.plusDays(ONLINE_DAYS + 1).toString()
    };
    Round round = killed(day, kill, lazyFlush, command);

    LedgerDay found = archive.ledger(day);
    assertThat(found.progress())
        .as(round.name())
        .isIn(
            lazyFlush
                ? List.of(Progress.ONLINE, Progress.CLOSED, Progress.FROZEN)
                : List.of(Progress.CLOSED, Progress.FROZEN));
    assertThat(found.freezeNumber().isPresent()).isEqualTo(found.progress() == Progress.FROZEN);
    round.assertEpochRises(found, Progress.FROZEN);
    runAgain(round, command, "HELD");
    assertThat(archive.ledger(day).epoch())
        .as(round.name() + ": no epoch that was ever seen comes back with another meaning")
        .isGreaterThanOrEqualTo(round.highestEpoch());
  }

  private void dropKilled(LocalDate day, MysqldKill kill, boolean lazyFlush) throws Exception {
    inbox.sql(
        "UPDATE `"
            + inbox.control()
            + "`.day_ledger SET hold_until = IF(event_day = '"
            + day
            + "', UTC_DATE(), '9999-12-31') WHERE progress = 'HELD'");
    String[] command = {"jobs", "run", "drop"};
    Round round = killed(day, kill, lazyFlush, command);

    LedgerDay found = archive.ledger(day);
    boolean there = isThere(day);
    assertThat(found.progress())
        .as(round.name())
        .isIn(
            there
                ? List.of(Progress.HELD, Progress.DROPPING)
                : List.of(Progress.DROPPING, Progress.DROPPED));
    runAgain(round, command, "DROPPED");
    assertThat(isThere(day)).as(round.name()).isFalse();
    assertThat(
            inbox.query(
                "SELECT COUNT(*) FROM `"
                    + inbox.control()
                    + "`.partition_drop WHERE table_partition = '"
                    + TestInbox.partition(day)
                    + "'"))
        .as(round.name())
        .containsExactly("1");
  }

  private boolean isThere(LocalDate day) throws SQLException {
    return !inbox
        .query(
            "SELECT 1 FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = '"
                + inbox.schema()
                + "' AND PARTITION_NAME = '"
                + TestInbox.partition(day)
                + "'")
        .isEmpty();
  }

  /** Runs the command, kills the server at the moment, starts it and looks at everything. */
  private Round killed(LocalDate day, MysqldKill kill, boolean lazyFlush, String... command)
      throws Exception {
    inbox.sql("SET GLOBAL innodb_flush_log_at_trx_commit = " + (lazyFlush ? 0 : 1));
    long process =
        Long.parseLong(
            Files.readString(
                    Path.of(inbox.query("SELECT @@datadir").get(0))
                        .resolve(inbox.query("SELECT @@pid_file").get(0)))
                .strip());
    Round round = new Round(day, kill + (lazyFlush ? ", log not flushed" : ""));
    Future<?> watching = Aside.call(round::watch);
    Runnable killer = () -> ProcessHandle.of(process).ifPresent(ProcessHandle::destroyForcibly);
    String[] texts = kill.texts().toArray(String[]::new);
    Stop stop =
        switch (kill.moment()) {
          case BEFORE -> proxy.stopBefore(killer, texts);
          case AFTER -> proxy.stopAfter(round.seeing(killer), texts);
          case DURING -> proxy.stopBefore(() -> killLater(killer, kill.delayMillis()), texts);
        };

    Outcome outcome = inbox.run(command);

    assertThat(stop.isReached()).as(round.name() + ": " + outcome).isTrue();
    sandbox.mysqlServer().kill();
    assertThat(archive.lookUp(day, 1).answer().kind())
        .as("while the server is down")
        .isEqualTo(AnswerKind.UNDECIDABLE);
    sandbox.mysqlServer().start();
    round.stop();
    watching.get(60, TimeUnit.SECONDS);
    assertReadable(round.name());
    return round;
  }

  private static void killLater(Runnable killer, int delayMillis) {
    CountDownLatch never = new CountDownLatch(1);
    Future<Boolean> unused =
        Aside.call(
            () -> {
              boolean early = never.await(delayMillis, TimeUnit.MILLISECONDS);
              killer.run();
              return early;
            });
  }

  /** Each partition that is there holds all its rows; each event is answered as it must be. */
  private void assertReadable(String name) throws SQLException {
    int partitions = 0;
    for (int daysAgo = 1; daysAgo <= days; daysAgo++) {
      LocalDate day = inbox.day(daysAgo);
      if (isThere(day)) {
        partitions++;
        assertThat(
                inbox.query(
                    "SELECT COUNT(*) FROM "
                        + inbox.table()
                        + " PARTITION (`"
                        + TestInbox.partition(day)
                        + "`)"))
            .as(name)
            .containsExactly(String.valueOf(ROWS));
      }
      assertThat(archive.lookUp(day, 1 + daysAgo % ROWS).answer().kind())
          .as("%s: a row of %s", name, day)
          .isEqualTo(AnswerKind.DUPLICATE);
      assertThat(archive.lookUp(day, ROWS + 1).answer().kind())
          .as("%s: no row of %s", name, day)
          .isEqualTo(AnswerKind.UNSEEN);
    }
    assertThat(inbox.query("SELECT COUNT(*) FROM " + inbox.table()))
        .as(name)
        .containsExactly(String.valueOf(partitions * ROWS));
  }

  private void runAgain(Round round, String[] command, String end) throws SQLException {
    Outcome again = inbox.run(command);
    assertThat(again.exitCode()).as(round.name() + ": " + again).isZero();
    assertThat(inbox.progress(round.day())).as(round.name()).isEqualTo(end);
    assertThat(archive.publications(round.day())).as(round.name()).hasSize(1);
    assertReadable(round.name() + ", run again");
  }

  /** One kill, and what look-ups answered around it. */
  private final class Round {
    private final LocalDate day;
    private final String name;
    private final CountDownLatch end = new CountDownLatch(1);
    private final Map<AnswerKind, Integer> answers = new EnumMap<>(AnswerKind.class);
    private long highestEpoch;
    private Progress seenBefore = Progress.ONLINE;

    Round(LocalDate day, String name) {
      this.day = day;
      this.name = name;
    }

    String name() {
      return name;
    }

    LocalDate day() {
      return day;
    }

    synchronized long highestEpoch() {
      return highestEpoch;
    }

    void stop() {
      end.countDown();
    }

    /** Asks for a row and for none until stopped; a wrong answer fails the test. */
    Map<AnswerKind, Integer> watch() throws InterruptedException {
      do {
        AnswerKind there = archive.lookUp(day, 1).answer().kind();
        assertThat(there).as(name).isIn(AnswerKind.DUPLICATE, AnswerKind.UNDECIDABLE);
        Answer none = archive.lookUp(day, ROWS + 1).answer();
        assertThat(none.kind()).as(name).isIn(AnswerKind.UNSEEN, AnswerKind.UNDECIDABLE);
        if (none instanceof Answer.Unseen unseen) {
          saw(unseen.epoch());
        }
        answers.merge(there, 1, Integer::sum);
        answers.merge(none.kind(), 1, Integer::sum);
      } while (!end.await(20, TimeUnit.MILLISECONDS));
      return answers;
    }

    private synchronized void saw(long epoch) {
      highestEpoch = Math.max(highestEpoch, epoch);
    }

    /** Before the kill, what the server had committed. */
    Runnable seeing(Runnable killer) {
      return () -> {
        try {
          LedgerDay committed = archive.ledger(day);
          saw(committed.epoch());
          seenBefore = committed.progress();
        } catch (SQLException e) {
          throw new AssertionError(e);
        }
        killer.run();
      };
    }

    /** Counts commits that were seen and are gone. */
    void assertEpochRises(LedgerDay found, Progress committed) {
      if (seenBefore == committed && found.progress() != committed) {
        lostCommits++;
        assertThat(found.epoch()).as(name).isLessThan(highestEpoch());
      }
    }
  }
}
