package io.tallykeep.statement.csv;

import io.tallykeep.statement.DeclaredFacts;
import io.tallykeep.statement.EntryStatus;
import io.tallykeep.statement.Exponents;
import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Money;
import io.tallykeep.statement.Refusal;
import io.tallykeep.statement.StatedTotals;
import io.tallykeep.statement.gate.StatementGate;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a mapped file and declarations beside it say of its rows: a trailer's count and sum, the
 * running balance, declared totals. For one thread.
 */
final class MappedTotals {
  private final CsvMapping mapping;
  private final Exponents exponents;
  private final StatementGate gate;
  private final Map<String, Money> balances = new HashMap<>();
  private final Set<String> seen = new TreeSet<>();
  private long rows;
  private long booked;
  private boolean trailerRead;
  private @Nullable BigDecimal trailerSum;

  MappedTotals(CsvMapping mapping, Exponents exponents, StatementGate gate) {
    this.mapping = mapping;
    this.exponents = exponents;
    this.gate = gate;
  }

  /** Counts a row; a booked one must continue the running balance. */
  void add(Cells cells, Money amount, EntryStatus status) {
    rows++;
    seen.add(amount.currency());
    if (status == EntryStatus.BOOKED) {
      booked++;
      checkBalance(cells, amount);
    }
  }

  private void checkBalance(Cells cells, Money amount) {
    CsvChecks.RunningBalance rule = mapping.checks().balance();
    if (rule == null) {
      return;
    }
    Money after =
        new MappedAmounts(mapping.amounts(), exponents)
            .amount(cells, rule.column(), amount.currency());
    if (after == null) {
      throw cells.refusal(FindingCode.FIELD_MISSING, rule.column(), "no balance");
    }
    Money before = after.plus(amount.negated());
    boolean oldestFirst = rule.order() == CsvChecks.RunningBalance.Order.OLDEST_FIRST;
    Money expected = balances.put(amount.currency(), oldestFirst ? after : before);
    Money found = oldestFirst ? before : after;
    if (expected != null && !expected.equals(found)) {
      throw cells.refusal(
          FindingCode.BALANCE_CHAIN,
          rule.column(),
          "the row before leaves " + expected + ", this one begins at " + found);
    }
  }

  /** Whether a record is the trailer, which is then read; nothing may follow it. */
  boolean isTrailer(Cells cells) {
    if (trailerRead) {
      throw cells.refusal(FindingCode.SYNTAX, null, "a row after the trailer");
    }
    CsvChecks.Trailer trailer = mapping.checks().trailer();
    if (trailer == null || !trailer.marker().equals(cells.first())) {
      return false;
    }
    trailerRead = true;
    if (trailer.countField() > 0) {
      BigDecimal count = cells.numberAt(trailer.countField(), "trailer count");
      if (count.compareTo(BigDecimal.valueOf(rows)) != 0) {
        gate.report(
            new Finding(
                FindingCode.COUNT_MISMATCH,
                cells.line(),
                "trailer count",
                count.toPlainString() + " are stated, read: " + rows));
      }
    }
    if (trailer.sumField() > 0) {
      trailerSum = cells.numberAt(trailer.sumField(), "trailer sum");
    }
    return true;
  }

  /** Checks at the end that a declared trailer came. */
  void requireTrailer(long line) {
    if (mapping.checks().trailer() != null && !trailerRead) {
      throw new Refusal(
          new Finding(FindingCode.TRUNCATED, line, null, "the file ends without its trailer"));
    }
    if (trailerSum != null && seen.size() > 1) {
      throw new Refusal(
          new Finding(
              FindingCode.CURRENCY_MIXED, line, "trailer sum", "one sum over several currencies"));
    }
  }

  /** Whether there was no row, the trailer says so, and no currency is known. */
  boolean saysNothingCame() {
    return rows == 0
        && trailerCounts()
        && !(mapping.amounts().currency() instanceof CsvAmounts.CurrencySource.Constant);
  }

  /** Totals of no rows. */
  StatedTotals none() {
    return new StatedTotals(null, null, 0L, null, StatedTotals.Side.NONE, StatedTotals.Side.NONE);
  }

  /** Currencies of which something is said, whether or not they have rows. */
  Set<String> currencies(DeclaredFacts facts) {
    Set<String> currencies = new TreeSet<>(facts.totals().keySet());
    if (rows == 0
        && trailerRead
        && mapping.amounts().currency() instanceof CsvAmounts.CurrencySource.Constant constant) {
      currencies.add(constant.code());
    }
    return currencies;
  }

  /** What is said of a currency's rows. What is declared must agree with the trailer. */
  StatedTotals of(String currency, DeclaredFacts facts) {
    StatedTotals declared = facts.totals().getOrDefault(currency, StatedTotals.NONE);
    Long count = declared.entryCount();
    if (count == null && trailerCounts() && seen.size() <= 1) {
      count = booked;
    }
    return new StatedTotals(
        declared.opening(),
        declared.closing(),
        count,
        sum(currency, declared.net()),
        declared.credits(),
        declared.debits());
  }

  private @Nullable Money sum(String currency, @Nullable Money declared) {
    if (trailerSum == null) {
      return declared;
    }
    Money sum = new MappedAmounts(mapping.amounts(), exponents).money(trailerSum, currency);
    if (declared != null && !declared.equals(sum)) {
      gate.report(
          new Finding(
              FindingCode.TOTAL_MISMATCH,
              0,
              "trailer sum",
              "is " + sum + ", declared is " + declared));
    }
    return sum;
  }

  private boolean trailerCounts() {
    CsvChecks.Trailer trailer = mapping.checks().trailer();
    return trailerRead && trailer != null && trailer.countField() > 0;
  }
}
