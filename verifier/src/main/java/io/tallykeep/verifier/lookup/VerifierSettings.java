package io.tallykeep.verifier.lookup;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import java.time.Duration;

/**
 * What an {@link Adjudicator} works on, and how it is bounded.
 *
 * @param controlSchema the schema that holds the day ledger and the archive's pointer
 * @param dataset the dataset whose events are looked up
 * @param deadline after this an answer is UNDECIDABLE, whatever is still under way
 * @param threads look-ups that run at once; as many connections are open at most
 */
public record VerifierSettings(
    Identifier controlSchema, Dataset dataset, Duration deadline, int threads) {
  public VerifierSettings {
    if (deadline.isNegative() || deadline.isZero()) {
      throw new IllegalArgumentException(
          "lookup deadline " + deadline + " must be longer than nothing, for example 10s.");
    }
    if (threads < 1) {
      throw new IllegalArgumentException("lookup threads " + threads + " must be at least 1.");
    }
  }
}
