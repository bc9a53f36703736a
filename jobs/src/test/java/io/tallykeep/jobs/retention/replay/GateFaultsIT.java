package io.tallykeep.jobs.retention.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tallykeep.jobs.ChildRun;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.jobs.retention.testing.Aside;
import io.tallykeep.sandbox.FaultProxy;
import io.tallykeep.sandbox.PrivateSandbox;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.sandbox.SandboxOptions;
import io.tallykeep.sandbox.Stop;
import io.tallykeep.verifier.gate.GateOutcome;
import io.tallykeep.verifier.gate.GateOutcome.Kind;
import io.tallykeep.verifier.gate.GatePoint;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Gates that die, lose their connection or their server while the archiver is at work: the event is
 * replayed and has one effect.
 */
class GateFaultsIT {
  private static final boolean LONG = Boolean.getBoolean("tallykeep.soak");
  private static final int SERVER_KILLS = LONG ? 10 : 1;
  private static final int ROUNDS = LONG ? 5 : 1;
  private static final int DAYS = 7;
  private static final int YOUNGEST_ARCHIVED = LONG ? 5 : 6;
  private static final int ROWS = 20;
  private static final int LOOKUP_THREADS = 4;
  private static final Duration LONGEST = Duration.ofSeconds(90);

  @TempDir private Path folder;

  @Test
  void aProcessKilledWithAGateAtEachPointLeavesOneEffectWhenItsEventsAreReplayed()
      throws Exception {
    TestInbox inbox = adopted(Sandbox.shared());
    try (Gates gates = new Gates(inbox.configuration(), LOOKUP_THREADS)) {
      LocalDate day = inbox.day(DAYS);
      String[] archive = {"jobs", "run", "archive", "--as-of", day.plusDays(5).toString()};
      for (int round = 0; round < ROUNDS; round++) {
        String online = "killed-" + round + "-online-";
        if (round == 0) {
          killed(inbox, day, online, () -> assertWaits(inbox, archive));
          replay(gates, day, online);
        }
        clean(inbox, archive);
        String late = "killed-" + round + "-late-";
        killed(inbox, day, late, () -> assertWaits(inbox, "jobs", "run", "late"));
        clean(inbox, "jobs", "run", "drop");
        clean(inbox, "jobs", "run", "late");
        replay(gates, day, late);
        clean(inbox, "jobs", "run", "late");
        replay(gates, day, late);
      }
      assertThat(gates.effects().perEvent().values()).allMatch(count -> count == 1);
    }
  }

  /** By design: the archiver does not pass gates that hold the day's ledger row. */
  private static void assertWaits(TestInbox inbox, String... command) {
    Outcome outcome = inbox.run(command);
    assertThat(outcome.exitCode()).as(outcome.toString()).isEqualTo(2);
    assertThat(outcome.out()).contains("stayed locked over 5 tries");
  }

  private static void killed(TestInbox inbox, LocalDate day, String prefix, Runnable meanwhile) {
    ChildRun child =
        ChildRun.startMain(
            GateProcess.class,
            inbox.configuration().getParent(),
            List.of(inbox.configuration().toString(), day.toString(), prefix));
    await(prefix)
        .atMost(LONGEST)
        .until(() -> child.output().contains(GateProcess.STANDS) || !child.isAlive());
    assertThat(child.isAlive()).as(child.output()).isTrue();
    meanwhile.run();
    child.kill();
  }

  private static void replay(Gates gates, LocalDate day, String prefix) throws SQLException {
    Map<GatePoint, Kind> kinds = new EnumMap<>(GatePoint.class);
    for (GatePoint point : GatePoint.values()) {
      kinds.put(point, settled(gates, GateProcess.event(prefix, point, day)).kind());
    }
    System.out.println("gates killed, their events replayed: " + prefix + " " + kinds);
    assertThat(kinds.get(GatePoint.COMMITTED)).isEqualTo(Kind.DUPLICATE);
    Map<String, Integer> effects = gates.effects().perEvent();
    for (GatePoint point : GatePoint.values()) {
      assertThat(effects).containsEntry(prefix + point, 1);
    }
  }

