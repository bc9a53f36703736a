package io.tallykeep.verifier.gate;

import static io.tallykeep.verifier.gate.GateFixture.credit;
import static io.tallykeep.verifier.gate.GateFixture.event;
import static io.tallykeep.verifier.gate.GateFixture.paying;
import static io.tallykeep.verifier.testing.TestInbox.DAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.verifier.gate.GateOutcome.EffectFailed;
import io.tallykeep.verifier.gate.GateOutcome.Kind;
import io.tallykeep.verifier.gate.GateOutcome.Undecidable;
import io.tallykeep.verifier.lookup.UndecidableReason;
import io.tallykeep.verifier.testing.TestInbox;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Events and results that the tables will never take: refused at once, and never tried again. */
class UnfitEventsIT {
  private final AtomicInteger attempts = new AtomicInteger();
  private GateFixture fixture;
  private ReplayGate gate;

  @BeforeEach
  void create() {
    fixture = GateFixture.create();
    gate =
        fixture.gate(
            point -> {
              if (point == GatePoint.ADJUDICATED) {
                attempts.incrementAndGet();
              }
            });
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private static GateEvent with(Map<String, Object> columns) {
    return GateEvent.of(List.of("billing", "e1"), DAY, TestInbox.hash("e1"), columns);
  }

  private void refuses(GateEvent event, String... words) {
    assertThatThrownBy(() -> gate.apply(fixture.dataSource(), event, credit("e1")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(words);
    assertThat(attempts).hasValue(0);
    assertThat(fixture.rows("e1")).isZero();
    assertThat(fixture.effects("e1")).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2, 31, 33})
  void aHashOfAnotherLengthThanItsColumnIsRefused(int bytes) {
    refuses(event("e1", new byte[bytes]), "hash");
  }

  @Test
  void soIsOneOfAnEventThatIsOnRecord() {
    gate.apply(fixture.dataSource(), event("e1"), credit("e1"));

    assertThatThrownBy(
            () -> gate.apply(fixture.dataSource(), event("e1", new byte[2]), credit("e1")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("2 bytes", "payload_hash", "takes 32");
    assertThat(fixture.number("SELECT COUNT(*) FROM gate_conflict")).isZero();
  }

  @Test
  @SuppressWarnings("NullAway") // callers without the checker pass null all the same
  void aNullHashAndANullIdentityAreRefused() {
    assertThatThrownBy(() -> event("e1", null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("hash is null");
    assertThatThrownBy(
            () ->
                GateEvent.of(
                    Arrays.asList("billing", null),
                    DAY,
                    TestInbox.hash("e1"),
                    Map.of("status", "S")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[billing, null]");
  }

  @Test
  void anEmptyIdentityAndAnEmptyOperationKeyAreRefused() {
    refuses(event("", TestInbox.hash("")), "event_id is empty");
    refuses(paying("e1", "", 100), "operation_id is empty");
  }

  @Test
  void columnsThatTheTableDoesNotHaveAreRefused() {
    refuses(with(Map.of("status", "SUCCEEDED", "statuss", "x")), "statuss", "doesn't have");
  }

  @Test
  void columnsThatNeedAValueAreNotLeftOut() {
    fixture.schema.execute("ALTER TABLE inbox ADD received_at DATETIME(6) NOT NULL");

    refuses(event("e1"), "leaves out column received_at");
    refuses(with(Map.of()), "leaves out column status");
  }

  @Test
  void columnsThatFillThemselvesMayBeLeftOut() {
    String columns =
        " ADD seen DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6), ADD kind VARCHAR(8) NOT NULL"
            + " DEFAULT '', ADD note VARCHAR(8) NULL";
    fixture.schema.execute("ALTER TABLE inbox" + columns);
    fixture.schema.execute("ALTER TABLE late_inbox" + columns);

    assertThat(gate.apply(fixture.dataSource(), event("e1"), credit("e1")).kind())
        .isEqualTo(Kind.APPLIED);
  }

  @Test
  void aColumnThatCameMeanwhileIsFound() {
    gate.apply(fixture.dataSource(), event("e0"), credit("e0"));
    fixture.schema.execute("ALTER TABLE inbox ADD note VARCHAR(8) NULL");

    assertThat(
            gate.apply(
                    fixture.dataSource(),
                    with(Map.of("status", "SUCCEEDED", "note", "new")),
                    credit("e1"))
                .kind())
        .isEqualTo(Kind.APPLIED);
  }

  @Test
  void anOperationGivesTheColumnsOfItsTable() {
    GateEvent event = paying("e1", "op", 100);
    GateOperation operation = event.operation().orElseThrow();

    refuses(asking(event, operation, Map.of()), "the operation leaves out column status");
    refuses(
        asking(event, operation, Map.of("status", "SUCCEEDED", "nope", 1)),
        "the operation sets column nope");
  }

  private static GateEvent asking(
      GateEvent event, GateOperation operation, Map<String, Object> columns) {
    return new GateEvent(
        event.identity(),
        event.eventDay(),
        event.payloadHash(),
        event.columns(),
        Optional.of(new GateOperation(operation.key(), operation.intent(), columns)),
        Optional.empty());
  }

  @Test
  void oneUnfitItemKeepsTheWholeBatchFromBeginning() {
    List<GateItem> items =
        List.of(
            new GateItem(event("e1"), credit("e1")),
            new GateItem(event("e2", new byte[2]), credit("e2")));

    assertThatThrownBy(() -> gate.applyAll(fixture.dataSource(), items))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(fixture.rows("e1")).isZero();
  }

  private EffectFailed failed(GateEvent event, Effect effect) {
    GateOutcome outcome = gate.apply(fixture.dataSource(), event, effect);
    assertThat(outcome).isInstanceOf(EffectFailed.class);
    assertThat(attempts).hasValue(1);
    assertThat(fixture.rows("e1")).isZero();
    return (EffectFailed) outcome;
  }

  @Test
  void aValueThatTheEventsTableCanNotHoldIsTheEventsFaultAtOnce() {
    EffectFailed failed = failed(with(Map.of("status", "SUCCEEDED_AND_SO_FORTH")), credit("e1"));

    assertThat(failed.code()).isEqualTo("EVENT_NOT_STORABLE");
    assertThat(failed.detail()).contains("not storable: ", "'status'").doesNotContain("\n");
  }

  @Test
  void aValueThatItsCheckRefusesIsTheEventsFaultAtOnce() {
    fixture.schema.execute("ALTER TABLE inbox ADD CHECK (amount_minor > 0)");

    assertThat(failed(with(Map.of("status", "SUCCEEDED", "amount_minor", -1)), credit("e1")).code())
        .isEqualTo("EVENT_NOT_STORABLE");
  }

  @Test
  void aResultOfColumnsThatTheTableDoesNotHaveIsTheEffectsFaultAtOnce() {
    EffectFailed failed = failed(event("e1"), connection -> EffectResult.done(Map.of("nope", 1)));

    assertThat(failed.code()).isEqualTo("RESULT_NOT_STORABLE");
    assertThat(failed.detail()).contains("'nope'", "1054");
  }

  @Test
  void soIsTheResultOfAStaleEvent() {
    assertThat(
            failed(
                    event("e1"),
                    connection -> EffectResult.stale("old", Map.of("result_code", "x".repeat(33))))
                .code())
        .isEqualTo("RESULT_NOT_STORABLE");
  }

  @Test
  void aControlTableThatIsNotThereIsToldAtOnceAndIsNobodysEffect() {
    fixture.schema.execute("ALTER TABLE gate_conflict RENAME TO elsewhere");

    assertThat(gate.apply(fixture.dataSource(), event("e1"), credit("e1")))
        .isInstanceOfSatisfying(
            Undecidable.class,
            undecidable -> {
              assertThat(undecidable.reason()).isEqualTo(UndecidableReason.DATABASE_ERROR);
              assertThat(undecidable.detail()).startsWith("not set up: ").contains("1146");
            });
    assertThat(attempts).hasValue(1);
  }

  @Test
  void aRowIsNotFinishedWithColumnsThatItDoesNotHave() throws SQLException {
    try (Connection connection = fixture.dataSource().getConnection()) {
      assertThatThrownBy(
              () ->
                  gate.finish(
                      connection,
                      List.of("billing", "e1"),
                      DAY,
                      Map.of("status", "SUCCEEDED", "nope", 1)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("finish sets column nope");
    }
  }
}
