package io.tallykeep.statement.csv;

import io.tallykeep.statement.Direction;
import io.tallykeep.statement.EntryAmounts;
import io.tallykeep.statement.EntryDates;
import io.tallykeep.statement.EntryKind;
import io.tallykeep.statement.EntryPlace;
import io.tallykeep.statement.EntryStatus;
import io.tallykeep.statement.EntryType;
import io.tallykeep.statement.Exponents;
import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Money;
import io.tallykeep.statement.Party;
import io.tallykeep.statement.Refusal;
import io.tallykeep.statement.StatedTotals;
import io.tallykeep.statement.StatementEntry;
import io.tallykeep.statement.StatementHeader;
import io.tallykeep.statement.StatementPeriod;
import io.tallykeep.statement.StatementTrailer;
import io.tallykeep.statement.gate.StatementGate;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One section of a settlement report: an account's rows, a statement per currency. */
final class StlSection {
  /** Makes a statement's header. */
  @FunctionalInterface
  interface HeaderMaker {
    StatementHeader header(int statement, long line, @Nullable String currency);
  }

  static final DateTimeFormatter TIME = ProviderClock.strict("uuuu/MM/dd HH:mm:ss xx");

  private static final Pattern CODE = Pattern.compile("T\\d{4}");

  /**
   * PayPal takes no decimals in these, ISO states two: what a file's minor units are is unclear.
   */
  private static final Set<String> UNCLEAR = Set.of("HUF", "TWD");

  private final StatementGate gate;
  private final ProviderClock clock;
  private final Exponents exponents;
  private final StatementPeriod period;
  private final Set<String> carriers = new LinkedHashSet<>(StlColumns.CARRIERS);
  private final HeaderMaker headers;
  private final Map<String, Part> parts = new LinkedHashMap<>();
  private long rows;

  /** One currency's statement. */
  private static final class Part {
    private final int statement;
    private final StlSums sums = new StlSums();
    private boolean ended;

    private Part(int statement) {
      this.statement = statement;
    }
  }

  StlSection(StatementGate gate, StlContext context, StatementPeriod period, HeaderMaker headers) {
    this.gate = gate;
    this.clock = new ProviderClock(context.profile().zone());
    this.exponents = context.profile().exponents();
    this.period = period;
    carriers.addAll(context.options().carriers());
    this.headers = headers;
  }

  long rows() {
    return rows;
  }

  /** A row of the section's body; the report's sums get it too. */
  void row(Cells cells, Map<String, StlSums> report) {
    rows++;
    String currency = cells.requiredCurrency(StlColumns.CURRENCY);
    requireClear(currency, cells);
    Money gross = signed(cells, currency, StlColumns.GROSS, StlColumns.SIDE);
    Money fee = fee(cells, currency);
    Part part = part(currency, cells.line());
    part.sums.add(gross, fee);
    report.computeIfAbsent(currency, key -> new StlSums()).add(gross, fee);
    gate.entry(entry(cells, part.statement, gross, fee));
  }

  private StatementEntry entry(Cells cells, int statement, Money gross, Money fee) {
    String code = cells.required(StlColumns.EVENT_CODE);
    if (!CODE.matcher(code).matches()) {
      throw cells.refusal(
          FindingCode.FIELD_INVALID,
          StlColumns.EVENT_CODE,
          Finding.quote(code) + " is no transaction event code");
    }
    EntryType type = StlTypes.of(code);
    long number = gate.nextEntry();
    String id = cells.required(StlColumns.TRANSACTION_ID);
    time(cells, StlColumns.INITIATED);
    ProviderTime completed = time(cells, StlColumns.COMPLETED);
    return new StatementEntry(
        new EntryPlace(statement, number, cells.line(), "SB " + number),
        id,
        new EntryKind(
            type,
            code,
            EntryStatus.BOOKED,
            isDebit(cells, StlColumns.SIDE) ? Direction.DEBIT : Direction.CREDIT,
            type == EntryType.REVERSAL ? EntryKind.Reversal.YES : EntryKind.Reversal.NO),
        new EntryAmounts(gross.plus(fee), gross, fee),
        new EntryDates(completed.date(), null, completed.instant()),
        cells.carriers(carriers),
        new Party(null, cells.text(StlColumns.CONSUMER)),
        "",
        null,
        0);
  }

