package io.tallykeep.statement.gate;

import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Money;
import io.tallykeep.statement.SequencePosition;
import io.tallykeep.statement.SequencePosition.LastPage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checks how the statements of one file follow each other, account by account and currency by
 * currency, in the file's order: numbers without gaps, pages without gaps, each opening with what
 * the one before closed with. Gaps between files are not seen here.
 */
final class StatementChain {
  private final Findings findings;

  StatementChain(Findings findings) {
    this.findings = findings;
  }

  void check(List<StatementTally> tallies) {
    Map<String, List<StatementTally>> byAccount = new LinkedHashMap<>();
    for (StatementTally tally : tallies) {
      if (!tally.ended()) {
        findings.add(
            FindingCode.TRUNCATED,
            tally.header().line(),
            null,
            "The statement that begins here is not ended.");
      } else if (standsAlone(tally)) {
        new PageGroup(List.of(tally)).check(findings);
      } else {
        byAccount
            .computeIfAbsent(
                tally.header().account() + " " + tally.currency(), key -> new ArrayList<>())
            .add(tally);
      }
    }
    byAccount.values().forEach(this::checkAccount);
  }

  /** Not part of the account's chain of statements. */
  private static boolean standsAlone(StatementTally tally) {
    return tally.header().flags().stream()
        .anyMatch(
            flag ->
                switch (flag) {
                  case INTRADAY, ADVICE, TEST, DELETION, CORRECTION, COPY -> true;
                });
  }

  private void checkAccount(List<StatementTally> chain) {
    List<StatementTally> pages = new ArrayList<>();
    @Nullable StatementTally previous = null;
    for (StatementTally next : chain) {
      if (previous != null) {
        checkPair(previous, next);
      }
      if (!pages.isEmpty() && !samePages(pages.get(0), next)) {
        new PageGroup(pages).check(findings);
        pages.clear();
      }
      pages.add(next);
      previous = next;
    }
    new PageGroup(pages).check(findings);
  }

  private static boolean samePages(StatementTally one, StatementTally other) {
    Long sequence = one.header().position().sequence();
    return sequence != null && sequence.equals(other.header().position().sequence());
  }

  private void checkPair(StatementTally previous, StatementTally next) {
    SequencePosition one = previous.header().position();
    SequencePosition two = next.header().position();
    Long first = one.sequence();
    Long second = two.sequence();
    if (first != null && second != null) {
      if (first.equals(second)) {
        checkPages(one, two, next);
      } else {
        checkSequence(first, second, next);
        checkFirstPage(one, two, next);
      }
    }
    Money closing = previous.trailer().totals().closing();
    Money opening = next.trailer().totals().opening();
    if (closing != null && opening != null && !closing.equals(opening)) {
      add(
          FindingCode.BALANCE_CHAIN,
          next,
          "Opens with " + opening + ", the one before closes with " + closing + ".");
    }
  }

  private void checkSequence(long first, long second, StatementTally next) {
    boolean restarted = second == 1 && first > 1;
    if (second != first + 1 && !restarted) {
      add(
          FindingCode.SEQUENCE_GAP,
          next,
          "Statement number "
              + second
              + " follows number "
              + first
              + (second < first ? ": out of order." : ": numbers are missing between them."));
    }
  }

  private void checkFirstPage(SequencePosition one, SequencePosition two, StatementTally next) {
    Integer page = two.page();
    if (one.last() == LastPage.NO) {
      add(FindingCode.PAGE_GAP, next, "The statement before lacks its last page.");
    }
    if (page != null && page > 1) {
      add(FindingCode.PAGE_GAP, next, "Begins with page " + page + ".");
    }
  }

  private void checkPages(SequencePosition one, SequencePosition two, StatementTally next) {
    Integer first = one.page();
    Integer second = two.page();
    if (first == null || second == null || first.equals(second)) {
      add(FindingCode.SEQUENCE_REPEATED, next, "Statement number " + two.sequence() + " again.");
    } else if (second != first + 1) {
      add(FindingCode.PAGE_GAP, next, "Page " + second + " follows page " + first + ".");
    } else if (one.last() == LastPage.YES) {
      add(FindingCode.PAGE_GAP, next, "Page " + second + " follows the last page.");
    }
  }

  private void add(FindingCode code, StatementTally at, String detail) {
    findings.add(code, at.header().line(), null, detail);
  }
}
