package io.tallykeep.demo.lab;

import io.tallykeep.verifier.gate.EffectResult;
import io.tallykeep.verifier.gate.GateEvent;
import io.tallykeep.verifier.gate.GateOperation;
import io.tallykeep.verifier.gate.GateOutcome;
import io.tallykeep.verifier.gate.ReplayGate;
import io.tallykeep.verifier.hash.HashOutcome;
import io.tallykeep.verifier.hash.PayloadHash;
import io.tallykeep.verifier.hash.PayloadHasher;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Right: every delivery goes through the gate, inbox row, operation and effect in one commit. */
final class GatedConsumer implements Consumer {
  private static final PayloadHasher HASHER =
      PayloadHasher.declaredFields(List.of("operationId", "amountMinor", "currency"));
  private static final String CURRENCY = "EUR";

  private final String name;
  private final GatedInbox inbox;
  private final CreditTables tables;
  private final ReplayGate gate;

  /**
   * @param name the consumer's name, and its tenant's
   * @param points is told the gate's points by their names
   */
  GatedConsumer(String name, GatedInbox inbox, CreditTables tables, Points points) {
    this.name = name;
    this.inbox = inbox;
    this.tables = tables;
    this.gate = inbox.gate(point -> points.at(point.name()));
  }

  @Override
  public String deliver(Delivery delivery) {
    GateOutcome outcome =
        gate.apply(
            inbox.source(),
            event(delivery),
            connection -> {
              tables.credit(connection, delivery);
              return EffectResult.done(Map.of("result_code", "OK"));
            });
    return outcome instanceof GateOutcome.Applied ? "SUCCEEDED" : outcome.kind().name();
  }

  private GateEvent event(Delivery delivery) {
    PayloadHash hash = hash(delivery);
    LocalDateTime received = inbox.eventDay().atStartOfDay();
    return new GateEvent(
        List.of(name, delivery.eventId()),
        inbox.eventDay(),
        hash.bytes(),
        Map.of(
            "status",
            "SUCCEEDED",
            "amount_minor",
            delivery.cents(),
            "currency",
            CURRENCY,
            "received_at",
            received),
        Optional.of(operation(delivery, hash, received)),
        Optional.empty());
  }

  private GateOperation operation(Delivery delivery, PayloadHash hash, LocalDateTime received) {
    return new GateOperation(
        List.of(name, "CREDIT", delivery.operationId()),
        Map.of("payee", "account-1", "amount_minor", delivery.cents(), "currency", CURRENCY),
        Map.of(
            "status",
            "SUCCEEDED",
            "payload_hash",
            hash.bytes(),
            "client_key",
            "ck-" + delivery.operationId(),
            "version",
            1,
            "created_at",
            received,
            "updated_at",
            received));
  }

  private static PayloadHash hash(Delivery delivery) {
    String payload =
        "{\"operationId\":\"%s\",\"amountMinor\":%d,\"currency\":\"%s\"}"
            .formatted(delivery.operationId(), delivery.cents(), CURRENCY);
    HashOutcome outcome = HASHER.hash(payload.getBytes(StandardCharsets.UTF_8));
    if (outcome instanceof HashOutcome.Hashed hashed) {
      return hashed.hash();
    }
    throw new LabFailedException("the payload has no hash: " + outcome);
  }
}
