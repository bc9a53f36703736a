package io.tallykeep.archive.table;

import org.jspecify.annotations.Nullable;

/**
 * A part of the archive could not be read or contradicts itself. Says nothing about whether a row
 * exists: whoever asked has no answer.
 */
public final class ArchiveReadException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What is the matter. */
  public enum Kind {
    /** An object the archive names is not there. */
    MISSING,
    /** It could not be read, or what it says can't be true. */
    UNREADABLE
  }

  private final Kind kind;

  ArchiveReadException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
