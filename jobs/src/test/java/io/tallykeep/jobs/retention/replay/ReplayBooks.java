package io.tallykeep.jobs.retention.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.verifier.gate.GateOutcome;
import io.tallykeep.verifier.gate.GateOutcome.Kind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;

/**
 * What the gates answered, each answer compared with what a single run would have left; and the
 * balances of that single run. Safe for use by many threads.
 */
final class ReplayBooks {
  private static final int MOST_TOLD = 20;

  private final ReplayPlan plan;
  private final AtomicIntegerArray applied;
  private final AtomicIntegerArray duplicates;
  private final Map<Kind, LongAdder> kinds = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> askedAgain = new ConcurrentHashMap<>();
  private final Queue<String> wrong = new ConcurrentLinkedQueue<>();

  ReplayBooks(ReplayPlan plan) {
    this.plan = plan;
    this.applied = new AtomicIntegerArray(plan.events());
    this.duplicates = new AtomicIntegerArray(plan.events());
  }

  /** Notes that there was no answer yet, and that the event was brought again. */
  void again(GateOutcome outcome) {
    String why =
        outcome instanceof GateOutcome.Undecidable undecidable
            ? undecidable.kind() + " " + undecidable.reason()
            : outcome.kind().name();
    askedAgain.computeIfAbsent(why, any -> new LongAdder()).increment();
  }

  /**
   * Notes the answer of an event.
   *
   * @param expiredBefore whether its day was known as expired before it was brought
   * @param expiredAfter whether its day is expired now
   */
  void answered(
      int event, boolean forged, GateOutcome outcome, boolean expiredBefore, boolean expiredAfter) {
    kinds.computeIfAbsent(outcome.kind(), any -> new LongAdder()).increment();
    boolean right =
        outcome instanceof GateOutcome.BeyondWindow
            ? expiredAfter
            : !expiredBefore && (forged ? isConflict(outcome) : isRight(event, outcome));
    if (!right && wrong.size() < MOST_TOLD) {
      wrong.add(
          ReplayPlan.id(event)
              + " of "
              + plan.day(event)
              + (plan.isLost(event) ? ", lost at first" : ", delivered at first")
              + (forged ? ", with another payload" : "")
              + ", expired before/after "
              + expiredBefore
              + "/"
              + expiredAfter
              + ": "
              + outcome);
    }
  }

  private static boolean isConflict(GateOutcome outcome) {
    return outcome.kind() == Kind.CONFLICT;
  }

  private boolean isRight(int event, GateOutcome outcome) {
    if (outcome instanceof GateOutcome.Duplicate duplicate) {
      duplicates.incrementAndGet(event);
      return Optional.of(String.valueOf(ReplayPlan.amountMinor(event)))
          .equals(duplicate.result().get("amount_minor"));
    }
    return outcome.kind() == Kind.APPLIED
        && plan.isLost(event)
        && applied.incrementAndGet(event) == 1;
  }

  long answers() {
    return kinds.values().stream().mapToLong(LongAdder::sum).sum();
  }

  long answers(Kind kind) {
    LongAdder count = kinds.get(kind);
    return count == null ? 0 : count.sum();
  }

  Map<String, Long> askedAgain() {
    Map<String, Long> sorted = new TreeMap<>();
    askedAgain.forEach((why, count) -> sorted.put(why, count.sum()));
    return sorted;
  }

  Map<Kind, Long> kinds() {
    Map<Kind, Long> sorted = new TreeMap<>();
    kinds.forEach((kind, count) -> sorted.put(kind, count.sum()));
    return sorted;
  }

  void assertEveryAnswerWasRight() {
    assertThat(wrong).as("wrong answers").isEmpty();
    for (int event = 0; event < plan.events(); event++) {
      if (plan.isLost(event)) {
        assertThat(applied.get(event))
            .as("how often %s of %s was applied", ReplayPlan.id(event), plan.day(event))
            .isBetween(plan.expires(event) && duplicates.get(event) == 0 ? 0 : 1, 1);
      }
    }
  }

  /** The effects' balances are those of a run in which every event comes once. */
  void assertBalances(DataSource source, EffectTable effects) throws SQLException {
    Map<Integer, String> balances = new TreeMap<>();
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      try (ResultSet row =
          statement.executeQuery(
              "SELECT account, SUM(amount_minor), COUNT(*) FROM "
                  + effects.name()
                  + " GROUP BY account")) {
        while (row.next()) {
          balances.put(row.getInt(1), row.getLong(2) + " of " + row.getInt(3));
        }
      }
      try (ResultSet row =
          statement.executeQuery(
              "SELECT event_id FROM "
                  + effects.name()
                  + " GROUP BY event_id HAVING COUNT(*) > 1 LIMIT 1")) {
        assertThat(row.next()).as("an event with a second effect").isFalse();
      }
    }
    assertThat(balances).isEqualTo(singleRun());
  }

  private Map<Integer, String> singleRun() {
    Map<Integer, Long> sums = new TreeMap<>();
    Map<Integer, Long> counts = new TreeMap<>();
    for (int event = 0; event < plan.events(); event++) {
      boolean had = !plan.isLost(event) || !plan.expires(event) || applied.get(event) == 1;
      if (had) {
        sums.merge(plan.account(event), ReplayPlan.amountMinor(event), Math::addExact);
        counts.merge(plan.account(event), 1L, Math::addExact);
      }
    }
    Map<Integer, String> balances = new TreeMap<>();
    sums.forEach((account, sum) -> balances.put(account, sum + " of " + counts.get(account)));
    return balances;
  }

  /** Whether a row of the event must be in inbox, late table or archive in the end. */
  boolean hasRow(int event) {
    return !plan.expires(event);
  }
}
