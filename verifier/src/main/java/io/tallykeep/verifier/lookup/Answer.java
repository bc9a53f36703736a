package io.tallykeep.verifier.lookup;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What an adjudication says about an event. A value, never an exception: whatever can't be read or
 * is ambiguous is {@link Undecidable}, never {@link Unseen}. Answers are never cached.
 */
public sealed interface Answer {

  /** The answer's name in the command line's contract. */
  AnswerKind kind();

  /** Applies the case that fits this answer. */
  <T> T fold(Cases<T> cases);

  /**
   * The event has not been processed: its day is covered and no row was found in any place that can
   * hold one. Whoever acts on it passes epoch and server on, and they are compared again under a
   * lock before an effect happens.
   *
   * @param epoch the day's epoch before the first place was searched
   * @param serverUuid the server that said so
   */
  record Unseen(long epoch, String serverUuid) implements Answer {
    @Override
    public AnswerKind kind() {
      return AnswerKind.UNSEEN;
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.unseen(this);
    }
  }

  /**
   * The event has been processed.
   *
   * @param result the dataset's result columns in their configured order, each as text; an empty
   *     value stands for NULL
   */
  record Duplicate(Map<String, Optional<String>> result) implements Answer {
    public Duplicate {
      result = Collections.unmodifiableMap(new LinkedHashMap<>(result));
    }

    @Override
    public AnswerKind kind() {
      return AnswerKind.DUPLICATE;
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.duplicate(this);
    }
  }

  /**
   * The event has been processed with another payload.
   *
   * @param recordedHash the payload hash on record, in lower-case hex
   */
  record Conflict(String recordedHash) implements Answer {
    @Override
    public AnswerKind kind() {
      return AnswerKind.CONFLICT;
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.conflict(this);
    }
  }

  /**
   * The event is on record but not done. Says nothing about the payload.
   *
   * @param state the value of the row's state column; {@code NULL} where it has none
   */
  record InProgress(String state) implements Answer {
    @Override
    public AnswerKind kind() {
      return AnswerKind.IN_PROGRESS;
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.inProgress(this);
    }
  }

  /** The event's day is past the identity window: the ledger says EXPIRED. */
  record BeyondWindow() implements Answer {
    @Override
    public AnswerKind kind() {
      return AnswerKind.BEYOND_WINDOW;
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.beyondWindow(this);
    }
  }

  /**
   * Nothing can be said. The event must not be applied.
   *
   * @param reason why, as a stable code
   * @param detail what and where, and what to do
   */
  record Undecidable(UndecidableReason reason, String detail) implements Answer {
    @Override
    public AnswerKind kind() {
      return AnswerKind.UNDECIDABLE;
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.undecidable(this);
    }
  }

  /** One case per answer. */
  interface Cases<T> {
    T unseen(Unseen answer);

    T duplicate(Duplicate answer);

    T conflict(Conflict answer);

    T inProgress(InProgress answer);

    T beyondWindow(BeyondWindow answer);

    T undecidable(Undecidable answer);
  }
}
