package io.tallykeep.verifier.gate;

import static io.tallykeep.verifier.gate.GateFixture.credit;
import static io.tallykeep.verifier.gate.GateFixture.event;
import static io.tallykeep.verifier.testing.TestInbox.DAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.verifier.gate.GateOutcome.Applied;
import io.tallykeep.verifier.gate.GateOutcome.Kind;
import io.tallykeep.verifier.gate.GateOutcome.RetryExhausted;
import io.tallykeep.verifier.ledger.Progress;
import io.tallykeep.verifier.lookup.Where;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The day changes between the look-up and the transaction, or wants to change during it. */
class LateRowsIT {
  private final PointHook hook = new PointHook();
  private GateFixture fixture;
  private ReplayGate gate;

  @BeforeEach
  void create() {
    fixture = GateFixture.create();
    gate = fixture.gate(hook);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private GateOutcome apply() {
    return gate.apply(fixture.dataSource(), event("e1"), credit("e1"));
  }

  private void assertAppliedAt(Where where, GateOutcome outcome) {
    assertThat(outcome)
        .isEqualTo(new Applied(where, fixture.number("SELECT epoch FROM day_ledger")));
    assertThat(fixture.effects("e1")).isEqualTo(1);
    assertThat(fixture.number("SELECT COUNT(*) FROM late_inbox"))
        .isEqualTo(where == Where.LATE ? 1 : 0);
    assertThat(apply().kind()).isEqualTo(Kind.DUPLICATE);
    assertThat(fixture.effects("e1")).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = Progress.class,
      names = {"ONLINE", "DROPPED", "EXPIRED"},
      mode = EnumSource.Mode.EXCLUDE)
  void fromTheCloseOnANewRowGoesToTheLateTable(Progress progress) {
    fixture.ledger(progress);

    assertAppliedAt(Where.LATE, apply());
  }

  @Test
  void anEventOfADroppedDayIsAppliedOnceThroughTheLateTable() {
    fixture.ledger(Progress.FROZEN);
    fixture.archive.publish(DAY);
    fixture.schema.execute("ALTER TABLE inbox DROP PARTITION p1");
    fixture.ledger(Progress.DROPPED);

    assertAppliedAt(Where.LATE, apply());
  }

  @ParameterizedTest
  @EnumSource(
      value = Progress.class,
      names = {"CLOSED", "FROZEN"})
  void aDayThatClosesAfterTheLookUpIsLookedUpAgain(Progress progress) {
    hook.once(GatePoint.ADJUDICATED, () -> change(progress));

    assertAppliedAt(Where.LATE, apply());
    assertThat(hook.count(GatePoint.BEGUN)).isEqualTo(2);
  }

  @Test
  void aDayThatIsThawedAfterTheLookUpIsLookedUpAgain() {
    fixture.ledger(Progress.FROZEN);
    hook.once(GatePoint.ADJUDICATED, () -> change(Progress.CLOSED));

    assertAppliedAt(Where.LATE, apply());
    assertThat(hook.count(GatePoint.BEGUN)).isEqualTo(2);
  }

  @Test
  void aDayThatExpiresAfterTheLookUpIsBeyondTheWindow() {
    fixture.ledger(Progress.CLOSED);
    hook.once(GatePoint.ADJUDICATED, () -> change(Progress.EXPIRED));

    assertThat(apply().kind()).isEqualTo(Kind.BEYOND_WINDOW);
    assertThat(fixture.effects("e1")).isZero();
    assertThat(fixture.rows("e1")).isZero();
  }

  /** Also with an epoch that did not change, which no job does: the gate itself looks. */
  @Test
  void anExpiredDayIsRefusedUnderTheLockWhateverItsEpoch() {
    fixture.ledger(Progress.CLOSED);
    hook.once(
        GatePoint.ADJUDICATED,
        () -> fixture.schema.execute("UPDATE day_ledger SET progress = 'EXPIRED'"));

    assertThat(apply().kind()).isEqualTo(Kind.BEYOND_WINDOW);
    assertThat(fixture.rows("e1")).isZero();
  }

  @Test
  void anEventThatAnotherGateAppliedAndTheLateJobArchivedSinceTheLookUpIsADuplicate() {
    fixture.ledger(Progress.CLOSED);
    hook.once(
        GatePoint.ADJUDICATED,
        () -> {
          assertThat(fixture.gate().apply(fixture.dataSource(), event("e1"), credit("e1")).kind())
              .isEqualTo(Kind.APPLIED);
          fixture.archive.publishLate(DAY);
          fixture.schema.execute("DELETE FROM late_inbox");
          return fixture.schema.execute("UPDATE day_ledger SET epoch = epoch + 1");
        });

    assertThat(apply().kind()).isEqualTo(Kind.DUPLICATE);
    assertThat(fixture.effects("e1")).isEqualTo(1);
    assertThat(fixture.rows("e1")).isZero();
  }

  @Test
  void aVerdictWhoseEpochWasTakenBackAndReachedAgainByAnotherWayIsStillVoid() {
    fixture.ledger(Progress.CLOSED);
    hook.once(
        GatePoint.ADJUDICATED,
        () -> fixture.schema.execute("UPDATE day_ledger SET epoch = epoch - 1"));

    assertAppliedAt(Where.LATE, apply());
    assertThat(hook.count(GatePoint.BEGUN)).isEqualTo(2);
  }

  @Test
  void aLedgerThatNeverStandsStillExhaustsTheAttempts() {
    fixture.ledger(Progress.CLOSED);
    ReplayGate unlucky =
        fixture.gate(
            point -> {
              if (point == GatePoint.ADJUDICATED) {
                fixture.schema.execute("UPDATE day_ledger SET epoch = epoch + 1");
              }
            });

    assertThat(unlucky.apply(fixture.dataSource(), event("e1"), credit("e1")))
        .isInstanceOfSatisfying(
            RetryExhausted.class,
            exhausted -> {
              assertThat(exhausted.attempts()).isEqualTo(5);
              assertThat(exhausted.lastError()).startsWith("the day's epoch is ");
            });
    assertThat(fixture.effects("e1")).isZero();
  }

  @ParameterizedTest
  @EnumSource(
      value = GatePoint.class,
      names = {"LEDGER_READ", "ROW_INSERTED", "EFFECT_DONE", "BEFORE_COMMIT"})
  void theDayCanNotChangeWhileAnEventIsBeingApplied(GatePoint point) {
    hook.once(
        point,
        () -> {
          assertThatThrownBy(this::closeWithoutWaiting).hasMessageContaining("NOWAIT");
          return null;
        });

    assertAppliedAt(Where.ONLINE, apply());
  }

  @Test
  void aDayThatWasAddedOrChangedByNobodyKeepsItsEventsOnline() {
    assertAppliedAt(Where.ONLINE, apply());
    assertThat(hook.count(GatePoint.BEGUN)).isEqualTo(1);
  }

  private Void change(Progress progress) {
    fixture.ledger(progress);
    return null;
  }

  /** As a close does. */
  private void closeWithoutWaiting() throws SQLException {
    try (Connection connection = fixture.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.executeQuery(
          "SELECT epoch FROM day_ledger WHERE event_day = '" + DAY + "' FOR UPDATE NOWAIT");
    }
  }
}
