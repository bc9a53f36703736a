package io.tallykeep.verifier.gate;

import static io.tallykeep.verifier.gate.GateFixture.credit;
import static io.tallykeep.verifier.testing.TestInbox.DAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.archive.dataset.EventDayOrigin;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.verifier.gate.GateOutcome.Kind;
import io.tallykeep.verifier.gate.GateOutcome.Undecidable;
import io.tallykeep.verifier.ledger.Progress;
import io.tallykeep.verifier.lookup.UndecidableReason;
import io.tallykeep.verifier.testing.TestInbox;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** An event has one day, and what doesn't fit the dataset is told before anything is touched. */
class GateDayIT {
  private static GateEvent event(String id, LocalDate day) {
    return GateEvent.of(
        List.of("billing", id), day, TestInbox.hash("e"), Map.of("status", "SUCCEEDED"));
  }

  @Test
  void aDayThatIsNotTheIdentitysOwnIsUndecidable() {
    try (GateFixture fixture = GateFixture.create(Sandbox.shared(), EventDayOrigin.UUID_V7)) {
      fixture.schema.execute(
          "INSERT INTO day_ledger (dataset, shard, event_day, progress, epoch,"
              + " table_partition) VALUES ('inbox', 0, ?, 'ONLINE', 100, 'p2')",
          DAY.plusDays(1));
      long millis = DAY.atTime(12, 0).toInstant(ZoneOffset.UTC).toEpochMilli();
      String hex = String.format("%012x", millis);
      String uuid = hex.substring(0, 8) + "-" + hex.substring(8) + "-7000-8000-000000000001";

      assertThat(fixture.gate().apply(fixture.dataSource(), event(uuid, DAY), credit("e")).kind())
          .isEqualTo(Kind.APPLIED);
      assertReason(
          UndecidableReason.EVENT_DAY_MISMATCH,
          fixture.gate().apply(fixture.dataSource(), event(uuid, DAY.plusDays(1)), credit("e")));
      assertReason(
          UndecidableReason.EVENT_DAY_NOT_IN_IDENTITY,
          fixture.gate().apply(fixture.dataSource(), event("no-uuid", DAY), credit("e")));
      assertThat(fixture.effects("e")).isEqualTo(1);
    }
  }

  private static void assertReason(UndecidableReason reason, GateOutcome outcome) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Undecidable.class, undecidable -> assertThat(undecidable.reason()).isEqualTo(reason));
  }

  @Test
  void aLateRowUnderAnotherDayIsUndecidable() {
    try (GateFixture fixture = GateFixture.create()) {
      fixture.ledger(Progress.CLOSED);
      fixture.schema.execute(
          "INSERT INTO late_inbox (consumer_name, event_id, event_day, status, payload_hash) VALUES"
              + " ('billing', 'e1', ?, 'SUCCEEDED', ?)",
          DAY.minusDays(3),
          TestInbox.hash("e"));

      assertReason(
          UndecidableReason.EVENT_DAY_MISMATCH,
          fixture.gate().apply(fixture.dataSource(), event("e1", DAY), credit("e1")));
      assertThat(fixture.effects("e1")).isZero();
    }
  }

  @Test
  void aDayThatNobodyVouchesForAndAnIdentityThatDoesNotFitAreUndecidable() {
    try (GateFixture fixture = GateFixture.create()) {
      assertReason(
          UndecidableReason.NOT_COVERED,
          fixture.gate().apply(fixture.dataSource(), event("e1", DAY.minusDays(9)), credit("e1")));
      assertReason(
          UndecidableReason.IDENTITY_DOES_NOT_FIT,
          fixture.gate().apply(fixture.dataSource(), event("x".repeat(65), DAY), credit("e1")));
      assertThat(fixture.effects("e1")).isZero();
    }
  }

  @Test
  void whatDoesNotFitTheDatasetIsToldBeforeAnythingIsTouched() {
    try (GateFixture fixture = GateFixture.create()) {
      assertRefused(
          fixture,
          GateEvent.of(List.of("billing"), DAY, new byte[32], Map.of()),
          "has the identity");
      assertRefused(
          fixture,
          GateEvent.of(List.of("billing", "e"), DAY, new byte[0], Map.of()),
          "keeps a payload hash");
      assertRefused(
          fixture,
          GateEvent.of(List.of("billing", "e"), DAY, new byte[32], Map.of("EVENT_DAY", DAY)),
          "sets column event_day, which the gate sets itself");
      assertRefused(
          fixture,
          withOperation(new GateOperation(List.of("t"), Map.of(), Map.of())),
          "the operation's key has 1 values");
      assertRefused(
          fixture,
          withOperation(
              new GateOperation(
                  List.of("t", "PAY", "1"), Map.of("payee", "a", "currency", "EUR"), Map.of())),
          "lacks column amount_minor");
      assertRefused(
          fixture,
          new GateEvent(
              List.of("billing", "e"),
              DAY,
              new byte[32],
              Map.of(),
              Optional.empty(),
              Optional.of(new Deferral(new byte[0], "o", "r", Map.of("status", "SUCCEEDED")))),
          "so that the event is not taken for done");
      assertThatThrownBy(() -> new Deferral(new byte[0], " ", "r", Map.of()))
          .hasMessageContaining("owner of a deferral");
      assertThat(fixture.number("SELECT COUNT(*) FROM inbox")).isZero();
    }
  }

  private static GateEvent withOperation(GateOperation operation) {
    return new GateEvent(
        List.of("billing", "e"),
        DAY,
        new byte[32],
        Map.of("status", "SUCCEEDED"),
        Optional.of(operation),
        Optional.empty());
  }

  private static void assertRefused(GateFixture fixture, GateEvent event, String why) {
    assertThatThrownBy(() -> fixture.gate().apply(fixture.dataSource(), event, credit("e")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }
}
