package io.tallykeep.verifier.gate;

import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.ledger.LedgerReading;
import io.tallykeep.verifier.lookup.Answer.Unseen;
import java.util.Optional;

/** Whether a verdict still holds, by the ledger row that is now locked. */
final class LedgerFence {
  private LedgerFence() {}

  /** What changed since the verdict; empty if nothing did. */
  static Optional<String> broken(Unseen verdict, LedgerReading now) {
    if (!now.serverUuid().equals(verdict.serverUuid())) {
      return Optional.of(
          "the look-up was answered by server "
              + verdict.serverUuid()
              + " and the transaction is on server "
              + now.serverUuid());
    }
    Optional<String> noWrites = noWrites(now);
    if (noWrites.isPresent()) {
      return noWrites;
    }
    LedgerDay day = now.day().orElseThrow();
    if (day.epoch() != verdict.epoch()) {
      return Optional.of(
          "the day's epoch is "
              + day.epoch()
              + " ("
              + day.progress()
              + ") and was "
              + verdict.epoch()
              + " when the event was looked up");
    }
    return Optional.empty();
  }

  /** Why nothing of the day can be written here; empty if it can. */
  static Optional<String> noWrites(LedgerReading now) {
    if (now.mayLag()) {
      return Optional.of(
          "server " + now.serverUuid() + " is read-only, or replicates from another server");
    }
    return now.day().isEmpty()
        ? Optional.of("the ledger has no row for the event day: nobody vouches for it")
        : Optional.empty();
  }
}
