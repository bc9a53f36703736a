package io.tallykeep.client;

import java.time.Duration;
import java.util.Optional;

/** There is no answer: becomes a {@link LookupAnswer.Undecidable} before a caller sees it. */
final class NoAnswerException extends Exception {
  private static final long serialVersionUID = 1L;

  private final NoAnswer code;
  private final transient Optional<Duration> retryAfter;

  NoAnswerException(NoAnswer code, String detail) {
    this(code, detail, Optional.empty());
  }

  /**
   * @param retryAfter how long the service asks to wait before the next try
   */
  NoAnswerException(NoAnswer code, String detail, Optional<Duration> retryAfter) {
    super(detail, null, false, false);
    this.code = code;
    this.retryAfter = retryAfter;
  }

  NoAnswer code() {
    return code;
  }

  /** Whether the same question may have an answer a moment later. */
  boolean isPassing() {
    return code == NoAnswer.OVERLOADED || code == NoAnswer.UNREACHABLE || code == NoAnswer.CUT;
  }

  Optional<Duration> retryAfter() {
    return retryAfter;
  }

  LookupAnswer answer() {
    return LookupAnswer.Undecidable.noAnswer(code, String.valueOf(getMessage()));
  }

  static NoAnswerException closed() {
    return new NoAnswerException(NoAnswer.CLOSED, "The client was closed. Open another one.");
  }
}
