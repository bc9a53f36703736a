package io.tallykeep.archive.dataset;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which rows are not done yet: their state column holds one of these values. Such a row answers
 * IN_PROGRESS, never DUPLICATE, and is never archived (invariant 6).
 *
 * @param column the state column
 * @param values its values, as text, that mean the row is still being worked on
 */
public record LiveRows(Identifier column, Set<String> values) {
  public LiveRows {
    values = Set.copyOf(values);
    if (values.isEmpty()) {
      throw new IllegalArgumentException(
          "live-rows of column " + column + " name no value: list at least one, or leave it out.");
    }
  }

  /** Whether a row with this state is live; a missing state counts as live. */
  public boolean isLive(@Nullable String state) {
    return state == null || values.contains(state);
  }
}