  private static GateOutcome settled(Gates gates, ReplayedEvent event) {
    GateOutcome outcome = gates.apply(event);
    for (int tries = 0; !isSettled(outcome); tries++) {
      assertThat(tries).as("tries of %s: %s", event, outcome).isLessThan(200);
      outcome = gates.apply(event);
    }
    return outcome;
  }

  private static boolean isSettled(GateOutcome outcome) {
    return outcome.kind() == Kind.APPLIED || outcome.kind() == Kind.DUPLICATE;
  }

  @Test
  void aConnectionCutAtEachStatementOfAGateLeavesOneEffectBesideTheArchiver() throws Exception {
    TestInbox inbox = adopted(Sandbox.shared());
    try (FaultProxy proxy =
        FaultProxy.inFrontOf(Sandbox.shared().mysql().host(), Sandbox.shared().mysql().port())) {
      inbox.configure(Sandbox.shared().mysql().throughPort(proxy.port()), Sandbox.shared().s3());
      try (Gates gates = new Gates(inbox.configuration(), LOOKUP_THREADS)) {
        inbox.configure(Sandbox.shared().mysql(), Sandbox.shared().s3());
        LocalDate day = inbox.day(DAYS);
        Future<Integer> archiver = Aside.call(() -> archiveAll(inbox));
        List<String> seen = new ArrayList<>();
        for (int round = 0; round < ROUNDS || !archiver.isDone(); round++) {
          for (List<String> statement : statements(gates)) {
            cut(gates, proxy, statement, day, seen);
          }
        }
        System.out.printf(
            "gates cut off at %d statements while %d runs of the archiver went on: %s%n",
            seen.size(), archiver.get(), seen.stream().limit(16).toList());
        assertThat(seen).as("every statement was met").noneMatch(what -> what.contains("not sent"));
        Map<String, Integer> effects = gates.effects().perEvent();
        assertThat(effects).hasSize(seen.size()).allSatisfy((event, n) -> assertThat(n).isOne());
      }
    }
  }

  /** The requests of one attempt, each found by texts that follow one another. */
  private static List<List<String>> statements(Gates gates) {
    String insert = "INSERT INTO " + gates.effects().name();
    return List.of(
        List.of("FOR SHARE"),
        List.of("FOR SHARE", "inbox` ("),
        List.of("FOR SHARE", "SAVEPOINT"),
        List.of("FOR SHARE", insert),
        List.of(insert, "UPDATE `"),
        List.of(insert, "COMMIT"));
  }

  private static void cut(
      Gates gates, FaultProxy proxy, List<String> statement, LocalDate day, List<String> seen) {
    for (boolean answerLost : List.of(false, true)) {
      String[] texts = statement.toArray(String[]::new);
      ReplayedEvent event = ReplayedEvent.of("cut-" + seen.size(), day);
      Stop stop =
          answerLost ? proxy.stopAfter(proxy::cut, texts) : proxy.stopBefore(proxy::cut, texts);
      GateOutcome outcome = settled(gates, event);
      proxy.heal();
      seen.add(
          statement.get(statement.size() - 1)
              + (answerLost ? ", answer lost: " : ": ")
              + (stop.isReached() ? outcome.kind() : "not sent"));
    }
  }

  private static int archiveAll(TestInbox inbox) {
    int runs = 0;
    for (int age = DAYS; age >= YOUNGEST_ARCHIVED; age--) {
      LocalDate asOf = inbox.day(age).plusDays(5);
      for (String job : List.of("archive", "late", "drop", "late")) {
        Outcome outcome;
        do {
          outcome = inbox.run("jobs", "run", job, "--as-of", asOf.toString());
          runs++;
          assertThat(outcome.exitCode()).as(outcome.toString()).isIn(0, 2);
          assertThat(runs).isLessThan(200);
        } while (outcome.exitCode() != 0);
      }
    }
    return runs;
  }

