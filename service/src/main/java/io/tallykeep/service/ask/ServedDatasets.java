package io.tallykeep.service.ask;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.verifier.lookup.Adjudication;
import io.tallykeep.verifier.lookup.Adjudicator;
import io.tallykeep.verifier.lookup.Query;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The datasets that can be asked about, by name. Thread-safe. */
public final class ServedDatasets {
  private final Map<String, Adjudicator> adjudicators;

  /**
   * @param adjudicators one per dataset, by its name; closed by whoever made them
   */
  public ServedDatasets(Map<String, Adjudicator> adjudicators) {
    this.adjudicators = Collections.unmodifiableMap(new LinkedHashMap<>(adjudicators));
  }

  public Collection<String> names() {
    return adjudicators.keySet();
  }

  /** The dataset of this name. */
  public Optional<Dataset> dataset(String name) {
    return Optional.ofNullable(adjudicators.get(name)).map(served -> served.settings().dataset());
  }

  Adjudication adjudicate(Query query) {
    Adjudicator adjudicator = adjudicators.get(query.dataset());
    if (adjudicator == null) {
      throw new IllegalArgumentException("no dataset " + query.dataset() + " is served.");
    }
    return adjudicator.adjudicate(query);
  }
}
