package io.tallykeep.verifier.gate;

import static io.tallykeep.verifier.gate.GateFixture.credit;
import static io.tallykeep.verifier.testing.TestInbox.DAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tallykeep.verifier.gate.FinishOutcome.Finished;
import io.tallykeep.verifier.gate.GateOutcome.Kind;
import io.tallykeep.verifier.lookup.Where;
import io.tallykeep.verifier.testing.TestInbox;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The list of events that wait: each is its own, each gets its turn, none stays for nothing. */
class DeferredEventsIT {
  private static final LocalDate NEXT_DAY = DAY.plusDays(1);
  private static final Effect NOT_YET = on -> EffectResult.notApplicableYet("another");

  private static GateFixture fixture;

  private ReplayGate gate;

  @BeforeAll
  static void create() {
    fixture = GateFixture.create();
    fixture.schema.execute(
        "INSERT INTO day_ledger (dataset, shard, event_day, progress, epoch, table_partition)"
            + " VALUES ('inbox', 0, ?, 'ONLINE', 100, 'p2')",
        NEXT_DAY);
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  @BeforeEach
  void begin() {
    gate = fixture.gate();
    for (String table : List.of("inbox", "gate_deferred", "journal")) {
      fixture.schema.execute("DELETE FROM " + table);
    }
  }

  private static GateEvent event(String id, LocalDate day) {
    return new GateEvent(
        List.of("billing", id),
        day,
        TestInbox.hash(id),
        Map.of("status", "SUCCEEDED"),
        Optional.empty(),
        Optional.of(new Deferral(new byte[] {7}, "team", "job", Map.of("status", "DEFERRED"))));
  }

  private Kind apply(GateEvent event, Effect effect) {
    return gate.apply(fixture.dataSource(), event, effect).kind();
  }

  private Kind redrive(GateEvent event, Effect effect) {
    return gate.redrive(fixture.dataSource(), event, effect).kind();
  }

  private List<DeferredEvent> deferred(int limit) throws SQLException {
    try (Connection connection = fixture.dataSource().getConnection()) {
      return gate.deferred(connection, limit);
    }
  }

  /** A row that is live and not deferred. */
  private void beginLive(String id, LocalDate day) {
    GateEvent live =
        GateEvent.of(
            List.of("billing", id), day, TestInbox.hash(id), Map.of("status", "PROCESSING"));
    assertThat(apply(live, on -> EffectResult.done())).isEqualTo(Kind.APPLIED);
  }

  @Test
  void anotherDaysEventOfTheSameNameDoesNotTakeTheDeferral() throws SQLException {
    assertThat(apply(event("e1", DAY), NOT_YET)).isEqualTo(Kind.DEFERRED);
    beginLive("e1", NEXT_DAY);

    assertThat(redrive(event("e1", NEXT_DAY), credit("e1"))).isEqualTo(Kind.IN_PROGRESS);
    try (Connection connection = fixture.dataSource().getConnection()) {
      assertThat(
              gate.finish(
                  connection, List.of("billing", "e1"), NEXT_DAY, Map.of("status", "SUCCEEDED")))
          .isEqualTo(new Finished(Where.ONLINE));
    }
    assertThat(deferred(10)).extracting(DeferredEvent::eventDay).containsExactly(DAY);
    assertThat(redrive(event("e1", DAY), credit("e1"))).isEqualTo(Kind.APPLIED);
    assertThat(fixture.effects("e1")).isEqualTo(1);
  }

  @Test
  void eventsOfTwoDaysWithOneNameCanBothWait() throws SQLException {
    assertThat(apply(event("e1", DAY), NOT_YET)).isEqualTo(Kind.DEFERRED);
    assertThat(apply(event("e1", NEXT_DAY), NOT_YET)).isEqualTo(Kind.DEFERRED);

    assertThat(redrive(event("e1", NEXT_DAY), credit("e1"))).isEqualTo(Kind.APPLIED);
    assertThat(deferred(10)).extracting(DeferredEvent::eventDay).containsExactly(DAY);
  }

  /** However its re-drive ends. */
  @Test
  void anEventThatStaysLetsTheOthersHaveTheirTurn() throws SQLException {
    for (String id : List.of("e1", "e2", "e3")) {
      assertThat(apply(event(id, DAY), NOT_YET)).isEqualTo(Kind.DEFERRED);
    }
    redrive(event("e1", DAY), NOT_YET);
    redrive(event("e2", DAY), on -> EffectResult.rejected("NO", "never"));

    assertThat(deferred(10))
        .extracting(waiting -> waiting.identity().get(1), DeferredEvent::tries)
        .containsExactly(tuple("e3", 1L), tuple("e1", 2L), tuple("e2", 2L));
    assertThat(deferred(1)).extracting(waiting -> waiting.identity().get(1)).containsExactly("e3");
  }

  @Test
  void theDeferralOfARowThatSomebodyCompletedEndsWithTheNextRedrive() throws SQLException {
    assertThat(apply(event("e1", DAY), NOT_YET)).isEqualTo(Kind.DEFERRED);
    fixture.schema.execute("UPDATE inbox SET status = 'SUCCEEDED'");

    assertThat(redrive(event("e1", DAY), credit("e1"))).isEqualTo(Kind.DUPLICATE);
    assertThat(deferred(10)).isEmpty();
    assertThat(fixture.effects("e1")).isZero();
  }

  @Test
  void theDeferralOfARowThatIsGoneGivesWayToANewOne() throws SQLException {
    assertThat(apply(event("e1", DAY), NOT_YET)).isEqualTo(Kind.DEFERRED);
    fixture.schema.execute("DELETE FROM inbox");

    assertThat(apply(event("e1", DAY), on -> EffectResult.notApplicableYet("the third")))
        .isEqualTo(Kind.DEFERRED);
    assertThat(deferred(10)).extracting(DeferredEvent::waitsFor).containsExactly("the third");
  }
}
