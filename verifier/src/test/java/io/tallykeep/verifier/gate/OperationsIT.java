package io.tallykeep.verifier.gate;

import static io.tallykeep.verifier.gate.GateFixture.credit;
import static io.tallykeep.verifier.testing.TestInbox.DAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.sandbox.MysqlAddress;
import io.tallykeep.verifier.gate.GateOutcome.Conflict;
import io.tallykeep.verifier.gate.GateOutcome.Duplicate;
import io.tallykeep.verifier.gate.GateOutcome.EffectFailed;
import io.tallykeep.verifier.gate.GateOutcome.InProgress;
import io.tallykeep.verifier.gate.GateOutcome.Kind;
import io.tallykeep.verifier.gate.GateOutcome.Undecidable;
import io.tallykeep.verifier.testing.TestInbox;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
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
import org.junit.jupiter.params.provider.ValueSource;

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
    return gate.apply(
        fixture.dataSource(), event(event, status, asked(operation, changed)), credit(operation));
  }

  private GateOutcome apply(String event, GateOperation asked, Effect effect) {
    return gate.apply(fixture.dataSource(), event(event, "SUCCEEDED", asked), effect);
  }

  private GateEvent event(String event, String status, GateOperation asked) {
    return new GateEvent(
        List.of("billing", operation + event),
        DAY,
        TestInbox.hash(event),
        Map.of("status", status),
        Optional.of(asked),
        Optional.empty());
  }

  private static GateOperation asked(String id, Map<String, Object> changed) {
    Map<String, Object> intent =
        new HashMap<>(Map.of("payee", "acme", "amount_minor", 100L, "currency", "EUR"));
    intent.putAll(changed);
    return new GateOperation(List.of("t1", "PAY", id), intent, Map.of("status", "SUCCEEDED"));
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DELETE FROM operation WHERE operation_id = ?",
        "UPDATE operation SET operation_type = 'other' WHERE operation_id = ?",
        "UPDATE operation SET amount_minor = 999 WHERE operation_id = ?"
      })
  void anEffectThatTakesItsOperationAwayOrChangesItIsRolledBack(String sql) {
    GateOutcome outcome =
        apply(
            "a",
            asked(operation, Map.of()),
            connection -> {
              GateFixture.book(connection, operation);
              try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setString(1, operation);
                statement.executeUpdate();
              }
              return EffectResult.done();
            });

    assertNotApplied(outcome);
  }

  @Test
  void aResultCanNotSetTheKeyOfTheOperation() {
    assertNotApplied(
        apply(
            "a",
            asked(operation, Map.of()),
            connection -> EffectResult.done(Map.of("OPERATION_ID", "another"))));
  }

  /** What MySQL stores is not what was asked: rounded, cut off, with spaces taken away. */
  @Test
  void anOperationThatTheTableStoresAsAnotherOneIsNotApplied() {
    assertNotApplied(apply("a", "SUCCEEDED", Map.of("amount_minor", new BigDecimal("100.5"))));
    assertNotApplied(apply("b", "SUCCEEDED", Map.of("currency", "EUR ")));
    assertNotApplied(
        apply(
            "c",
            asked(operation + "-".repeat(64 - operation.length()) + " ", Map.of()),
            credit(operation)));
  }

  @Test
  void aConnectionThatCanNotCarryTheKeyAppliesNothing() throws SQLException {
    MysqlAddress server = fixture.schema.server();
    GateEvent event = event("a", "SUCCEEDED", asked("漢", Map.of()));
    try (Connection latin1 =
        DriverManager.getConnection(
            server.jdbcUrl(fixture.schema.name().value()) + "&characterEncoding=ISO-8859-1",
            server.user(),
            server.password())) {
      assertNotApplied(gate.apply(latin1, event, credit(operation)));
    }

    assertThat(gate.apply(fixture.dataSource(), event, credit(operation)).kind())
        .isEqualTo(Kind.APPLIED);
    assertThat(fixture.effects(operation)).isEqualTo(1);
  }

  private void assertNotApplied(GateOutcome outcome) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            EffectFailed.class, failed -> assertThat(failed.code()).isEqualTo("OWN_ROW_CHANGED"));
    assertThat(fixture.effects(operation)).isZero();
    assertThat(
            fixture.number(
                "SELECT COUNT(*) FROM operation WHERE operation_id LIKE '" + operation + "%'"))
        .isZero();
  }
}
