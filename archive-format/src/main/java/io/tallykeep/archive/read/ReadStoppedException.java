package io.tallykeep.archive.read;

import org.jspecify.annotations.Nullable;

/** A read ended before it had an answer, since nobody waits for it any more. Says nothing else. */
public final class ReadStoppedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Why. */
  public enum Kind {
    /** The look-up's time was over. */
    DEADLINE,
    /** Its thread was interrupted. */
    INTERRUPTED
  }

  private final Kind kind;

  ReadStoppedException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  static ReadStoppedException interrupted(String what, InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new ReadStoppedException(Kind.INTERRUPTED, what + ": interrupted.", cause);
  }

  public Kind kind() {
    return kind;
  }
}
