package io.tallykeep.verifier.gate;

import static io.tallykeep.verifier.gate.GateFixture.credit;
import static io.tallykeep.verifier.gate.GateFixture.paying;
import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.sandbox.AnswerLoss;
import io.tallykeep.sandbox.FaultProxy;
import io.tallykeep.sandbox.Stop;
import io.tallykeep.verifier.gate.GateOutcome.Kind;
import io.tallykeep.verifier.gate.GateOutcome.RetryExhausted;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What fails in an attempt, told apart, on a real server: never a second effect, never a row
 * without its effect. The look-ups' own connections do not go through the proxy.
 */
class GateCutsIT {
  private static GateFixture fixture;
  private static FaultProxy proxy;
  private static DataSource throughProxy;
  private static final AtomicInteger EVENTS = new AtomicInteger();

  private final String id = "cut-" + EVENTS.incrementAndGet();
  private final PointHook hook = new PointHook();
  private ReplayGate gate;

  @BeforeAll
  static void create() {
    fixture = GateFixture.create();
    proxy = FaultProxy.inFrontOf(fixture.schema.server().host(), fixture.schema.server().port());
    throughProxy = fixture.schema.through(fixture.schema.server().throughPort(proxy.port()));
  }

  @AfterEach
  void heal() {
    proxy.heal();
  }

  @BeforeEach
  void openGate() {
    gate = fixture.gate(hook);
  }

  @AfterAll
  static void close() {
    proxy.close();
    fixture.close();
  }

  /**
   * The statements of one attempt in their order, each with a text that only it has once the texts
   * before it were sent on the same connection.
   */
  static List<String> statements() {
    return List.of(
        "SELECT @@SESSION.autocommit",
        "SET SESSION wait_timeout",
        "WHERE FALSE",
        "SET TRANSACTION ISOLATION",
        "SET autocommit=0",
        "FOR SHARE",
        "INSERT INTO `" + fixture.schema.name() + "`.`inbox`",
        "SAVEPOINT",
        "`operation` WHERE",
        "INSERT INTO `" + fixture.schema.name() + "`.`operation`",
        "UPDATE account",
        "INSERT INTO journal",
        "RELEASE SAVEPOINT",
        "`inbox` SET",
        "`operation` SET",
        "SELECT CAST(",
        "COMMIT",
        "SET autocommit=1",
        "SET SESSION wait_timeout");
  }

  static List<Integer> places() {
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < statements().size(); i++) {
      places.add(i);
    }
    return places;
  }

  private static String[] upTo(int place) {
    return statements().subList(0, place + 1).toArray(new String[0]);
  }

  /** Whether the server has committed once it has done the statement at this place. */
  private static boolean committedAt(int place) {
    return place >= statements().indexOf("COMMIT");
  }

  @ParameterizedTest
  @MethodSource("places")
  void aConnectionCutBeforeAnyStatementEndsInOneEffect(int place) {
    Stop stop = proxy.stopBefore(proxy::cut, upTo(place));

    GateOutcome outcome = gate.apply(throughProxy, paying(id, id, 100), credit(id));

    assertThat(stop.isReached()).as(Arrays.toString(upTo(place))).isTrue();
    assertOneEffect(outcome, Kind.APPLIED);
    assertThat(hook.count(GatePoint.COMMITTED)).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("places")
  void anAnswerLostAfterAnyStatementEndsInOneEffect(int place) {
    AnswerLoss loss = proxy.dropAnswerAfterAll(upTo(place));

    GateOutcome outcome = gate.apply(throughProxy, paying(id, id, 100), credit(id));

    assertThat(loss.lostAnswers()).as(Arrays.toString(upTo(place))).isEqualTo(1);
    boolean commitUnknown = statements().get(place).equals("COMMIT");
    assertOneEffect(outcome, commitUnknown ? Kind.DUPLICATE : Kind.APPLIED);
  }

  @ParameterizedTest
  @MethodSource("places")
  void onTheCallersConnectionACutEndsTheCallAndALookUpTells(int place) throws SQLException {
    try (Connection connection = throughProxy.getConnection()) {
      proxy.dropAnswerAfterAll(upTo(place));

      GateOutcome outcome = gate.apply(connection, paying(id, id, 100), credit(id));

      if (committedAt(place)) {
        boolean confirmed = !statements().get(place).equals("COMMIT");
        assertOneEffect(outcome, confirmed ? Kind.APPLIED : Kind.DUPLICATE);
      } else {
        assertThat(outcome)
            .isInstanceOfSatisfying(
                RetryExhausted.class,
                exhausted -> {
                  assertThat(exhausted.attempts()).isEqualTo(1);
                  assertThat(exhausted.lastError()).startsWith("connection lost: ");
                });
        assertThat(fixture.effects(id)).isZero();
      }
      assertThat(connection.isClosed()).isTrue();
    }
    assertThat(gate.apply(fixture.dataSource(), paying(id, id, 100), credit(id)).isSettled())
        .isTrue();
    assertThat(fixture.effects(id)).isEqualTo(1);
  }

  private void assertOneEffect(GateOutcome outcome, Kind kind) {
    assertThat(outcome.kind()).as(outcome.toString()).isEqualTo(kind);
    assertThat(fixture.effects(id)).isEqualTo(1);
    assertThat(fixture.rows(id)).isEqualTo(1);
  }
}
