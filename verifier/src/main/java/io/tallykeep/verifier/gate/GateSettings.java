package io.tallykeep.verifier.gate;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import java.time.Duration;

/**
 * What a {@link ReplayGate} works on, and how it is bounded.
 *
 * @param controlSchema the schema that holds the day ledger, on the inbox's own server
 * @param dataset the dataset whose events are applied; the adjudicator's
 * @param attempts how many transactions are tried at most for one event
 * @param transactionTime how long one transaction may last, the effect included
 * @param lockWait how long one statement of it waits for a row lock; rounded up to whole seconds
 */
public record GateSettings(
    Identifier controlSchema,
    Dataset dataset,
    int attempts,
    Duration transactionTime,
    Duration lockWait) {
  private static final int DEFAULT_ATTEMPTS = 5;
  private static final Duration DEFAULT_TRANSACTION_TIME = Duration.ofSeconds(10);
  private static final Duration DEFAULT_LOCK_WAIT = Duration.ofSeconds(3);

  public GateSettings {
    if (attempts < 1) {
      throw new IllegalArgumentException("gate attempts " + attempts + " must be at least 1.");
    }
    requireLonger("transaction time", transactionTime);
    requireLonger("lock wait", lockWait);
  }

  /** Five attempts, 10 seconds for a transaction, 3 for a lock. */
  public static GateSettings of(Identifier controlSchema, Dataset dataset) {
    return new GateSettings(
        controlSchema, dataset, DEFAULT_ATTEMPTS, DEFAULT_TRANSACTION_TIME, DEFAULT_LOCK_WAIT);
  }

  private static void requireLonger(String what, Duration time) {
    if (time.isNegative() || time.isZero() || time.compareTo(Duration.ofHours(1)) > 0) {
      throw new IllegalArgumentException(
          "gate " + what + " " + time + " must be longer than nothing and at most an hour.");
    }
  }

  /** The lock wait in whole seconds, at least 1, as the server wants it. */
  int lockWaitSeconds() {
    return wholeSeconds(lockWait);
  }

  /** How long the server waits for a session's next statement before it ends it. */
  int idleSeconds() {
    return wholeSeconds(transactionTime) + 1;
  }

  private static int wholeSeconds(Duration time) {
    return Math.toIntExact((time.toMillis() + 999) / 1000);
  }
}
