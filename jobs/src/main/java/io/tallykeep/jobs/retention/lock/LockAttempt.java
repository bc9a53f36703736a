package io.tallykeep.jobs.retention.lock;

import java.util.function.Function;

/** What came of asking for a lock. */
public sealed interface LockAttempt<L> {
  /** It is ours until it is closed or its connection ends. */
  record Held<L>(L lock) implements LockAttempt<L> {}

  /** Somebody else has it. */
  record Refused<L>(LockHolder holder) implements LockAttempt<L> {}

  /** The same answer about a lock made of this one. */
  default <M> LockAttempt<M> map(Function<L, M> wrap) {
    if (this instanceof Held<L> held) {
      return new Held<>(wrap.apply(held.lock()));
    }
    return new Refused<>(((Refused<L>) this).holder());
  }
}
