package io.tallykeep.verifier.gate;

import static io.tallykeep.verifier.gate.GateFixture.credit;
import static io.tallykeep.verifier.testing.TestInbox.DAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.verifier.gate.GateOutcome.Conflict;
import io.tallykeep.verifier.gate.GateOutcome.Duplicate;
import io.tallykeep.verifier.gate.GateOutcome.InProgress;
import io.tallykeep.verifier.gate.GateOutcome.Kind;
import io.tallykeep.verifier.gate.GateOutcome.Undecidable;
import io.tallykeep.verifier.testing.TestInbox;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Events that carry an operation: what is compared, and what becomes of the second event's row. */
class OperationsIT {
  private static final AtomicInteger OPERATIONS = new AtomicInteger();
  private static GateFixture fixture;
  private static ReplayGate gate;

  private final String operation = "op-" + OPERATIONS.incrementAndGet();

  @BeforeAll
  static void create() {
    fixture = GateFixture.create();
    gate = fixture.gate();
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  private GateOutcome apply(String event, String status, Map<String, Object> changed) {
    Map<String, Object> intent =
        new HashMap<>(Map.of("payee", "acme", "amount_minor", 100L, "currency", "EUR"));
    intent.putAll(changed);
    return gate.apply(
        fixture.dataSource(),
        new GateEvent(
            List.of("billing", operation + event),
            DAY,
            TestInbox.hash(event),
            Map.of("status", status),
            Optional.of(
                new GateOperation(
                    List.of("t1", "PAY", operation), intent, Map.of("status", "SUCCEEDED"))),
            Optional.empty()),
        credit(operation));
  }

  @ParameterizedTest
  @CsvSource({"payee, ACME", "payee, 'acme '", "payee, äcme", "currency, eur", "currency, USD"})
  void textIsComparedExactlyWhateverTheCollation(String column, String other) {
    apply("a", "SUCCEEDED", Map.of());

    assertThat(apply("b", "SUCCEEDED", Map.of(column, other)))
        .isInstanceOfSatisfying(
            Conflict.class,
            conflict -> assertThat(conflict.offered()).contains(column + "=" + other));
    assertThat(fixture.effects(operation)).isEqualTo(1);
  }

  @Test
  void amountsAreComparedAsNumbers() {
    apply("a", "SUCCEEDED", Map.of());

    assertThat(apply("b", "SUCCEEDED", Map.of("amount_minor", 100)).kind())
        .isEqualTo(Kind.DUPLICATE);
    assertThat(apply("c", "SUCCEEDED", Map.of("amount_minor", new BigDecimal("100.00"))).kind())
        .isEqualTo(Kind.DUPLICATE);
    assertThat(apply("d", "SUCCEEDED", Map.of("amount_minor", 101L)).kind())
        .isEqualTo(Kind.CONFLICT);
    assertThatThrownBy(() -> apply("e", "SUCCEEDED", Map.of("amount_minor", 100.0)))
        .hasMessageContaining("can't be compared exactly");
  }

  @Test
  void theSecondEventsRowGetsTheOperationsResultAndIsNotLeftLive() {
    apply("a", "SUCCEEDED", Map.of());

    assertThat(apply("b", "PROCESSING", Map.of())).isInstanceOf(Duplicate.class);
    assertThat(
            fixture.schema.text(
                "SELECT CONCAT_WS(' ', status, result_code, operation_id) FROM inbox WHERE event_id"
                    + " = '"
                    + operation
                    + "b'"))
        .isEqualTo("SUCCEEDED OK " + operation);
    assertThat(apply("b", "PROCESSING", Map.of())).isInstanceOf(Duplicate.class);
  }

  @Test
  void anOperationThatEndsMeanwhileIsADuplicateAtTheNextTry() {
    apply("a", "SUCCEEDED", Map.of());
    fixture.schema.execute(
        "UPDATE operation SET status = 'PROCESSING' WHERE operation_id = ?", operation);
    assertThat(apply("b", "SUCCEEDED", Map.of())).isEqualTo(new InProgress("PROCESSING"));
    fixture.schema.execute(
        "UPDATE operation SET status = 'FAILED_FINAL' WHERE operation_id = ?", operation);

    assertThat(apply("b", "SUCCEEDED", Map.of()))
        .isInstanceOfSatisfying(
            Duplicate.class,
            duplicate ->
                assertThat(duplicate.result())
                    .containsEntry("status", Optional.of("FAILED_FINAL")));
  }

  @Test
  void aConflictOfAnUndecidedOperationIsStillAConflict() {
    apply("a", "SUCCEEDED", Map.of());
    fixture.schema.execute(
        "UPDATE operation SET status = 'UNKNOWN' WHERE operation_id = ?", operation);

    assertThat(apply("b", "SUCCEEDED", Map.of("payee", "other")).kind()).isEqualTo(Kind.CONFLICT);
  }

  @Test
  void aKeyThatOnlyACollationCallsEqualDecidesNothing() {
    fixture.schema.execute(
        "ALTER TABLE operation MODIFY operation_id VARCHAR(64) COLLATE utf8mb4_0900_ai_ci");
    try {
      fixture.schema.execute(
          "INSERT INTO operation VALUES ('t1', 'PAY', UPPER(?), 'acme', 100, 'EUR', 'SUCCEEDED',"
              + " NULL)",
          operation);

      assertThat(apply("a", "SUCCEEDED", Map.of())).isInstanceOf(Undecidable.class);
      assertThat(fixture.effects(operation)).isZero();
    } finally {
      fixture.schema.execute("DELETE FROM operation WHERE operation_id = ?", operation);
      fixture.schema.execute(
          "ALTER TABLE operation MODIFY operation_id VARCHAR(64) COLLATE utf8mb4_0900_bin");
    }
  }

  @Test
  void repeatedConflictsOfOneContentAreOneRow() {
    apply("a", "SUCCEEDED", Map.of());
    long before = fixture.number("SELECT COUNT(*) FROM gate_conflict");

    for (int i = 0; i < 4; i++) {
      apply("b", "SUCCEEDED", Map.of("amount_minor", 200L));
    }
    apply("b", "SUCCEEDED", Map.of("amount_minor", 300L));

    assertThat(fixture.number("SELECT COUNT(*) FROM gate_conflict")).isEqualTo(before + 2);
    assertThat(fixture.number("SELECT MAX(times) FROM gate_conflict")).isEqualTo(4);
  }
}
