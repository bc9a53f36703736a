package io.tallykeep.service.ask;

import io.tallykeep.service.refusal.Refusal;
import io.tallykeep.service.refusal.RefusalCode;
import io.tallykeep.service.refusal.RefusedException;
import io.tallykeep.verifier.lookup.Adjudication;
import io.tallykeep.verifier.lookup.Answer;
import io.tallykeep.verifier.lookup.Query;
import io.tallykeep.verifier.lookup.UndecidableReason;
import java.time.Duration;
import java.util.List;

/** Puts questions to the verifier and tells the observers. Thread-safe. */
public final class LookupDesk {
  private final ServedDatasets datasets;
  private final List<LookupObserver> observers;

  public LookupDesk(ServedDatasets datasets, List<LookupObserver> observers) {
    this.datasets = datasets;
    this.observers = List.copyOf(observers);
  }

  public ServedDatasets datasets() {
    return datasets;
  }

  /**
   * Asks, and waits for the answer, at most until the look-up's deadline.
   *
   * @throws RefusedException if no row can have the payload hash that was given: only the table's
   *     columns tell how long one must be
   */
  public Adjudication ask(Asker asker, Query query) throws RefusedException {
    long started = System.nanoTime();
    Adjudication adjudication = datasets.adjudicate(query);
    Duration took = Duration.ofNanos(System.nanoTime() - started);
    observers.forEach(observer -> observer.answered(asker, query, adjudication, took));
    if (adjudication.answer() instanceof Answer.Undecidable undecidable
        && undecidable.reason() == UndecidableReason.PAYLOAD_HASH_DOES_NOT_FIT) {
      throw new Refusal(RefusalCode.BAD_HASH, undecidable.detail()).exception();
    }
    return adjudication;
  }
}
