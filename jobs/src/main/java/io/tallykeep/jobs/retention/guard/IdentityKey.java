package io.tallykeep.jobs.retention.guard;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.schema.SourceKey;
import io.tallykeep.archive.schema.SourceTable;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The key that makes an identity unique per event day: exactly those columns, identity first. */
public final class IdentityKey {
  private IdentityKey() {}

  /** The columns such a key has. */
  public static List<Identifier> columns(Dataset dataset) {
    return Stream.concat(dataset.identity().stream(), Stream.of(dataset.eventDay())).toList();
  }

  /** The online table's key over identity and event day, if it has one. */
  public static Optional<SourceKey> find(SourceTable table, Dataset dataset) {
    return table.keys().stream().filter(key -> isExactly(key, columns(dataset))).findFirst();
  }

  static boolean isExactly(SourceKey key, List<Identifier> columns) {
    if (!key.unique() || !key.visible() || key.parts().size() != columns.size()) {
      return false;
    }
    for (int i = 0; i < columns.size(); i++) {
      SourceKey.Part part = key.parts().get(i);
      if (!part.whole()
          || part.descending()
          || !part.column().map(columns.get(i)::sameColumn).orElse(false)) {
        return false;
      }
    }
    return true;
  }
}
