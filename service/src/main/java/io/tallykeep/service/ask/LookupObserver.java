package io.tallykeep.service.ask;

import io.tallykeep.verifier.lookup.Adjudication;
import io.tallykeep.verifier.lookup.Query;
import java.time.Duration;

/** Is told of every look-up that was answered, on the thread that asked. Must be thread-safe. */
public interface LookupObserver {
  void answered(Asker asker, Query query, Adjudication adjudication, Duration took);
}
