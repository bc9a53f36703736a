package io.tallykeep.statement.csv;

import io.tallykeep.statement.Carriers;
import io.tallykeep.statement.DeclaredFacts;
import io.tallykeep.statement.Direction;
import io.tallykeep.statement.EntryAmounts;
import io.tallykeep.statement.EntryDates;
import io.tallykeep.statement.EntryKind;
import io.tallykeep.statement.EntryPlace;
import io.tallykeep.statement.EntryStatus;
import io.tallykeep.statement.EntryType;
import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Money;
import io.tallykeep.statement.Party;
import io.tallykeep.statement.SequencePosition;
import io.tallykeep.statement.StatedTotals;
import io.tallykeep.statement.StatementEntry;
import io.tallykeep.statement.StatementHeader;
import io.tallykeep.statement.StatementProfile;
import io.tallykeep.statement.gate.StatementGate;
import java.io.IOException;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One reading of an Adyen settlement details report. Direction comes from which of two columns
 * holds an amount, never from the type. For one thread.
 */
final class AdyenReading {
  private static final DateTimeFormatter TIME = ProviderClock.strict("uuuu-MM-dd HH:mm:ss");

  private final CsvTable table;
  private final StatementGate gate;
  private final StatementProfile profile;
  private final ProviderClock clock;
  private final List<String> carriers;
  private final CurrencyStatements statements;
  private long batch;

  AdyenReading(CsvTable table, StatementGate gate, StatementProfile profile) {
    this.table = table;
    this.gate = gate;
    this.profile = profile;
    this.clock = new ProviderClock(profile.zone());
    Set<String> declared = profile.options(CsvReportOptions.class).carriers();
    this.carriers =
        table.header().columns().stream()
            .filter(name -> declared.contains(name) || AdyenColumns.CARRIERS.contains(name))
            .toList();
    this.statements = new CurrencyStatements(gate, this::header);
  }

  void read(DeclaredFacts facts) throws IOException {
    if (CsvFile.everyRow(table, gate, this::row)) {
      statements.end(table.lastLine(), facts.period(), currency -> batchTotals(currency, facts));
    }
  }

  /** What is declared, and that the batch is balanced. */
  private static StatedTotals batchTotals(String currency, DeclaredFacts facts) {
    StatedTotals declared = facts.totals().getOrDefault(currency, StatedTotals.NONE);
    return new StatedTotals(
        declared.opening(),
        declared.closing(),
        declared.entryCount(),
        new Money(0, currency),
        declared.credits(),
        declared.debits());
  }

  private StatementHeader header(int statement, long line, String currency) {
    return new StatementHeader(
        statement,
        line,
        "adyen settlement details",
        profile.merchantAccount(),
        currency,
        "batch " + batch,
        new SequencePosition(batch, null, SequencePosition.LastPage.NOT_STATED),
        null,
        Set.of());
  }

  private void row(Cells cells) {
    cells.requireWidth();
    requireAccountAndBatch(cells);
    String currency = cells.requiredCurrency(AdyenColumns.NET_CURRENCY);
    Money net = signed(cells, currency, AdyenColumns.NET_DEBIT, AdyenColumns.NET_CREDIT);
    Money gross = gross(cells);
    String rawType = cells.required(AdyenColumns.TYPE);
    EntryType type = AdyenTypes.of(rawType);
    boolean external = rawType.endsWith("Externally");
    if (net == null && !external) {
      throw cells.refusal(
          FindingCode.FIELD_MISSING, AdyenColumns.NET_CREDIT, "neither net debit nor net credit");
    }
    Money booked = net == null ? new Money(0, currency) : net;
    AdyenFees fees = new AdyenFees(cells, currency, profile.exponents());
    if (gross != null && type != EntryType.OTHER) {
      fees.requireBetween(gross, booked);
    }
    long line = cells.line();
    long number = gate.nextEntry();
    Carriers references = cells.carriers(carriers);
    String modification = references.value(AdyenColumns.MODIFICATION_REFERENCE);
    gate.entry(
        new StatementEntry(
            new EntryPlace(statements.number(currency, line), number, line, "row " + number),
            modification == null ? references.value(AdyenColumns.PSP_REFERENCE) : modification,
            new EntryKind(
                type,
                rawType,
                external ? EntryStatus.INFO : EntryStatus.BOOKED,
                (gross == null ? booked : gross).minor() < 0 ? Direction.DEBIT : Direction.CREDIT,
                type == EntryType.REVERSAL ? EntryKind.Reversal.YES : EntryKind.Reversal.NO),
            new EntryAmounts(booked, gross, fees.total()),
            dates(cells),
            references,
            Party.UNKNOWN,
            cells.textOrEmpty(AdyenColumns.PAYMENT_METHOD),
            null,
            0));
  }

  private void requireAccountAndBatch(Cells cells) {
    String account = cells.required(AdyenColumns.MERCHANT_ACCOUNT);
    if (!account.equals(profile.merchantAccount())) {
      throw cells.refusal(
          FindingCode.ACCOUNT_MISMATCH,
          AdyenColumns.MERCHANT_ACCOUNT,
          Finding.quote(account) + " is not the profile's " + profile.merchantAccount());
    }
    long stated = cells.requiredCount(AdyenColumns.BATCH_NUMBER);
    if (batch == 0) {
      batch = stated;
    }
    if (stated != batch || stated == 0) {
      throw cells.refusal(
          FindingCode.FIELD_INVALID,
          AdyenColumns.BATCH_NUMBER,
          "batch " + stated + " in a file of batch " + batch);
    }
  }

  private static @Nullable Money gross(Cells cells) {
    String currency = cells.currency(AdyenColumns.GROSS_CURRENCY);
    if (currency != null) {
      return signed(cells, currency, AdyenColumns.GROSS_DEBIT, AdyenColumns.GROSS_CREDIT);
    }
    if (cells.text(AdyenColumns.GROSS_DEBIT) != null
        || cells.text(AdyenColumns.GROSS_CREDIT) != null) {
      throw cells.refusal(
          FindingCode.FIELD_MISSING, AdyenColumns.GROSS_CURRENCY, "an amount without currency");
    }
    return null;
  }

  private static @Nullable Money signed(
      Cells cells, String currency, String debitColumn, String creditColumn) {
    Money debit = cells.unsigned(debitColumn, currency);
    Money credit = cells.unsigned(creditColumn, currency);
    if (debit != null && credit != null) {
      throw cells.refusal(
          FindingCode.FIELD_INVALID, debitColumn, "both a debit and a credit are stated");
    }
    return debit == null ? credit : debit.negated();
  }

  private EntryDates dates(Cells cells) {
    ProviderTime made = time(cells, AdyenColumns.CREATION_DATE, AdyenColumns.TIME_ZONE);
    ProviderTime booked = time(cells, AdyenColumns.BOOKING_DATE, AdyenColumns.BOOKING_ZONE);
    if (made == null) {
      throw cells.refusal(FindingCode.FIELD_MISSING, AdyenColumns.CREATION_DATE, "no time");
    }
    return new EntryDates((booked == null ? made : booked).date(), null, made.instant());
  }

  private @Nullable ProviderTime time(Cells cells, String column, String zoneColumn) {
    String text = cells.text(column);
    if (text == null) {
      return null;
    }
    String zone = cells.required(zoneColumn);
    return cells.at(column, () -> clock.at(LocalDateTime.parse(text, TIME), zone));
  }
}
