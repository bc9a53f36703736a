package io.tallykeep.statement.csv;

import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Money;
import io.tallykeep.statement.Refusal;
import io.tallykeep.statement.gate.StatementGate;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Sums by payout: where a report lists a payout beside what it paid out, both together are zero. A
 * payout that is not listed is not checked. For one thread.
 */
final class PayoutSums {
  private static final int MOST = 200_000;

  private final Map<String, Sum> sums = new LinkedHashMap<>();

  /** One payout's sum. */
  private static final class Sum {
    private long minor;
    private long payoutLine;
  }

  /** A row that a payout paid out. */
  void paidOut(String payout, Money net, long line) {
    Sum sum = sum(payout, net, line);
    sum.minor = Math.addExact(sum.minor, net.minor());
  }

  /** The row of the payout itself. */
  void payout(String payout, Money net, long line) {
    paidOut(payout, net, line);
    sum(payout, net, line).payoutLine = line;
  }

  private Sum sum(String payout, Money net, long line) {
    if (sums.size() >= MOST) {
      throw new Refusal(
          new Finding(FindingCode.LIMIT_STATEMENTS, line, null, "more than " + MOST + " payouts"));
    }
    return sums.computeIfAbsent(payout + " in " + net.currency(), key -> new Sum());
  }

  /** Reports each payout that is listed and not the sum of its rows. */
  void check(StatementGate gate) {
    sums.forEach(
        (payout, sum) -> {
          if (sum.payoutLine > 0 && sum.minor != 0) {
            gate.report(
                new Finding(
                    FindingCode.BATCH_SUM_MISMATCH,
                    sum.payoutLine,
                    StripeColumns.NET,
                    "payout "
                        + payout
                        + " and its rows differ by "
                        + sum.minor
                        + " (minor units)"));
          }
        });
  }
}
