package io.tallykeep.statement.gate;

import io.tallykeep.statement.Coverage.Proof;
import io.tallykeep.statement.Direction;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Money;
import io.tallykeep.statement.StatedTotals;
import io.tallykeep.statement.StatementTrailer;
import java.math.BigInteger;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares what a statement states with what was counted. */
final class TotalsCheck {
  private final StatementTally tally;
  private final StatedTotals stated;
  private final long line;
  private final Findings findings;
  private final Set<Proof> proofs = EnumSet.noneOf(Proof.class);

  TotalsCheck(StatementTally tally, StatementTrailer trailer, Findings findings) {
    this.tally = tally;
    this.stated = trailer.totals();
    this.line = trailer.line();
    this.findings = findings;
    balances();
    controlTotals();
    counts();
  }

  Set<Proof> proofs() {
    return proofs;
  }

  /** Whether the statement itself says that nothing was booked. */
  boolean saysZero() {
    Money opening = stated.opening();
    boolean sides = isZero(stated.credits().count()) && isZero(stated.debits().count());
    return opening != null && opening.equals(stated.closing())
        || isZero(stated.entryCount())
        || sides;
  }

  private void balances() {
    Money opening = stated.opening();
    Money closing = stated.closing();
    if (opening != null) {
      tally.requireStated(opening, line);
    }
    if (closing != null) {
      tally.requireStated(closing, line);
    }
    if (opening == null || closing == null) {
      return;
    }
    BigInteger expected = BigInteger.valueOf(opening.minor()).add(BigInteger.valueOf(tally.net()));
    if (expected.equals(BigInteger.valueOf(closing.minor()))) {
      proofs.add(Proof.BALANCE);
    } else {
      findings.add(
          FindingCode.BALANCE_MISMATCH,
          line,
          null,
          "Opening balance "
              + opening
              + " and entries of "
              + tally.net()
              + " make "
              + expected
              + ", the closing balance is "
              + closing
              + ".");
    }
  }

  private void controlTotals() {
    boolean net = total("sum of entries", stated.net(), tally.net());
    boolean credits = side("credits", stated.credits(), Direction.CREDIT);
    boolean debits = side("debits", stated.debits(), Direction.DEBIT);
    if (net || credits && debits) {
      proofs.add(Proof.CONTROL_TOTAL);
    }
  }

  private boolean side(String what, StatedTotals.Side side, Direction direction) {
    Money counted = tally.counted(direction).sum();
    return total("sum of " + what, side.sum(), counted == null ? 0 : counted.minor());
  }

  /** Whether the total is stated and agrees. */
  private boolean total(String what, @Nullable Money total, long counted) {
    if (total == null) {
      return false;
    }
    tally.requireStated(total, line);
    if (total.minor() == counted) {
      return true;
    }
    findings.add(
        FindingCode.TOTAL_MISMATCH,
        line,
        null,
        "The " + what + " is stated as " + total + ", the entries make " + counted + ".");
    return false;
  }

  private void counts() {
    count("entries", stated.entryCount(), tally.bookedCount());
    count("credits", stated.credits().count(), count(Direction.CREDIT));
    count("debits", stated.debits().count(), count(Direction.DEBIT));
  }

  private long count(Direction direction) {
    return Objects.requireNonNull(tally.counted(direction).count());
  }

  private void count(String what, @Nullable Long count, long counted) {
    if (count == null) {
      return;
    }
    if (count == counted) {
      proofs.add(Proof.COUNT);
    } else {
      findings.add(
          FindingCode.COUNT_MISMATCH,
          line,
          null,
          count + " " + what + " are stated, " + counted + " were read.");
    }
  }

  private static boolean isZero(@Nullable Long count) {
    return count != null && count == 0;
  }
}
