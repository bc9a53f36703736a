package io.tallykeep.verifier.gate;

import io.tallykeep.verifier.lookup.UndecidableReason;
import io.tallykeep.verifier.lookup.Where;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What became of an event at the gate. A value, never an exception. */
public sealed interface GateOutcome {

  /** The outcomes' names. */
  enum Kind {
    APPLIED(true),
    DUPLICATE(true),
    CONFLICT(true),
    STALE(true),
    DEFERRED(true),
    IN_PROGRESS(false),
    BEYOND_WINDOW(false),
    UNDECIDABLE(false),
    EFFECT_FAILED(false),
    RETRY_EXHAUSTED(false);

    private final boolean settled;

    Kind(boolean settled) {
      this.settled = settled;
    }

    /** See {@link GateOutcome#isSettled()}. */
    public boolean isSettled() {
      return settled;
    }
  }

  Kind kind();

  /**
   * Whether something durable says what became of the event, so that an offset may move past it: a
   * row in the inbox or the late table, a kept conflict, a kept deferral.
   */
  default boolean isSettled() {
    return kind().isSettled();
  }

  /**
   * The effect happened, now and for the first time.
   *
   * @param where the table that holds the event's row: ONLINE or LATE
   * @param epoch the day's epoch under whose lock it happened
   */
  record Applied(Where where, long epoch) implements GateOutcome {
    @Override
    public Kind kind() {
      return Kind.APPLIED;
    }
  }

  /**
   * The event, or another one with the same operation, had its effect before.
   *
   * @param result what is on record: the dataset's result columns, or the operation's; each as
   *     text, an empty value stands for NULL
   */
  record Duplicate(Map<String, Optional<String>> result) implements GateOutcome {
    public Duplicate {
      result = Collections.unmodifiableMap(new LinkedHashMap<>(result));
    }

    @Override
    public Kind kind() {
      return Kind.DUPLICATE;
    }
  }

  /**
   * The same event, or the same operation, is on record with another content. Nothing was applied;
   * both contents are kept in {@code gate_conflict} for a person.
   *
   * @param subject what both have in common
   * @param recorded what is on record: a payload hash in lower-case hex, or the operation's intent
   * @param offered what came now, in the same form
   */
  record Conflict(Subject subject, String recorded, String offered) implements GateOutcome {
    /** What two different contents have in common. */
    public enum Subject {
      EVENT,
      OPERATION
    }

    static Conflict ofEvent(String recordedHash, GateEvent event) {
      return new Conflict(
          Subject.EVENT, recordedHash, HexFormat.of().formatHex(event.payloadHash()));
    }

    @Override
    public Kind kind() {
      return Kind.CONFLICT;
    }
  }

  /**
   * The effect found the event older than what has been applied. Its row is kept.
   *
   * @param detail what the effect said
   * @param where the table that holds the event's row: ONLINE or LATE
   */
  record Stale(String detail, Where where) implements GateOutcome {
    @Override
    public Kind kind() {
      return Kind.STALE;
    }
  }

  /**
   * The event can't be applied yet; its row and its payload are kept.
   *
   * @param waitsFor what it waits for
   * @param owner who is responsible for its getting applied
   */
  record Deferred(String waitsFor, String owner) implements GateOutcome {
    @Override
    public Kind kind() {
      return Kind.DEFERRED;
    }
  }

  /**
   * The event or its operation is on record, but not done.
   *
   * @param state its state
   */
  record InProgress(String state) implements GateOutcome {
    @Override
    public Kind kind() {
      return Kind.IN_PROGRESS;
    }
  }

  /** The event's day is past the identity window. Nothing is kept. */
  record BeyondWindow() implements GateOutcome {
    @Override
    public Kind kind() {
      return Kind.BEYOND_WINDOW;
    }
  }

  /**
   * Nothing can be said, and nothing was applied.
   *
   * @param reason why, as a stable code
   * @param detail what and where, and what to do
   */
  record Undecidable(UndecidableReason reason, String detail) implements GateOutcome {
    @Override
    public Kind kind() {
      return Kind.UNDECIDABLE;
    }
  }

  /**
   * The effect failed or must not be carried out; the transaction was rolled back.
   *
   * @param code the effect's own code, or one of {@link EffectFailure}
   * @param detail what and why
   */
  record EffectFailed(String code, String detail) implements GateOutcome {
    static EffectFailed of(EffectFailure failure, String detail) {
      return new EffectFailed(failure.name(), detail);
    }

    @Override
    public Kind kind() {
      return Kind.EFFECT_FAILED;
    }
  }

  /**
   * No attempt came to an end that is known to be good. Nothing was applied, except where the
   * answer to a COMMIT was lost: then the next attempt, with the same event, tells.
   *
   * @param lastError what ended the last attempt
   * @param attempts how many there were
   */
  record RetryExhausted(String lastError, int attempts) implements GateOutcome {
    @Override
    public Kind kind() {
      return Kind.RETRY_EXHAUSTED;
    }
  }
}
