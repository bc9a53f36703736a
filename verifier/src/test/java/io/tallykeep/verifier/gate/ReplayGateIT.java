package io.tallykeep.verifier.gate;

import static io.tallykeep.verifier.gate.GateFixture.credit;
import static io.tallykeep.verifier.gate.GateFixture.event;
import static io.tallykeep.verifier.gate.GateFixture.paying;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.verifier.gate.GateOutcome.Applied;
import io.tallykeep.verifier.gate.GateOutcome.BeyondWindow;
import io.tallykeep.verifier.gate.GateOutcome.Conflict;
import io.tallykeep.verifier.gate.GateOutcome.Duplicate;
import io.tallykeep.verifier.gate.GateOutcome.EffectFailed;
import io.tallykeep.verifier.gate.GateOutcome.InProgress;
import io.tallykeep.verifier.gate.GateOutcome.Kind;
import io.tallykeep.verifier.ledger.Progress;
import io.tallykeep.verifier.lookup.Where;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the gate answers, and what stands in the tables afterwards. */
class ReplayGateIT {
  private GateFixture fixture;
  private ReplayGate gate;

  @BeforeEach
  void create() {
    fixture = GateFixture.create();
    gate = fixture.gate();
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void anEventIsAppliedOnceAndIsADuplicateEverAfter() {
    GateOutcome first = gate.apply(fixture.dataSource(), event("e1"), credit("e1"));
    GateOutcome second = gate.apply(fixture.dataSource(), event("e1"), credit("e1"));

    assertThat(first).isEqualTo(new Applied(Where.ONLINE, 100));
    assertThat(second)
        .isEqualTo(
            new Duplicate(
                Map.of("status", Optional.of("SUCCEEDED"), "result_code", Optional.of("OK"))));
    assertThat(fixture.number("SELECT cents FROM account WHERE id = 1")).isEqualTo(10_100);
    assertThat(fixture.rows("e1")).isEqualTo(1);
    assertThat(fixture.effects("e1")).isEqualTo(1);
  }

  @Test
  void theCallersConnectionComesBackAsItWas() throws SQLException {
    try (Connection connection = fixture.dataSource().getConnection()) {
      assertThat(gate.apply(connection, event("e1"), credit("e1")).kind()).isEqualTo(Kind.APPLIED);
      assertThat(gate.apply(connection, event("e2"), credit("e2")).kind()).isEqualTo(Kind.APPLIED);
      assertThat(connection.getAutoCommit()).isTrue();
    }
    assertThat(fixture.number("SELECT cents FROM account WHERE id = 1")).isEqualTo(10_200);
  }

  @Test
  void aLateEventGoesToTheLateTable() {
    fixture.ledger(Progress.CLOSED);

    assertThat(gate.apply(fixture.dataSource(), event("e1"), credit("e1")))
        .isEqualTo(new Applied(Where.LATE, 101));
    assertThat(gate.apply(fixture.dataSource(), event("e1"), credit("e1")).kind())
        .isEqualTo(Kind.DUPLICATE);
    assertThat(fixture.number("SELECT COUNT(*) FROM late_inbox")).isEqualTo(1);
    assertThat(fixture.effects("e1")).isEqualTo(1);
  }

  @Test
  void anExpiredDayIsBeyondTheWindow() {
    fixture.ledger(Progress.EXPIRED);

    assertThat(gate.apply(fixture.dataSource(), event("e1"), credit("e1")))
        .isEqualTo(new BeyondWindow());
    assertThat(fixture.effects("e1")).isZero();
  }

  @Test
  void anotherPayloadIsAConflictThatIsKeptOnce() {
    gate.apply(fixture.dataSource(), event("e1"), credit("e1"));
    byte[] other = new byte[32];

    for (int i = 0; i < 3; i++) {
      assertThat(gate.apply(fixture.dataSource(), event("e1", other), credit("e1")))
          .isEqualTo(
              new Conflict(
                  Conflict.Subject.EVENT,
                  HexFormat.of().formatHex(event("e1").payloadHash()),
                  "00".repeat(32)));
    }
    assertThat(fixture.effects("e1")).isEqualTo(1);
    assertThat(fixture.number("SELECT COUNT(*) FROM gate_conflict")).isEqualTo(1);
    assertThat(
            fixture.schema.text(
                "SELECT CONCAT_WS(' | ', subject, identity, event_day, times) FROM gate_conflict"))
        .isEqualTo("EVENT | consumer_name=billing, event_id=e1 | 2026-03-29 | 3");
  }

  @Test
  void twoEventsWithOneOperationHaveOneEffect() {
    GateOutcome first = gate.apply(fixture.dataSource(), paying("e1", "op", 100), credit("op"));
    GateOutcome second = gate.apply(fixture.dataSource(), paying("e2", "op", 100), credit("op"));
    GateOutcome again = gate.apply(fixture.dataSource(), paying("e2", "op", 100), credit("op"));

    Duplicate duplicate =
        new Duplicate(Map.of("status", Optional.of("SUCCEEDED"), "result_code", Optional.of("OK")));
    assertThat(first.kind()).isEqualTo(Kind.APPLIED);
    assertThat(second).isEqualTo(duplicate);
    assertThat(again).isEqualTo(duplicate);
    assertThat(fixture.effects("op")).isEqualTo(1);
    assertThat(fixture.rows("e2")).isEqualTo(1);
  }

  @Test
  void oneOperationWithAnotherIntentIsAConflictThatIsKept() {
    gate.apply(fixture.dataSource(), paying("e1", "op", 100), credit("op"));

    assertThat(gate.apply(fixture.dataSource(), paying("e2", "op", 200), credit("op")))
        .isEqualTo(
            new Conflict(
                Conflict.Subject.OPERATION,
                "payee=acme, amount_minor=100, currency=EUR",
                "payee=acme, amount_minor=200, currency=EUR"));
    assertThat(fixture.rows("e2")).isZero();
    assertThat(fixture.effects("op")).isEqualTo(1);
    assertThat(fixture.schema.text("SELECT operation FROM gate_conflict"))
        .isEqualTo("tenant_id=t1, operation_type=PAY, operation_id=op");
  }

  @Test
  void anUndecidedOperationIsInProgressAndNothingIsKept() {
    gate.apply(fixture.dataSource(), paying("e1", "op", 100), credit("op"));
    fixture.schema.execute("UPDATE operation SET status = 'UNKNOWN'");

    assertThat(gate.apply(fixture.dataSource(), paying("e2", "op", 100), credit("op")))
        .isEqualTo(new InProgress("UNKNOWN"));
    assertThat(fixture.rows("e2")).isZero();
  }

  @Test
  void aRejectedEffectLeavesNothing() {
    assertThat(
            gate.apply(
                fixture.dataSource(),
                paying("e1", "op", 100),
                connection -> {
                  GateFixture.book(connection, "e1");
                  return EffectResult.rejected("CLOSED_ACCOUNT", "account 1 is closed");
                }))
        .isEqualTo(new EffectFailed("CLOSED_ACCOUNT", "account 1 is closed"));
    assertThat(fixture.rows("e1")).isZero();
    assertThat(fixture.effects("e1")).isZero();
    assertThat(fixture.number("SELECT COUNT(*) FROM operation")).isZero();
  }

  @Test
  void aBatchEndsAtItsFirstItemThatIsNotSettled() {
    List<GateItem> items = new ArrayList<>();
    for (String id : List.of("e1", "e2", "e1", "e3", "e4")) {
      Effect effect =
          id.equals("e3") ? connection -> EffectResult.rejected("NO", "not this one") : credit(id);
      items.add(new GateItem(event(id), effect));
    }

    BatchResult result = gate.applyAll(fixture.dataSource(), items);

    assertThat(result.outcomes())
        .extracting(GateOutcome::kind)
        .containsExactly(Kind.APPLIED, Kind.APPLIED, Kind.DUPLICATE, Kind.EFFECT_FAILED);
    assertThat(result.completedPrefix()).isEqualTo(3);
    assertThat(fixture.rows("e4")).isZero();
  }

  @Test
  void lookUpsOfAnotherControlSchemaOrDatasetAreRefused() {
    assertThatThrownBy(
            () ->
                fixture.gate(
                    GateSettings.of(Identifier.of("elsewhere"), fixture.dataset),
                    GateListener.NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("control schema elsewhere");
    try (GateFixture other = GateFixture.create()) {
      assertThatThrownBy(
              () ->
                  fixture.gate(
                      GateSettings.of(fixture.schema.name(), other.dataset), GateListener.NONE))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("dataset inbox");
    }
  }

  @Test
  void theListenerHearsEveryPointOnce() {
    List<GatePoint> points = new ArrayList<>();

    fixture.gate(points::add).apply(fixture.dataSource(), event("e1"), credit("e1"));

    assertThat(points).containsExactly(GatePoint.values());
  }
}
