package io.tallykeep.statement.csv;

import io.tallykeep.statement.DeclaredFacts;
import io.tallykeep.statement.StatedTotals;
import io.tallykeep.statement.StatementHeader;
import io.tallykeep.statement.StatementPeriod;
import io.tallykeep.statement.StatementTrailer;
import io.tallykeep.statement.gate.StatementGate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A table whose rows of several currencies stand between each other and that states no totals of
 * its own: one statement per currency, open until the table ends, with the totals that are declared
 * for it. For one thread.
 */
final class CurrencyStatements {
  /** Makes a statement's header. */
  @FunctionalInterface
  interface HeaderMaker {
    StatementHeader header(int statement, long line, String currency);
  }

  private final StatementGate gate;
  private final HeaderMaker headers;
  private final Map<String, Integer> numbers = new LinkedHashMap<>();

  CurrencyStatements(StatementGate gate, HeaderMaker headers) {
    this.gate = gate;
    this.headers = headers;
  }

  /** The number of a currency's statement, which begins if it is not open. */
  int number(String currency, long line) {
    Integer open = numbers.get(currency);
    return open == null ? open(currency, line) : open;
  }

  private int open(String currency, long line) {
    int number = gate.nextStatement();
    numbers.put(currency, number);
    gate.header(headers.header(number, line, currency));
    return number;
  }

  /**
   * Ends every statement with what is declared for it. A currency for which something is declared
   * and that has no row is a statement too: whether it may be empty is what was declared.
   */
  void end(long line, DeclaredFacts facts) {
    for (String currency : new TreeSet<>(facts.totals().keySet())) {
      number(currency, line);
    }
    end(line, facts.period(), currency -> facts.totals().getOrDefault(currency, StatedTotals.NONE));
  }

  /** Ends every statement. */
  void end(long line, @Nullable StatementPeriod period, Function<String, StatedTotals> totals) {
    numbers.forEach(
        (currency, number) ->
            gate.trailer(new StatementTrailer(number, line, period, totals.apply(currency))));
  }
}
