package io.tallykeep.jobs.retention.freeze;

import java.util.List;

/**
 * Rows that can't be taken offline yet.
 *
 * @param kind why
 * @param rowCount how many
 * @param examples keys of some of them
 */
public record RowsFinding(Kind kind, long rowCount, List<String> examples) {
  public RowsFinding {
    examples = List.copyOf(examples);
  }

  /** Why a row stays in MySQL. */
  public enum Kind {
    LIVE("not done yet (their state says so, or is NULL)"),
    KEY_MISSING("whose business key is not online"),
    KEY_UNDECIDED("whose business key is not decided"),
    NOT_ARCHIVABLE("that the archive can't hold");

    private final String words;

    Kind(String words) {
      this.words = words;
    }
  }

  @Override
  public String toString() {
    return rowCount + " rows " + kind.words + ", for example " + String.join("; ", examples);
  }
}
