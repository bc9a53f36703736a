package io.tallykeep.jobs.retention.freeze;

import io.tallykeep.jobs.retention.freeze.RowsFinding.Kind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts rows that can't be taken offline, by reason, with a few keys of each. For one thread. */
public final class RowsTally {
  private static final int EXAMPLES = 5;

  private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
  private final Map<Kind, List<String>> examples = new EnumMap<>(Kind.class);

  /** Adds one row; its key is rendered in any form. */
  public void add(Kind kind, String key) {
    counts.merge(kind, 1L, Long::sum);
    List<String> keys = examples.computeIfAbsent(kind, none -> new ArrayList<>());
    if (keys.size() < EXAMPLES) {
      keys.add(key);
    }
  }

  /** One finding per reason; none if no row was added. */
  public List<RowsFinding> findings() {
    return counts.entrySet().stream()
        .map(
            entry ->
                new RowsFinding(
                    entry.getKey(),
                    entry.getValue(),
                    examples.getOrDefault(entry.getKey(), List.of())))
        .toList();
  }
}
