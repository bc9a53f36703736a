package io.tallykeep.verifier.gate;

import static io.tallykeep.verifier.gate.GateFixture.credit;
import static io.tallykeep.verifier.gate.GateFixture.paying;
import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.verifier.gate.GateOutcome.Duplicate;
import io.tallykeep.verifier.gate.GateOutcome.Kind;
import io.tallykeep.verifier.gate.GateOutcome.Undecidable;
import io.tallykeep.verifier.lookup.UndecidableReason;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables of operations that are not as in the reference schema. */
class OperationsTableIT {
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

  private GateOutcome pay(String event) {
    return gate.apply(fixture.dataSource(), paying(event, "op", 100), credit("op"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ENGINE = MyISAM",
        "DROP PRIMARY KEY",
        "DROP PRIMARY KEY, ADD KEY (tenant_id, operation_type, operation_id)",
        "DROP PRIMARY KEY, ADD PRIMARY KEY (tenant_id, operation_type, operation_id(10))",
        "DROP PRIMARY KEY, ADD PRIMARY KEY (tenant_id, operation_type)",
        "DROP PRIMARY KEY, ADD PRIMARY KEY (tenant_id, operation_type, operation_id, status)",
        "DROP PRIMARY KEY, MODIFY tenant_id VARCHAR(64) NULL, ADD UNIQUE (tenant_id,"
            + " operation_type, operation_id)"
      })
  void aTableThatCouldHoldAnOperationTwiceOrKeepItAfterARollbackIsRefused(String alteration) {
    fixture.schema.execute("ALTER TABLE operation " + alteration);

    assertThat(pay("e1"))
        .isInstanceOfSatisfying(
            Undecidable.class,
            undecidable -> {
              assertThat(undecidable.reason()).isEqualTo(UndecidableReason.UNSUITABLE_SESSION);
              assertThat(undecidable.detail()).contains("operation");
            });
    assertThat(fixture.rows("e1")).isZero();
    assertThat(fixture.effects("op")).isZero();
  }

  @Test
  void aUniqueKeyInAnotherOrderServes() {
    fixture.schema.execute(
        "ALTER TABLE operation DROP PRIMARY KEY, ADD UNIQUE (operation_id, tenant_id,"
            + " operation_type)");

    assertThat(pay("e1").kind()).isEqualTo(Kind.APPLIED);
    assertThat(pay("e2").kind()).isEqualTo(Kind.DUPLICATE);
    assertThat(fixture.effects("op")).isEqualTo(1);
  }

  @Test
  void aBinaryResultIsHandedOnByteForByteAndToldInHex() {
    for (String table : List.of("inbox", "late_inbox", "operation")) {
      fixture.schema.execute("ALTER TABLE " + table + " MODIFY result_code VARBINARY(32) NULL");
    }
    byte[] result = {(byte) 0xff, (byte) 0x80, 1, 0};
    gate.apply(
        fixture.dataSource(),
        paying("e1", "op", 100),
        connection -> EffectResult.done(Map.of("result_code", result)));
    Duplicate duplicate =
        new Duplicate(
            Map.of("status", Optional.of("SUCCEEDED"), "result_code", Optional.of("ff800100")));

    assertThat(pay("e2")).isEqualTo(duplicate);
    assertThat(pay("e2")).isEqualTo(duplicate);
    assertThat(fixture.schema.text("SELECT HEX(result_code) FROM inbox WHERE event_id = 'e2'"))
        .isEqualTo("FF800100");
  }
}
