package io.tallykeep.service.health;

import io.tallykeep.archive.table.ArchiveHead;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the checks found.
 *
 * @param parts every part's state
 * @param heads where each dataset's archive stands, as last read; a dataset without one is missing
 */
public record HealthReport(Map<Part, PartState> parts, Map<String, ArchiveHead> heads) {
  public HealthReport {
    parts = Collections.unmodifiableMap(new EnumMap<>(parts));
    heads = Collections.unmodifiableMap(new LinkedHashMap<>(heads));
  }

  /** Whether look-ups can be answered from every place. */
  public boolean isReady() {
    return parts.values().stream().allMatch(PartState::up);
  }
}
