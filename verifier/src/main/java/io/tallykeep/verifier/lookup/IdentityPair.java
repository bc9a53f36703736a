package io.tallykeep.verifier.lookup;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import java.util.List;
import java.util.Locale;

/**
 * An identity asked for as consumer and event instead of by its values in order: the consumer is
 * the first column, the event the second. Where they stand the other way round, two texts in the
 * wrong columns would name an event that nobody has seen.
 */
public final class IdentityPair {
  private IdentityPair() {}

  /**
   * Whether consumer and event name the dataset's identity: it has two columns, and the second is
   * not the consumer's by its name.
   */
  public static boolean names(Dataset dataset) {
    List<Identifier> identity = dataset.identity();
    return identity.size() == 2
        && !identity.get(1).value().toLowerCase(Locale.ROOT).contains("consumer");
  }
}
