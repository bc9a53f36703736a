package io.tallykeep.benchmarks.lookup;

import io.tallykeep.verifier.lookup.Adjudication;
import io.tallykeep.verifier.lookup.Adjudicator;
import io.tallykeep.verifier.lookup.AnswerKind;
import io.tallykeep.verifier.lookup.Query;
import io.tallykeep.verifier.lookup.UndecidableReason;
import java.util.List;
import java.util.Optional;

/** Whole look-ups: MySQL's reads, the archive, and the ledger once more. */
final class AdjudicatorKeys implements KeyReader {
  private final Adjudicator adjudicator;
  private final boolean dayGiven;

  private AdjudicatorKeys(Adjudicator adjudicator, boolean dayGiven) {
    this.adjudicator = adjudicator;
    this.dayGiven = dayGiven;
  }

  static AdjudicatorKeys withDay(Adjudicator adjudicator) {
    return new AdjudicatorKeys(adjudicator, true);
  }

  static AdjudicatorKeys withoutDay(Adjudicator adjudicator) {
    return new AdjudicatorKeys(adjudicator, false);
  }

  @Override
  public boolean find(Key key) {
    Adjudication answer =
        adjudicator.adjudicate(
            new Query(
                "inbox",
                List.of(key.consumer(), key.event()),
                dayGiven ? Optional.of(key.day()) : Optional.empty(),
                Optional.empty()));
    boolean found = answer.answer().kind() == AnswerKind.DUPLICATE;
    boolean missing =
        dayGiven
            ? answer.answer().kind() == AnswerKind.UNSEEN
            : answer.reason().orElse("").startsWith(UndecidableReason.EVENT_DAY_UNKNOWN + ":");
    if (!found && !missing) {
      throw new IllegalStateException(key + ": " + answer);
    }
    return found;
  }

  @Override
  public long bytes() {
    return adjudicator.readStats().bytes();
  }
}
