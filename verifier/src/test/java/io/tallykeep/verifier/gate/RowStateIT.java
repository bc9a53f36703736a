package io.tallykeep.verifier.gate;

import static io.tallykeep.verifier.gate.GateFixture.credit;
import static io.tallykeep.verifier.testing.TestInbox.DAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.verifier.gate.GateOutcome.EffectFailed;
import io.tallykeep.verifier.gate.GateOutcome.Kind;
import io.tallykeep.verifier.testing.TestInbox;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An event that is settled leaves no row behind that keeps its day from being archived. */
class RowStateIT {
  private static final Map<String, Object> DONE = Map.of("status", "SUCCEEDED");
  private static final Optional<Deferral> DEFERRAL =
      Optional.of(new Deferral(new byte[0], "team", "job", Map.of("status", "DEFERRED")));

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

  private static GateEvent event(
      Map<String, Object> columns, Optional<GateOperation> operation, Optional<Deferral> deferral) {
    return new GateEvent(
        List.of("billing", "e1"), DAY, TestInbox.hash("e1"), columns, operation, deferral);
  }

  private static Optional<GateOperation> operation(String id) {
    return GateFixture.paying("e1", id, 100).operation();
  }

  private GateOutcome apply(GateEvent event, EffectResult result) {
    return gate.apply(fixture.dataSource(), event, connection -> result);
  }

  private String row() {
    return fixture.schema.text(
        "SELECT CONCAT_WS(' ', status, IFNULL(operation_id, 'none')) FROM inbox");
  }

  private static void assertCode(EffectFailure code, GateOutcome outcome) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            EffectFailed.class, failed -> assertThat(failed.code()).isEqualTo(code.name()));
  }

  @Test
  void aStaleEventWhoseRowWouldStayLiveIsNotSettled() {
    GateEvent event = event(Map.of("status", "PROCESSING"), Optional.empty(), Optional.empty());

    assertCode(EffectFailure.LEFT_LIVE, apply(event, EffectResult.stale("old", Map.of())));
    assertThat(fixture.rows("e1")).isZero();
    assertThat(apply(event, EffectResult.stale("old", DONE)).kind()).isEqualTo(Kind.STALE);
    assertThat(row()).isEqualTo("SUCCEEDED none");
  }

  @Test
  void aStaleEventsRowNamesNoOperationSinceNoneIsKept() {
    GateEvent event = event(DONE, operation("op"), Optional.empty());

    assertThat(apply(event, EffectResult.stale("old", Map.of())).kind()).isEqualTo(Kind.STALE);
    assertThat(row()).isEqualTo("SUCCEEDED none");
    assertThat(fixture.number("SELECT COUNT(*) FROM operation")).isZero();
  }

  @Test
  void aStaleEventWhoseOperationCanNotBeTakenFromItsRowIsNotSettled() {
    for (String table : List.of("inbox", "late_inbox")) {
      fixture.schema.execute("ALTER TABLE " + table + " MODIFY operation_id VARCHAR(64) NOT NULL");
    }

    assertCode(
        EffectFailure.KEY_NOT_NULLABLE,
        apply(event(DONE, operation("op"), Optional.empty()), EffectResult.stale("old", Map.of())));
    assertThat(fixture.rows("e1")).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "DEFERRED"})
  void aDeferralNeedsToKnowTheStateOfTheRowOnceItIsDone(String state) {
    Map<String, Object> columns = state.isEmpty() ? Map.of() : Map.of("status", state);

    assertThatThrownBy(
            () ->
                apply(
                    event(columns, Optional.empty(), DEFERRAL), EffectResult.notApplicableYet("x")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("column status");
  }

  @Test
  void aRedriveThatWouldLeaveTheRowDeferredIsNotSettled() {
    apply(event(DONE, Optional.empty(), DEFERRAL), EffectResult.notApplicableYet("x"));
    GateEvent stateless = event(Map.of(), Optional.empty(), Optional.empty());

    assertCode(
        EffectFailure.LEFT_LIVE,
        gate.redrive(fixture.dataSource(), stateless, connection -> EffectResult.done()));
    assertCode(
        EffectFailure.LEFT_LIVE,
        gate.redrive(
            fixture.dataSource(), stateless, connection -> EffectResult.stale("old", Map.of())));
    assertThat(fixture.number("SELECT COUNT(*) FROM gate_deferred")).isEqualTo(1);
    assertThat(
            gate.redrive(fixture.dataSource(), stateless, connection -> EffectResult.done(DONE))
                .kind())
        .isEqualTo(Kind.APPLIED);
    assertThat(row()).isEqualTo("SUCCEEDED none");
  }

  @Test
  void aRedriveWithAnotherOperationPutsItsKeyIntoTheRow() {
    apply(event(DONE, operation("one"), DEFERRAL), EffectResult.notApplicableYet("x"));
    assertThat(row()).isEqualTo("DEFERRED one");

    assertThat(
            gate.redrive(
                    fixture.dataSource(), event(DONE, operation("two"), DEFERRAL), credit("e1"))
                .kind())
        .isEqualTo(Kind.APPLIED);
    assertThat(row()).isEqualTo("SUCCEEDED two");
    assertThat(fixture.schema.text("SELECT operation_id FROM operation")).isEqualTo("two");
  }
}
