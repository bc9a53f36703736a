package io.tallykeep.verifier.gate;

import static io.tallykeep.verifier.testing.TestInbox.DAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.verifier.gate.AggregateVersion.Position;
import io.tallykeep.verifier.gate.GateOutcome.Applied;
import io.tallykeep.verifier.gate.GateOutcome.Deferred;
import io.tallykeep.verifier.gate.GateOutcome.EffectFailed;
import io.tallykeep.verifier.gate.GateOutcome.InProgress;
import io.tallykeep.verifier.gate.GateOutcome.Kind;
import io.tallykeep.verifier.gate.GateOutcome.Stale;
import io.tallykeep.verifier.ledger.Progress;
import io.tallykeep.verifier.lookup.Where;
import io.tallykeep.verifier.testing.TestInbox;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Account 1 is at version 10; events carry the version the account has after them. */
class AggregateVersionIT {
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

  private static GateEvent event(String id, long version) {
    return new GateEvent(
        List.of("billing", id),
        DAY,
        TestInbox.hash(id),
        Map.of("status", "SUCCEEDED"),
        Optional.empty(),
        Optional.of(
            new Deferral(
                Long.toString(version).getBytes(StandardCharsets.UTF_8),
                "payments team",
                "redrive job",
                Map.of("status", "DEFERRED"))));
  }

  private Effect effect(String id, long version) {
    AggregateVersion account =
        AggregateVersion.of(
            fixture.schema.table("account"), Identifier.of("version"), Map.of("id", 1));
    return connection -> {
      Position position = account.compare(connection, version);
      if (position instanceof Position.Stale stale) {
        return stale.result(Map.of("result_code", "STALE"));
      }
      if (position instanceof Position.MissingPredecessor missing) {
        return missing.result();
      }
      GateFixture.book(connection, id);
      account.advance(connection, version);
      return EffectResult.done(Map.of("result_code", "OK"));
    };
  }

  private GateOutcome apply(String id, long version) {
    return gate.apply(fixture.dataSource(), event(id, version), effect(id, version));
  }

  private GateOutcome redrive(String id, long version) {
    return gate.redrive(fixture.dataSource(), event(id, version), effect(id, version));
  }

  private String waitsFor(long version) {
    return fixture.schema.table("account") + " id=1 version " + version;
  }

  @Test
  void twelveElevenElevenThirteenIsDeferredAppliedStaleAndAppliedAfterTheRedrive()
      throws SQLException {
    assertThat(apply("a12", 12)).isEqualTo(new Deferred(waitsFor(11), "payments team"));
    assertThat(apply("a12", 12)).isEqualTo(new Deferred(waitsFor(11), "payments team"));
    assertThat(apply("a11", 11)).isEqualTo(new Applied(Where.ONLINE, 100));
    assertThat(redrive("a12", 12)).isEqualTo(new Applied(Where.ONLINE, 100));
    assertThat(apply("b11", 11))
        .isEqualTo(new Stale("the aggregate is at version 12", Where.ONLINE));
    assertThat(apply("b11", 11).kind()).isEqualTo(Kind.DUPLICATE);
    assertThat(apply("a13", 13)).isEqualTo(new Applied(Where.ONLINE, 100));

    assertThat(fixture.number("SELECT version FROM account WHERE id = 1")).isEqualTo(13);
    assertThat(fixture.number("SELECT cents FROM account WHERE id = 1")).isEqualTo(10_300);
    assertThat(
            fixture.schema.text(
                "SELECT GROUP_CONCAT(event_id, ' ', status, ' ', result_code ORDER BY event_id)"
                    + " FROM inbox"))
        .isEqualTo("a11 SUCCEEDED OK,a12 SUCCEEDED OK,a13 SUCCEEDED OK,b11 SUCCEEDED STALE");
    assertThat(deferred()).isEmpty();
  }

