package io.tallykeep.verifier.gate;

import static io.tallykeep.verifier.testing.TestInbox.DAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.verifier.gate.FinishOutcome.Finished;
import io.tallykeep.verifier.gate.FinishOutcome.NoRow;
import io.tallykeep.verifier.gate.FinishOutcome.NotLive;
import io.tallykeep.verifier.gate.FinishOutcome.RetryExhausted;
import io.tallykeep.verifier.gate.FinishOutcome.Undecidable;
import io.tallykeep.verifier.gate.GateOutcome.Kind;
import io.tallykeep.verifier.ledger.Progress;
import io.tallykeep.verifier.lookup.UndecidableReason;
import io.tallykeep.verifier.lookup.Where;
import io.tallykeep.verifier.testing.TestInbox;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rows that were inserted live and are completed later, wherever they are. */
class FinishIT {
  private static final Map<String, Object> DONE =
      Map.of("status", "SUCCEEDED", "result_code", "OK");

  private GateFixture fixture;
  private ReplayGate gate;
  private Connection connection;

  @BeforeEach
  void create() throws SQLException {
    fixture = GateFixture.create();
    gate = fixture.gate();
    connection = fixture.dataSource().getConnection();
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
    fixture.close();
  }

  private void begin(String id) {
    GateEvent event =
        GateEvent.of(
            List.of("billing", id), DAY, TestInbox.hash(id), Map.of("status", "PROCESSING"));
    assertThat(gate.apply(connection, event, on -> EffectResult.done()).kind())
        .isEqualTo(Kind.APPLIED);
    assertThat(gate.apply(connection, event, on -> EffectResult.done()).kind())
        .isEqualTo(Kind.IN_PROGRESS);
  }

  private FinishOutcome finish(String id) {
    return gate.finish(connection, List.of("billing", id), DAY, DONE);
  }

  @Test
  void aLiveRowIsCompletedInWhicheverTableHoldsIt() {
    begin("online");
    fixture.ledger(Progress.CLOSED);
    begin("late");

    assertThat(finish("online")).isEqualTo(new Finished(Where.ONLINE));
    assertThat(finish("late")).isEqualTo(new Finished(Where.LATE));
    assertThat(finish("late")).isEqualTo(new NotLive("SUCCEEDED"));
    assertThat(fixture.schema.text("SELECT CONCAT(status, result_code) FROM late_inbox"))
        .isEqualTo("SUCCEEDEDOK");
  }

  @Test
  void noRowIsAnAnswerOfItsOwn() {
    assertThat(finish("nobody")).isEqualTo(new NoRow());
    assertThat(gate.finish(connection, List.of("billing", "x"), DAY.plusDays(1), DONE))
        .isInstanceOfSatisfying(
            Undecidable.class,
            undecidable ->
                assertThat(undecidable.reason()).isEqualTo(UndecidableReason.NOT_COVERED));
  }

  @Test
  void aRowWhoseDayIsFrozenIsNotChangedAndTheGuardsWordIsPassedOn() {
    begin("online");
    fixture.schema.execute(
        "CREATE TRIGGER guard BEFORE UPDATE ON inbox FOR EACH ROW SIGNAL SQLSTATE '45000' SET"
            + " MYSQL_ERRNO = 30502, MESSAGE_TEXT = 'can not be changed any more'");

    assertThat(finish("online"))
        .isInstanceOfSatisfying(
            RetryExhausted.class,
            exhausted -> assertThat(exhausted.lastError()).startsWith("guard: can not be changed"));
  }

  @Test
  void finishingADeferredEventEndsItsDeferral() {
    gate.apply(
        connection,
        new GateEvent(
            List.of("billing", "e1"),
            DAY,
            TestInbox.hash("e1"),
            Map.of("status", "SUCCEEDED"),
            Optional.empty(),
            Optional.of(new Deferral(new byte[0], "team", "job", Map.of("status", "DEFERRED")))),
        on -> EffectResult.notApplicableYet("never"));
    assertThat(fixture.number("SELECT COUNT(*) FROM gate_deferred")).isEqualTo(1);

    assertThat(finish("e1")).isEqualTo(new Finished(Where.ONLINE));
    assertThat(fixture.number("SELECT COUNT(*) FROM gate_deferred")).isZero();
  }

  @Test
  void columnsThatLeaveTheRowLiveOrMoveItAreRefused() {
    assertThatThrownBy(
            () ->
                gate.finish(
                    connection, List.of("billing", "x"), DAY, Map.of("status", "PROCESSING")))
        .hasMessageContaining("finish must set column status");
    assertThatThrownBy(
            () ->
                gate.finish(
                    connection,
                    List.of("billing", "x"),
                    DAY,
                    Map.of("status", "SUCCEEDED", "EVENT_ID", "y")))
        .hasMessageContaining("sets column event_id");
  }
}