  private TestInbox adopted(Sandbox sandbox) throws Exception {
    TestInbox inbox = TestInbox.create(sandbox, Files.createTempDirectory(folder, "inbox"), DAYS);
    for (int age = 1; age <= DAYS; age++) {
      inbox.fill(inbox.day(age), ROWS);
    }
    assertThat(inbox.adopt(DAYS).exitCode()).isZero();
    return inbox;
  }

  private static void clean(TestInbox inbox, String... command) {
    Outcome outcome = inbox.run(command);
    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
  }

  @Test
  void mysqldKilledWithGatesAtEachPointWhileTheArchiverRunsLeavesOneEffect() throws Exception {
    try (PrivateSandbox sandbox =
        Sandbox.startPrivate(folder.resolve("servers"), SandboxOptions.FOR_TESTS)) {
      TestInbox inbox = adopted(sandbox);
      try (Gates gates = new Gates(inbox.configuration(), GatePoint.values().length)) {
        Future<Integer> archiver = Aside.call(() -> archiveThroughKills(inbox));
        for (int kill = 0; kill < SERVER_KILLS; kill++) {
          killServer(sandbox, inbox, gates, "server-" + kill + "-");
        }
        assertThat(archiver.get()).isPositive();
        Map<String, Integer> effects = gates.effects().perEvent();
        assertThat(effects)
            .hasSize(SERVER_KILLS * GatePoint.values().length)
            .allSatisfy((event, n) -> assertThat(n).isOne());
      }
    }
  }

  private static void killServer(
      PrivateSandbox sandbox, TestInbox inbox, Gates gates, String prefix) throws Exception {
    LocalDate day = inbox.day(DAYS);
    Map<GatePoint, HeldGate> held = new EnumMap<>(GatePoint.class);
    for (GatePoint point : GatePoint.values()) {
      HeldGate gate = HeldGate.heldAt(point, gates, GateProcess.event(prefix, point, day));
      held.put(point, gate);
      await(point.name()).atMost(LONGEST).until(() -> gate.wasHeld() || gate.isOver());
    }
    sandbox.mysqlServer().kill();
    held.values().forEach(HeldGate::goOn);
    Map<GatePoint, Kind> atOnce = new EnumMap<>(GatePoint.class);
    held.forEach((point, gate) -> atOnce.put(point, gate.outcome().kind()));
    sandbox.mysqlServer().start();
    Map<GatePoint, Kind> replayed = new EnumMap<>(GatePoint.class);
    for (GatePoint point : GatePoint.values()) {
      replayed.put(point, settled(gates, GateProcess.event(prefix, point, day)).kind());
    }
    System.out.printf("mysqld killed under gates: %s, replayed: %s%n", atOnce, replayed);
    assertThat(replayed.get(GatePoint.COMMITTED)).isEqualTo(Kind.DUPLICATE);
    Map<String, Integer> effects = gates.effects().perEvent();
    for (GatePoint point : GatePoint.values()) {
      assertThat(effects).containsEntry(prefix + point, 1);
    }
  }

  /** As {@link #archiveAll}; while the server is away a run may fail in any way but succeed. */
  private static int archiveThroughKills(TestInbox inbox) {
    int[] runs = {0};
    for (int age = DAYS; age >= YOUNGEST_ARCHIVED; age--) {
      String asOf = inbox.day(age).plusDays(5).toString();
      for (String job : List.of("archive", "late", "drop", "late")) {
        await(job + " as of " + asOf)
            .pollInSameThread()
            .pollDelay(Duration.ZERO)
            .pollInterval(Duration.ofMillis(500))
            .atMost(Duration.ofMinutes(5))
            .until(
                () -> {
                  runs[0]++;
                  return inbox.run("jobs", "run", job, "--as-of", asOf).exitCode() == 0;
                });
      }
    }
    return runs[0];
  }
}
