package io.tallykeep.statement;

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether a statement is complete evidence for a period: only then may absence from it mean
 * anything. Immutable.
 *
 * @param period what it covers, null if nothing states it
 * @param proofs what showed that nothing is missing from it
 * @param obstacles why it covers nothing; empty if it covers its period
 */
public record Coverage(
    @Nullable StatementPeriod period, Set<Proof> proofs, Set<Obstacle> obstacles) {
  /** Copies the sets. */
  public Coverage {
    proofs = Set.copyOf(proofs);
    obstacles = Set.copyOf(obstacles);
    if (obstacles.isEmpty() && period == null) {
      throw new IllegalArgumentException("What covers has a period.");
    }
  }

  /** Whether its period is covered. */
  public boolean covers() {
    return obstacles.isEmpty();
  }

  /** Obstacles in their order, for messages. */
  public Set<Obstacle> ordered() {
    EnumSet<Obstacle> ordered = EnumSet.noneOf(Obstacle.class);
    ordered.addAll(obstacles);
    return ordered;
  }

  /** What showed that the entries are all there. */
  public enum Proof {
    /** Opening balance and entries add up to the closing balance. */
    BALANCE,
    /** A control total over amounts agrees. */
    CONTROL_TOTAL,
    /** A stated count agrees. Alone it does not show that the entries are the right ones. */
    COUNT
  }

  /** Why a statement covers nothing. */
  public enum Obstacle {
    /** Neither balances nor a control total: nothing shows that all is there. */
    NO_TOTALS,
    /** Nothing states the period. */
    NO_PERIOD,
    /** A batch is booked as one sum without its items. */
    NOT_ITEMISED,
    /** More of the same day may follow. */
    INTRADAY,
    /** An advice of single entries. */
    ADVICE,
    /** Pages of the statement are not in this file. */
    PAGES_INCOMPLETE,
    /** Test data. */
    TEST,
    /** Takes an earlier statement back. */
    DELETION
  }
}
