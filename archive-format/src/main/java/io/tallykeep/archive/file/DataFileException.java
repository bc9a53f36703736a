package io.tallykeep.archive.file;

import org.jspecify.annotations.Nullable;

/**
 * A data file could not be read or is not what it should be. Says nothing about whether a row
 * exists: whoever asked for one has no answer.
 */
public final class DataFileException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What is the matter with the file. */
  public enum Kind {
    /** There is no such object. */
    MISSING,
    /** It could not be fetched, or its bytes or its schema are not those of this table's file. */
    UNREADABLE
  }

  private final String path;
  private final Kind kind;

  DataFileException(String path, Kind kind, String what, @Nullable Throwable cause) {
    super("data file " + path + ": " + what, cause);
    this.path = path;
    this.kind = kind;
  }

  /** A file whose bytes were read but can't be what the table lists. */
  public static DataFileException unreadable(String path, String what, @Nullable Throwable cause) {
    return new DataFileException(path, Kind.UNREADABLE, what, cause);
  }

  public String path() {
    return path;
  }

  public Kind kind() {
    return kind;
  }
}
