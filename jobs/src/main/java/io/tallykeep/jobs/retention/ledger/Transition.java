package io.tallykeep.jobs.retention.ledger;

import static io.tallykeep.verifier.ledger.Progress.CLOSED;
import static io.tallykeep.verifier.ledger.Progress.COPIED;
import static io.tallykeep.verifier.ledger.Progress.DROPPED;
import static io.tallykeep.verifier.ledger.Progress.DROPPING;
import static io.tallykeep.verifier.ledger.Progress.EXPIRED;
import static io.tallykeep.verifier.ledger.Progress.FROZEN;
import static io.tallykeep.verifier.ledger.Progress.HELD;
import static io.tallykeep.verifier.ledger.Progress.ONLINE;
import static io.tallykeep.verifier.ledger.Progress.PROVEN;
import static io.tallykeep.verifier.ledger.Progress.PUBLISHED;
import static io.tallykeep.verifier.ledger.Progress.PUBLISHING;

import io.tallykeep.verifier.ledger.Progress;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/** Every change of progress there is (architecture, section 5.1). What is not here is refused. */
public enum Transition {
  /** No more inserts. */
  CLOSE(EnumSet.of(ONLINE), CLOSED, Effect.NEW_EPOCH),
  /** No more changes; the new epoch is the freeze number. */
  FREEZE(EnumSet.of(CLOSED), FROZEN, Effect.NEW_EPOCH),
  /** Back to where live rows can finish; ends every copy of that freeze. */
  THAW(EnumSet.of(FROZEN, COPIED), CLOSED, Effect.NEW_EPOCH),
  /** Data files are written that no snapshot names yet; a later attempt replaces an earlier one. */
  COPY(EnumSet.of(FROZEN, COPIED), COPIED, Effect.WORK),
  /** The commit may begin; no thaw from here on. */
  BEGIN_PUBLISH(EnumSet.of(COPIED), PUBLISHING, Effect.WORK),
  /** A snapshot names the files. */
  PUBLISH(EnumSet.of(PUBLISHING), PUBLISHED, Effect.FACT),
  /** Read back, count and digest are equal. */
  PROVE(EnumSet.of(PUBLISHED), PROVEN, Effect.WORK),
  /** Online a while longer. */
  HOLD(EnumSet.of(PROVEN), HELD, Effect.WORK),
  /** The drop may begin. */
  BEGIN_DROP(EnumSet.of(HELD), DROPPING, Effect.WORK),
  /** The table partition is gone. */
  DROP(EnumSet.of(DROPPING), DROPPED, Effect.FACT),
  /** Beyond the identity window. */
  EXPIRE(EnumSet.of(DROPPED), EXPIRED, Effect.NEW_EPOCH);

  private enum Effect {
    /** Refused while QUARANTINED (a thaw excepted). */
    WORK,
    /** As WORK, and verdicts from before can't be used any more. */
    NEW_EPOCH,
    /** Records what has happened already: QUARANTINED neither stops it nor goes. */
    FACT
  }

  private final Set<Progress> from;
  private final Progress to;
  private final Effect effect;

  Transition(Set<Progress> from, Progress to, Effect effect) {
    this.from = from;
    this.to = to;
    this.effect = effect;
  }

  public boolean leadsFrom(Progress progress) {
    return from.contains(progress);
  }

  /** The progress it may begin at, for an SQL IN list. */
  String fromAsSql() {
    return from.stream().map(p -> "'" + p + "'").collect(Collectors.joining(", "));
  }

  public Progress to() {
    return to;
  }

  /** Whether it gives the day a new epoch, so that a verdict from before it can't be used. */
  public boolean changesEpoch() {
    return effect == Effect.NEW_EPOCH;
  }

  /**
   * Whether it begins what takes something away: writers' access, a thaw's way back, rows, or the
   * archive's answer. A pause stops these.
   */
  public boolean isDestructive() {
    return switch (this) {
      case CLOSE, FREEZE, BEGIN_PUBLISH, BEGIN_DROP, EXPIRE -> true;
      case THAW, COPY, PUBLISH, PROVE, HOLD, DROP -> false;
    };
  }

  /**
   * Whether it shows that what put the day off is over. Closing and freezing don't: a day that is
   * frozen and thawed again every night is put off every night.
   */
  public boolean endsDeferral() {
    return switch (this) {
      case CLOSE, FREEZE, THAW -> false;
      case COPY, BEGIN_PUBLISH, PUBLISH, PROVE, HOLD, BEGIN_DROP, DROP, EXPIRE -> true;
    };
  }

  /** Whether a quarantined day may make it. */
  public boolean passesQuarantine() {
    return effect == Effect.FACT || this == THAW;
  }
}