  @Test
  void withoutARedriveThirteenIsDeferredTooAndBothComeInTheirOrderAfterwards() throws SQLException {
    apply("a12", 12);
    apply("a11", 11);
    assertThat(apply("b11", 11).kind()).isEqualTo(Kind.STALE);
    assertThat(apply("a13", 13)).isEqualTo(new Deferred(waitsFor(12), "payments team"));

    assertThat(redrive("a13", 13)).isEqualTo(new Deferred(waitsFor(12), "payments team"));
    assertThat(deferred())
        .extracting(event -> event.identity().get(1), DeferredEvent::tries)
        .containsExactly(tuple("a12", 1L), tuple("a13", 2L));
    assertThat(redrive("a12", 12).kind()).isEqualTo(Kind.APPLIED);
    assertThat(redrive("a13", 13).kind()).isEqualTo(Kind.APPLIED);
    assertThat(fixture.number("SELECT version FROM account WHERE id = 1")).isEqualTo(13);
  }

  private List<DeferredEvent> deferred() throws SQLException {
    try (Connection connection = fixture.dataSource().getConnection()) {
      return gate.deferred(connection, 100);
    }
  }

  /** The log is read again from the beginning: 12 must not keep 11, which it waits for, away. */
  @Test
  void aBatchThatIsRedeliveredPassesItsDeferredEventAgain() {
    List<GateItem> twelve = List.of(new GateItem(event("a12", 12), effect("a12", 12)));
    List<GateItem> both = List.of(twelve.get(0), new GateItem(event("a11", 11), effect("a11", 11)));

    assertThat(gate.applyAll(fixture.dataSource(), twelve).completedPrefix()).isEqualTo(1);
    BatchResult again = gate.applyAll(fixture.dataSource(), both);

    assertThat(again.outcomes())
        .extracting(GateOutcome::kind)
        .containsExactly(Kind.DEFERRED, Kind.APPLIED);
    assertThat(again.completedPrefix()).isEqualTo(2);
    assertThat(fixture.effects("a12")).isZero();
  }

  @Test
  void aDeferredEventThatComesAgainWithAnotherPayloadIsAConflict() {
    apply("a12", 12);

    assertThat(
            gate.apply(
                    fixture.dataSource(),
                    GateEvent.of(
                        List.of("billing", "a12"),
                        DAY,
                        new byte[32],
                        Map.of("status", "SUCCEEDED")),
                    effect("a12", 12))
                .kind())
        .isEqualTo(Kind.CONFLICT);
    assertThat(fixture.number("SELECT COUNT(*) FROM gate_conflict")).isEqualTo(1);
  }

