package io.tallykeep.statement.gate;

import io.tallykeep.statement.Coverage;
import io.tallykeep.statement.Coverage.Obstacle;
import io.tallykeep.statement.Coverage.Proof;
import io.tallykeep.statement.Direction;
import io.tallykeep.statement.EntryStatus;
import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Money;
import io.tallykeep.statement.Refusal;
import io.tallykeep.statement.SequencePosition.LastPage;
import io.tallykeep.statement.StatedTotals;
import io.tallykeep.statement.StatementEntry;
import io.tallykeep.statement.StatementFlag;
import io.tallykeep.statement.StatementHeader;
import io.tallykeep.statement.StatementSummary;
import io.tallykeep.statement.StatementTrailer;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One statement's sums and counts while it is read, and what they prove. Not thread-safe. */
final class StatementTally {
  private StatementHeader header;
  private final Set<Proof> proofs = EnumSet.noneOf(Proof.class);
  private final Set<Obstacle> obstacles = EnumSet.noneOf(Obstacle.class);
  private final Side credits = new Side();
  private final Side debits = new Side();
  private @Nullable String currency;
  private @Nullable StatementTrailer trailer;
  private long pending;
  private long info;
  private long notItemised;

  /** One direction's booked entries. */
  private static final class Side {
    private long sum;
    private long count;
  }

  StatementTally(StatementHeader header) {
    this.header = header;
    this.currency = header.currency();
  }

  StatementHeader header() {
    return header;
  }

  void lastPage(LastPage last) {
    header = header.withLastPage(last);
  }

  /** The currency of its balances; null if neither header nor entries nor totals told. */
  @Nullable String currency() {
    return currency;
  }

  /** What it said at its end. */
  StatementTrailer trailer() {
    if (trailer == null) {
      throw new IllegalStateException("Statement " + header.statement() + " was never ended.");
    }
    return trailer;
  }

  boolean ended() {
    return trailer != null;
  }

  void add(StatementEntry entry) {
    if (ended()) {
      throw new IllegalStateException("Statement " + header.statement() + " is ended.");
    }
    Money booked = entry.amounts().booked();
    requireCurrency(booked, entry.place().line());
    if (entry.kind().status() != EntryStatus.BOOKED) {
      pending += entry.kind().status() == EntryStatus.PENDING ? 1 : 0;
      info += entry.kind().status() == EntryStatus.INFO ? 1 : 0;
      return;
    }
    notItemised += entry.itemised() ? 0 : 1;
    boolean credit =
        booked.minor() == 0 ? entry.kind().direction() == Direction.CREDIT : booked.minor() > 0;
    Side side = credit ? credits : debits;
    side.count++;
    try {
      side.sum = Math.addExact(side.sum, booked.minor());
    } catch (ArithmeticException e) {
      throw new Refusal(
          new Finding(
              FindingCode.AMOUNT_RANGE, entry.place().line(), null, "The sum is out of range."));
    }
  }

  private void requireCurrency(Money money, long line) {
    if (currency == null) {
      currency = money.currency();
    } else if (!currency.equals(money.currency())) {
      throw new Refusal(
          new Finding(
              FindingCode.CURRENCY_MIXED,
              line,
              null,
              "An amount in " + money.currency() + " in a statement in " + currency + "."));
    }
  }

  /** Checks what the statement says of itself. */
  void close(StatementTrailer closing, Findings findings) {
    if (ended()) {
      throw new IllegalStateException("Statement " + header.statement() + " is ended twice.");
    }
    trailer = closing;
    TotalsCheck check = new TotalsCheck(this, closing, findings);
    proofs.addAll(check.proofs());
    if (credits.count + debits.count + pending + info == 0 && !check.saysZero()) {
      findings.add(
          FindingCode.NO_ENTRIES,
          closing.line(),
          null,
          "No entries, and neither balances nor a count that say so.");
    }
  }

  /** Checks a stated amount's currency, for {@link TotalsCheck}. */
  void requireStated(Money money, long line) {
    requireCurrency(money, line);
  }

  /** Sum of the booked entries. */
  long net() {
    return Math.addExact(credits.sum, debits.sum);
  }

  StatedTotals.Side counted(Direction direction) {
    Side side = direction == Direction.CREDIT ? credits : debits;
    return new StatedTotals.Side(
        currency == null ? null : new Money(side.sum, currency), side.count);
  }

  long bookedCount() {
    return credits.count + debits.count;
  }

  void proven(Proof proof) {
    proofs.add(proof);
  }

  void obstructed(Obstacle obstacle) {
    obstacles.add(obstacle);
  }

  StatementSummary summary() {
    StatementTrailer ended = trailer();
    Set<Obstacle> all = EnumSet.noneOf(Obstacle.class);
    all.addAll(obstacles);
    if (!proofs.contains(Proof.BALANCE) && !proofs.contains(Proof.CONTROL_TOTAL)) {
      all.add(Obstacle.NO_TOTALS);
    }
    if (ended.period() == null) {
      all.add(Obstacle.NO_PERIOD);
    }
    if (notItemised > 0) {
      all.add(Obstacle.NOT_ITEMISED);
    }
    for (StatementFlag flag : header.flags()) {
      switch (flag) {
        case INTRADAY -> all.add(Obstacle.INTRADAY);
        case ADVICE -> all.add(Obstacle.ADVICE);
        case TEST -> all.add(Obstacle.TEST);
        case DELETION -> all.add(Obstacle.DELETION);
        case CORRECTION, COPY -> {}
      }
    }
    return new StatementSummary(
        header,
        ended,
        new StatementSummary.Counts(bookedCount(), pending, info, notItemised),
        new Coverage(ended.period(), proofs, all));
  }
}
