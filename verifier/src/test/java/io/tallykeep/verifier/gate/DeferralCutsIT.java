package io.tallykeep.verifier.gate;

import static io.tallykeep.verifier.gate.GateFixture.credit;
import static io.tallykeep.verifier.testing.TestInbox.DAY;
import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.sandbox.AnswerLoss;
import io.tallykeep.sandbox.FaultProxy;
import io.tallykeep.sandbox.Stop;
import io.tallykeep.verifier.gate.GateOutcome.Kind;
import io.tallykeep.verifier.testing.TestInbox;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A client that is gone at each statement by which an event is deferred, or tried again: on record
 * with its payload or not at all, and one effect in the end.
 */
class DeferralCutsIT {
  private static final List<String> DEFERRING =
      List.of(
          "SAVEPOINT",
          "ROLLBACK TO SAVEPOINT",
          "`inbox` SET",
          "`.gate_deferred",
          "SELECT CAST(",
          "COMMIT");
  private static final List<String> REDRIVING =
      List.of(
          "FOR SHARE",
          "FOR UPDATE",
          "SELECT owner",
          "SAVEPOINT",
          "UPDATE account",
          "RELEASE SAVEPOINT",
          "`inbox` SET",
          "DELETE FROM",
          "SELECT CAST(",
          "COMMIT");
  private static final AtomicInteger EVENTS = new AtomicInteger();

  private static GateFixture fixture;
  private static FaultProxy proxy;

  private final String id = "deferral-" + EVENTS.incrementAndGet();
  private ReplayGate gate;

  @BeforeAll
  static void create() {
    fixture = GateFixture.create();
    proxy = FaultProxy.inFrontOf(fixture.schema.server().host(), fixture.schema.server().port());
  }

  @AfterEach
  void heal() {
    proxy.heal();
  }

  @BeforeEach
  void openGate() {
    gate = fixture.gate();
  }

  @AfterAll
  static void close() {
    proxy.close();
    fixture.close();
  }

  static IntStream deferring() {
    return IntStream.range(0, DEFERRING.size());
  }

  static IntStream redriving() {
    return IntStream.range(0, REDRIVING.size());
  }

  private static String[] upTo(List<String> statements, int place) {
    return statements.subList(0, place + 1).toArray(new String[0]);
  }

  private static Connection throughProxy() throws SQLException {
    return fixture
        .schema
        .through(fixture.schema.server().throughPort(proxy.port()))
        .getConnection();
  }

  private GateEvent event() {
    return new GateEvent(
        List.of("billing", id),
        DAY,
        TestInbox.hash(id),
        Map.of("status", "SUCCEEDED"),
        Optional.empty(),
        Optional.of(new Deferral(new byte[] {1}, "team", "job", Map.of("status", "DEFERRED"))));
  }

  private long deferrals() {
    return fixture.number(
        "SELECT COUNT(*) FROM gate_deferred WHERE JSON_CONTAINS(identity, JSON_QUOTE('"
            + id
            + "'))");
  }

  @ParameterizedTest
  @MethodSource("deferring")
  void anEventIsOnRecordWithItsPayloadOrNotAtAll(int place) throws SQLException {
    try (Connection connection = throughProxy()) {
      AnswerLoss loss = proxy.dropAnswerAfterAll(upTo(DEFERRING, place));

      GateOutcome outcome =
          gate.apply(connection, event(), on -> EffectResult.notApplicableYet("another"));

      assertThat(loss.lostAnswers()).isEqualTo(1);
      boolean committed = DEFERRING.get(place).equals("COMMIT");
      assertThat(outcome.kind()).isEqualTo(committed ? Kind.IN_PROGRESS : Kind.RETRY_EXHAUSTED);
      assertThat(fixture.rows(id)).isEqualTo(committed ? 1 : 0);
      assertThat(deferrals()).isEqualTo(committed ? 1 : 0);
    }
    assertThat(gate.redrive(fixture.dataSource(), event(), credit(id)).kind())
        .isEqualTo(Kind.APPLIED);
    assertThat(fixture.effects(id)).isEqualTo(1);
    assertThat(deferrals()).isZero();
  }

  @ParameterizedTest
  @MethodSource("redriving")
  void aRedriveThatEndsAtAnyStatementIsDoneOrAsBefore(int place) throws SQLException {
    gate.apply(fixture.dataSource(), event(), on -> EffectResult.notApplicableYet("another"));
    Stop stop = proxy.stopBefore(proxy::cut, upTo(REDRIVING, place));

    GateOutcome outcome =
        gate.redrive(
            fixture.schema.through(fixture.schema.server().throughPort(proxy.port())),
            event(),
            credit(id));

    assertThat(stop.isReached()).isTrue();
    assertThat(outcome.kind()).isEqualTo(Kind.APPLIED);
    assertOneEffect();
  }

  @ParameterizedTest
  @MethodSource("redriving")
  void aRedriveWhoseAnswerIsLostHasOneEffect(int place) {
    gate.apply(fixture.dataSource(), event(), on -> EffectResult.notApplicableYet("another"));
    AnswerLoss loss = proxy.dropAnswerAfterAll(upTo(REDRIVING, place));

    GateOutcome outcome =
        gate.redrive(
            fixture.schema.through(fixture.schema.server().throughPort(proxy.port())),
            event(),
            credit(id));

    assertThat(loss.lostAnswers()).isEqualTo(1);
    assertThat(outcome.kind())
        .isEqualTo(REDRIVING.get(place).equals("COMMIT") ? Kind.DUPLICATE : Kind.APPLIED);
    assertOneEffect();
  }

  /** On a connection of its own: only the order of the list depends on it. */
  @Test
  void aRedriveGoesOnIfItsTryCanNotBeNoted() {
    gate.apply(fixture.dataSource(), event(), on -> EffectResult.notApplicableYet("another"));
    Stop stop = proxy.stopBefore(proxy::cut, "SET tries");

    GateOutcome outcome =
        gate.redrive(
            fixture.schema.through(fixture.schema.server().throughPort(proxy.port())),
            event(),
            credit(id));

    assertThat(stop.isReached()).isTrue();
    assertThat(outcome.kind()).isEqualTo(Kind.APPLIED);
    assertOneEffect();
  }

  private void assertOneEffect() {
    assertThat(fixture.effects(id)).isEqualTo(1);
    assertThat(fixture.rows(id)).isEqualTo(1);
    assertThat(deferrals()).isZero();
    assertThat(gate.redrive(fixture.dataSource(), event(), credit(id)).kind())
        .isEqualTo(Kind.DUPLICATE);
  }
}