  @Test
  void aDeferredEventKeepsAllThatIsNeededToApplyIt() throws SQLException {
    apply("a12", 12);

    assertThat(deferred())
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.identity()).containsExactly("billing", "a12");
              assertThat(event.eventDay()).isEqualTo(DAY);
              assertThat(event.payloadHash()).isEqualTo(TestInbox.hash("a12"));
              assertThat(new String(event.payload(), StandardCharsets.UTF_8)).isEqualTo("12");
              assertThat(event.owner()).isEqualTo("payments team");
              assertThat(event.redrivenBy()).isEqualTo("redrive job");
              assertThat(event.waitsFor()).isEqualTo(waitsFor(11));
              assertThat(event.tries()).isEqualTo(1);
            });
    assertThat(fixture.effects("a12")).isZero();
  }

  @Test
  void whatTheEffectWroteBeforeItGaveUpIsUndoneWithTheDeferral() {
    GateEvent event = event("a12", 12);
    gate.apply(
        fixture.dataSource(),
        event,
        connection -> {
          GateFixture.book(connection, "a12");
          return EffectResult.notApplicableYet("something");
        });

    assertThat(fixture.effects("a12")).isZero();
    assertThat(fixture.schema.text("SELECT status FROM inbox")).isEqualTo("DEFERRED");
  }

  @Test
  void withoutADeferralNothingIsKept() {
    GateOutcome outcome =
        gate.apply(fixture.dataSource(), GateFixture.event("a12"), effect("a12", 12));

    assertThat(outcome)
        .isEqualTo(new EffectFailed("NOT_APPLICABLE_YET", "waits for " + waitsFor(11)));
    assertThat(outcome.isSettled()).isFalse();
    assertThat(fixture.rows("a12")).isZero();
  }

  @Test
  void anIllegalTransitionIsItsOwnAnswer() {
    assertThat(
            gate.apply(
                fixture.dataSource(),
                event("a11", 11),
                connection -> EffectResult.rejected("ILLEGAL_TRANSITION", "REFUNDED to PAID")))
        .isEqualTo(new EffectFailed("ILLEGAL_TRANSITION", "REFUNDED to PAID"));
  }

  @Test
  void anAggregateThatIsNotThereIsTellableFromAnOlderVersion() throws SQLException {
    AggregateVersion missing =
        AggregateVersion.of(
            fixture.schema.table("account"), Identifier.of("version"), Map.of("id", 99));
    Position position = new Position.NoAggregate(fixture.schema.table("account") + " id=99");

    try (Connection connection = fixture.dataSource().getConnection()) {
      assertThat(missing.compare(connection, 0)).isEqualTo(position);
      assertThat(missing.compare(connection, 1)).isEqualTo(position);
    }
  }

  @Test
  void aVersionThatIsNullIsAnErrorAndNotVersionZero() {
    fixture.schema.execute("UPDATE account SET version = NULL WHERE id = 1");

    assertThat(apply("a0", 0))
        .isInstanceOfSatisfying(
            EffectFailed.class, failed -> assertThat(failed.detail()).contains("is NULL"));
    assertThat(fixture.rows("a0")).isZero();
  }

  @Test
  void aDeferredEventOfADayThatClosedMeanwhileIsCompletedWhereItIs() {
    apply("a12", 12);
    apply("a11", 11);
    fixture.ledger(Progress.CLOSED);

    assertThat(redrive("a12", 12)).isEqualTo(new Applied(Where.ONLINE, 101));
    assertThat(fixture.number("SELECT COUNT(*) FROM late_inbox")).isZero();
  }

  @Test
  void aDeferredEventOfAClosedDayLivesInTheLateTable() {
    fixture.ledger(Progress.CLOSED);
    apply("a12", 12);
    apply("a11", 11);

    assertThat(redrive("a12", 12)).isEqualTo(new Applied(Where.LATE, 101));
    assertThat(redrive("a12", 12).kind()).isEqualTo(Kind.DUPLICATE);
    assertThat(fixture.number("SELECT cents FROM account WHERE id = 1")).isEqualTo(10_200);
  }

  @ParameterizedTest
  @EnumSource(GatePoint.class)
  void twoRedrivesAtOnceHaveOneEffect(GatePoint point) {
    apply("a12", 12);
    apply("a11", 11);
    hook.once(
        point,
        () -> {
          // Begins inside the other one's transaction, and may only end after it.
          Thread rival =
              new Thread(
                  () ->
                      fixture
                          .gate()
                          .redrive(fixture.dataSource(), event("a12", 12), effect("a12", 12)));
          rival.start();
          if (point == GatePoint.ADJUDICATED || point == GatePoint.COMMITTED) {
            rival.join(60_000);
          }
          return null;
        });

    assertThat(redrive("a12", 12).isSettled()).isTrue();
    assertThat(fixture.effects("a12")).isEqualTo(1);
    assertThat(fixture.number("SELECT COUNT(*) FROM gate_deferred")).isZero();
  }

  @Test
  void anEventThatIsLiveWithoutBeingDeferredIsNotRedriven() {
    fixture.schema.execute(
        "INSERT INTO inbox (consumer_name, event_id, event_day, status, payload_hash) VALUES"
            + " ('billing', 'a11', ?, 'PROCESSING', ?)",
        DAY,
        TestInbox.hash("a11"));

    assertThat(redrive("a11", 11)).isEqualTo(new InProgress("PROCESSING"));
    assertThat(fixture.effects("a11")).isZero();
  }

  @Test
  void aDeferredEventWithAnotherPayloadIsAConflict() {
    apply("a12", 12);
    GateEvent other =
        GateEvent.of(List.of("billing", "a12"), DAY, new byte[32], Map.of("status", "SUCCEEDED"));

    assertThat(gate.redrive(fixture.dataSource(), other, effect("a12", 11)).kind())
        .isEqualTo(Kind.CONFLICT);
    assertThat(fixture.effects("a12")).isZero();
  }
}
