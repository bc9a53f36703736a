package io.tallykeep.client;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What the service says about an event, or that it said nothing. A value, never an exception. Only
 * {@link Unseen} lets an event be applied, and only through the gate, which compares epoch and
 * server again under a lock. Answers age at once: don't keep them.
 */
public sealed interface LookupAnswer {

  /** The answer's name. */
  AnswerKind kind();

  /** Applies the case that fits this answer. */
  <T> T fold(Cases<T> cases);

  /**
   * The event has not been processed: its day is covered, and no place that can hold its row does.
   *
   * @param epoch the day's epoch before the first place was searched
   * @param server the UUID of the database server that said so
   */
  record Unseen(long epoch, String server) implements LookupAnswer {
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
   * @param result the dataset's result columns in their order, each as text; an empty value stands
   *     for NULL
   */
  record Duplicate(Map<String, Optional<String>> result) implements LookupAnswer {
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
  record Conflict(String recordedHash) implements LookupAnswer {
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
  record InProgress(String state) implements LookupAnswer {
    @Override
    public AnswerKind kind() {
      return AnswerKind.IN_PROGRESS;
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.inProgress(this);
    }
  }

  /** The event's day is past the identity window. */
  record BeyondWindow() implements LookupAnswer {
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
   * @param origin who can't say
   * @param code why, as a stable code: the service's own reason, or the name of a {@link NoAnswer}
   * @param detail what, where, and what to do
   */
  record Undecidable(Origin origin, String code, String detail) implements LookupAnswer {
    static Undecidable noAnswer(NoAnswer code, String detail) {
      return new Undecidable(Origin.CLIENT, code.name(), detail);
    }

    @Override
    public AnswerKind kind() {
      return AnswerKind.UNDECIDABLE;
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.undecidable(this);
    }
  }

  /** Who can't say. */
  enum Origin {
    /** The service looked and can't decide. */
    SERVICE,
    /** The client has no answer of the service. */
    CLIENT
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
