package io.tallykeep.statement.gate;

import io.tallykeep.statement.Coverage.Obstacle;
import io.tallykeep.statement.Coverage.Proof;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Money;
import io.tallykeep.statement.SequencePosition.LastPage;
import java.math.BigInteger;
import java.util.List;

/** The pages of one statement that a file holds, in order; a statement without pages is one. */
final class PageGroup {
  private final List<StatementTally> pages;

  PageGroup(List<StatementTally> pages) {
    this.pages = pages;
  }

  /** Marks pages of an incomplete statement, and checks balances that only all pages state. */
  void check(Findings findings) {
    StatementTally first = pages.get(0);
    StatementTally last = pages.get(pages.size() - 1);
    Integer page = first.header().position().page();
    if (page != null && page > 1 || last.header().position().last() == LastPage.NO) {
      pages.forEach(tally -> tally.obstructed(Obstacle.PAGES_INCOMPLETE));
    }
    Money opening = first.trailer().totals().opening();
    Money closing = last.trailer().totals().closing();
    if (pages.size() == 1 || opening == null || closing == null) {
      return;
    }
    BigInteger sum = BigInteger.valueOf(opening.minor());
    for (StatementTally tally : pages) {
      sum = sum.add(BigInteger.valueOf(tally.net()));
    }
    if (sum.equals(BigInteger.valueOf(closing.minor()))) {
      pages.forEach(tally -> tally.proven(Proof.BALANCE));
    } else {
      findings.add(
          FindingCode.BALANCE_MISMATCH,
          last.trailer().line(),
          null,
          "Opening balance and entries of all pages make "
              + sum
              + ", the closing balance is "
              + closing
              + ".");
    }
  }
}
