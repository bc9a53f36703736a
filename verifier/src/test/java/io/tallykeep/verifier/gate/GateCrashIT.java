package io.tallykeep.verifier.gate;

import static io.tallykeep.verifier.gate.GateFixture.credit;
import static io.tallykeep.verifier.gate.GateFixture.event;
import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.sandbox.PrivateSandbox;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.sandbox.SandboxOptions;
import io.tallykeep.verifier.gate.GateOutcome.Applied;
import io.tallykeep.verifier.gate.GateOutcome.Kind;
import io.tallykeep.verifier.gate.GateOutcome.Undecidable;
import io.tallykeep.verifier.lookup.UndecidableReason;
import io.tallykeep.verifier.lookup.Where;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** mysqld killed (SIGKILL), demoted or replaced while an event is applied. */
class GateCrashIT {
  private static PrivateSandbox alone;
  private static Path folder;
  private static GateFixture fixture;

  private final PointHook hook = new PointHook();

  @BeforeAll
  static void create(@TempDir Path home) {
    folder = home;
    alone = Sandbox.startPrivate(home.resolve("servers"), SandboxOptions.FOR_TESTS.mysqlOnly());
    fixture = GateFixture.create(alone);
  }

  @AfterAll
  static void close() {
    fixture.close();
    alone.close();
  }

  private static Void crash() {
    alone.mysqlServer().kill();
    alone.mysqlServer().start();
    return null;
  }

  /** Applied again and again until it is on record, as a consumer does. */
  private static void assertOneEffectInTheEnd(String id) {
    GateOutcome outcome = fixture.gate().apply(fixture.dataSource(), event(id), credit(id));
    assertThat(outcome.kind()).as(outcome.toString()).isIn(Kind.APPLIED, Kind.DUPLICATE);
    assertThat(fixture.gate().apply(fixture.dataSource(), event(id), credit(id)).kind())
        .isEqualTo(Kind.DUPLICATE);
    assertThat(fixture.effects(id)).isEqualTo(1);
    assertThat(fixture.rows(id)).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = GatePoint.class,
      names = {"ADJUDICATED", "ROW_INSERTED", "BEFORE_COMMIT", "COMMITTED"})
  void aServerKilledAtAnyPointLeavesOneEffect(GatePoint point) {
    String id = "kill-" + point;
    hook.once(point, GateCrashIT::crash);

    GateOutcome outcome = fixture.gate(hook).apply(fixture.dataSource(), event(id), credit(id));

    assertThat(outcome.kind()).as(outcome.toString()).isEqualTo(Kind.APPLIED);
    assertThat(fixture.effects(id)).isEqualTo(1);
    assertOneEffectInTheEnd(id);
  }

  /** Row and effect are one commit: a crash that loses it loses both, and nothing is half there. */
  @Test
  void aCommitThatACrashLosesIsAppliedAgainAndOnlyOnce() {
    fixture.schema.execute("SET GLOBAL innodb_flush_log_at_timeout = 2700");
    fixture.schema.execute("SET GLOBAL innodb_flush_log_at_trx_commit = 0");
    for (int i = 0; i < 2; i++) {
      String id = "lost-" + i;
      hook.once(GatePoint.COMMITTED, GateCrashIT::crash);

      fixture.gate(hook).apply(fixture.dataSource(), event(id), credit(id));

      assertThat(fixture.rows(id)).isEqualTo(fixture.effects(id));
      assertOneEffectInTheEnd(id);
      fixture.schema.execute("SET GLOBAL innodb_flush_log_at_trx_commit = 0");
    }
  }

  @Test
  void aVerdictWhoseEpochACrashTookBackIsVoidForGood() {
    closeDay();
    fixture.schema.execute("UPDATE day_ledger SET progress = 'ONLINE'");
    long known = fixture.epoch();
    fixture.schema.execute("SET GLOBAL innodb_flush_log_at_timeout = 2700");
    fixture.schema.execute("SET GLOBAL innodb_flush_log_at_trx_commit = 0");
    closeDay();
    long lost = fixture.epoch();
    hook.once(
        GatePoint.ADJUDICATED,
        () -> {
          crash();
          // The day may be open again, and is then closed once more.
          if (fixture.epoch() == known) {
            closeDay();
          }
          return null;
        });

    GateOutcome outcome =
        fixture.gate(hook).apply(fixture.dataSource(), event("epoch"), credit("epoch"));

    assertThat(outcome).isEqualTo(new Applied(Where.LATE, fixture.epoch()));
    assertThat(lost).isGreaterThan(known);
    assertOneEffectInTheEnd("epoch");
    fixture.schema.execute("UPDATE day_ledger SET progress = 'ONLINE'");
    fixture.schema.execute("DELETE FROM late_inbox");
  }

  /** As the jobs do. */
  private static void closeDay() {
    fixture.schema.execute(
        "UPDATE day_ledger SET progress = 'CLOSED', epoch = GREATEST(epoch + 1,"
            + " CAST(UNIX_TIMESTAMP(SYSDATE(6)) * 1000000 AS UNSIGNED))");
  }

  @Test
  void aVerdictOfAnotherServerIsVoid() {
    hook.once(
        GatePoint.ADJUDICATED,
        () -> {
          alone.mysqlServer().stop();
          deleteServerUuid();
          alone.mysqlServer().start();
          return null;
        });

    GateOutcome outcome =
        fixture.gate(hook).apply(fixture.dataSource(), event("failover"), credit("failover"));

    assertThat(outcome.kind()).isEqualTo(Kind.APPLIED);
    assertThat(hook.count(GatePoint.BEGUN)).isEqualTo(2);
    assertOneEffectInTheEnd("failover");
  }

  private static void deleteServerUuid() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> found =
          files.filter(file -> file.getFileName().toString().equals("auto.cnf")).toList();
      assertThat(found).hasSize(1);
      Files.delete(found.get(0));
    }
  }

  @Test
  void aServerThatIsDemotedAfterTheLookUpAppliesNothing() {
    hook.once(
        GatePoint.ADJUDICATED, () -> fixture.schema.execute("SET GLOBAL super_read_only = 1"));
    try {
      assertThat(fixture.gate(hook).apply(fixture.dataSource(), event("demoted"), credit("d")))
          .isInstanceOfSatisfying(
              Undecidable.class,
              undecidable ->
                  assertThat(undecidable.reason()).isEqualTo(UndecidableReason.READ_ONLY_SERVER));
      assertThat(fixture.rows("demoted")).isZero();
    } finally {
      fixture.schema.execute("SET GLOBAL super_read_only = 0");
      fixture.schema.execute("SET GLOBAL read_only = 0");
    }
    assertOneEffectInTheEnd("demoted");
  }

  @Test
  void aServerThatIsDemotedDuringTheTransactionRefusesTheCommitAndNothingIsApplied() {
    hook.once(
        GatePoint.LEDGER_READ, () -> fixture.schema.execute("SET GLOBAL super_read_only = 1"));
    try {
      GateOutcome outcome =
          fixture.gate(hook).apply(fixture.dataSource(), event("demoted2"), credit("demoted2"));
      assertThat(outcome.kind()).as(outcome.toString()).isEqualTo(Kind.UNDECIDABLE);
      assertThat(fixture.effects("demoted2")).isZero();
    } finally {
      fixture.schema.execute("SET GLOBAL super_read_only = 0");
      fixture.schema.execute("SET GLOBAL read_only = 0");
    }
    assertOneEffectInTheEnd("demoted2");
  }
}
