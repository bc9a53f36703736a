package io.tallykeep.jobs.retention.replay;

import io.tallykeep.jobs.TestInbox;
import io.tallykeep.verifier.gate.Effect;
import io.tallykeep.verifier.gate.EffectResult;
import io.tallykeep.verifier.gate.GateEvent;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

/**
 * An event whose effect is an amount on an account.
 *
 * @param id its name
 * @param day its event day
 * @param payload what is hashed
 * @param account the account
 * @param amountMinor the amount
 */
record ReplayedEvent(String id, LocalDate day, String payload, int account, long amountMinor) {
  /** An event whose payload is its name. */
  static ReplayedEvent of(String id, LocalDate day) {
    return new ReplayedEvent(id, day, id, 1, 100);
  }

  GateEvent atTheGate() {
    return GateEvent.of(
        List.of(TestInbox.CONSUMER, id),
        day,
        hash(payload),
        Map.of(
            "status",
            "SUCCEEDED",
            "amount_minor",
            amountMinor,
            "currency",
            "EUR",
            "received_at",
            day.atTime(12, 0)));
  }

  Effect effect(EffectTable effects) {
    return connection -> {
      effects.add(connection, id, account, amountMinor);
      return EffectResult.done(Map.of("result_code", "OK"));
    };
  }

  private static byte[] hash(String payload) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(payload.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