  private ProviderTime time(Cells cells, String column) {
    String text = cells.required(column);
    return cells.at(column, () -> clock.at(OffsetDateTime.parse(text, TIME)));
  }

  /** A currency's footer ends its statement. */
  void footer(StlFooter footer, long line) {
    Part part = part(footer.currency(), line);
    if (part.ended) {
      throw new Refusal(
          new Finding(
              FindingCode.SYNTAX, line, "currency", "a second footer for " + footer.currency()));
    }
    part.ended = true;
    footer.checkTotals(part.sums, gate);
    gate.trailer(new StatementTrailer(part.statement, line, period, footer.totals()));
  }

  /** Ends the section: each currency with rows must have had its footer. */
  void end(long line, long counted) {
    if (counted != rows) {
      gate.report(
          new Finding(
              FindingCode.COUNT_MISMATCH, line, "SC", counted + " are stated, read: " + rows));
    }
    parts.forEach(
        (currency, part) -> {
          if (!part.ended) {
            gate.report(
                new Finding(
                    FindingCode.TRUNCATED, line, "SF", currency + " has rows and no footer"));
          }
        });
    if (parts.isEmpty()) {
      int statement = gate.nextStatement();
      gate.header(headers.header(statement, line, null));
      StatedTotals none =
          new StatedTotals(null, null, 0L, null, StatedTotals.Side.NONE, StatedTotals.Side.NONE);
      gate.trailer(new StatementTrailer(statement, line, period, none));
    }
  }

  /** Ends what goes on in the report's next file. */
  void breakOff(long line) {
    parts.forEach(
        (currency, part) -> {
          if (!part.ended) {
            gate.trailer(new StatementTrailer(part.statement, line, period, StatedTotals.NONE));
          }
        });
  }

  private Part part(String currency, long line) {
    Part open = parts.get(currency);
    if (open != null) {
      return open;
    }
    Part part = new Part(gate.nextStatement());
    parts.put(currency, part);
    gate.header(headers.header(part.statement, line, currency));
    return part;
  }

  private void requireClear(String currency, Cells cells) {
    if (!exponents.provider().containsKey(currency)
        && (UNCLEAR.contains(currency) || exponents.iso(currency) != 2)) {
      throw cells.refusal(
          FindingCode.CURRENCY_UNKNOWN,
          StlColumns.CURRENCY,
          "how many decimals PayPal's minor units of " + currency + " have must be declared");
    }
  }

  private Money fee(Cells cells, String currency) {
    Money fee = cells.providerMinor(StlColumns.FEE, currency);
    if (fee == null || fee.minor() == 0) {
      return new Money(0, currency);
    }
    String stated = cells.requiredCurrency(StlColumns.FEE_CURRENCY);
    if (!stated.equals(currency)) {
      throw cells.refusal(
          FindingCode.CURRENCY_MIXED,
          StlColumns.FEE_CURRENCY,
          "a fee in " + stated + " beside an amount in " + currency);
    }
    return signed(cells, currency, StlColumns.FEE, StlColumns.FEE_SIDE);
  }

  private static Money signed(Cells cells, String currency, String column, String sideColumn) {
    Money amount = cells.providerMinor(column, currency);
    if (amount == null) {
      throw cells.refusal(FindingCode.FIELD_MISSING, column, "no amount");
    }
    return isDebit(cells, sideColumn) ? amount.negated() : amount;
  }

  private static boolean isDebit(Cells cells, String column) {
    return switch (cells.required(column)) {
      case "DR" -> true;
      case "CR" -> false;
      default -> throw cells.refusal(FindingCode.FIELD_INVALID, column, "neither CR nor DR");
    };
  }
}
