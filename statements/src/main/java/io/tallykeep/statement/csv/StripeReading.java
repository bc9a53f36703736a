package io.tallykeep.statement.csv;

import io.tallykeep.statement.DeclaredFacts;
import io.tallykeep.statement.Direction;
import io.tallykeep.statement.EntryAmounts;
import io.tallykeep.statement.EntryDates;
import io.tallykeep.statement.EntryKind;
import io.tallykeep.statement.EntryPlace;
import io.tallykeep.statement.EntryStatus;
import io.tallykeep.statement.EntryType;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.FormatName;
import io.tallykeep.statement.Money;
import io.tallykeep.statement.Party;
import io.tallykeep.statement.SequencePosition;
import io.tallykeep.statement.StatementEntry;
import io.tallykeep.statement.StatementFlag;
import io.tallykeep.statement.StatementHeader;
import io.tallykeep.statement.StatementPeriod;
import io.tallykeep.statement.StatementProfile;
import io.tallykeep.statement.gate.StatementGate;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One reading of a Stripe report: a row per balance transaction, signed amounts in major units of
 * the settlement currency, the fee as a cost. For one thread.
 */
final class StripeReading {
  private static final DateTimeFormatter TIME = ProviderClock.strict("uuuu-MM-dd HH:mm:ss");
  private static final Pattern CARRIER =
      Pattern.compile(
          "payment_intent_id|charge_id|source_id"
              + "|invoice_id|invoice_number|subscription_id|transfer_id|automatic_payout_id");

  private final CsvTable table;
  private final StatementGate gate;
  private final ProviderClock clock;
  private final List<String> carriers;
  private final CurrencyStatements statements;
  private final PayoutSums payouts = new PayoutSums();
  private final boolean reconcilesPayouts;
  private @Nullable StatementPeriod interval;

  StripeReading(CsvTable table, StatementGate gate, StatementProfile profile) {
    this.table = table;
    this.gate = gate;
    this.clock = new ProviderClock(profile.zone());
    this.reconcilesPayouts = profile.format() == FormatName.STRIPE_PAYOUT_RECONCILIATION;
    Set<String> declared = profile.options(CsvReportOptions.class).carriers();
    this.carriers =
        table.header().columns().stream()
            .filter(name -> declared.contains(name) || CARRIER.matcher(name).matches())
            .toList();
    this.statements = new CurrencyStatements(gate, this::header);
    CsvHeader header = table.header();
    header.requireOneOf(StripeColumns.CREATED_UTC, StripeColumns.CREATED);
    if (reconcilesPayouts) {
      header.requireOneOf(StripeColumns.PAYOUT);
    }
    if (header.has(StripeColumns.CHARGED_AMOUNT) || header.has(StripeColumns.CHARGED_CURRENCY)) {
      header.requireOneOf(StripeColumns.CHARGED_AMOUNT);
      header.requireOneOf(StripeColumns.CHARGED_CURRENCY);
    }
  }

  void read(DeclaredFacts facts) throws IOException {
    interval = reconcilesPayouts ? null : facts.period();
    if (!CsvFile.everyRow(table, gate, this::row)) {
      return;
    }
    payouts.check(gate);
    statements.end(table.lastLine(), facts);
  }

  private StatementHeader header(int statement, long line, String currency) {
    return new StatementHeader(
        statement,
        line,
        reconcilesPayouts ? "stripe payout reconciliation" : "stripe balance change",
        null,
        currency,
        null,
        SequencePosition.NONE,
        null,
        reconcilesPayouts ? Set.of(StatementFlag.ADVICE) : Set.of());
  }

  private void row(Cells cells) {
    cells.requireWidth();
    String currency = cells.requiredCurrency(StripeColumns.CURRENCY);
    Money gross = cells.requiredMajor(StripeColumns.GROSS, currency);
    Money fee = cells.requiredMajor(StripeColumns.FEE, currency).negated();
    Money net = cells.requiredMajor(StripeColumns.NET, currency);
    cells.requireSum(StripeColumns.NET, net, gross, fee);
    String category = cells.required(StripeColumns.CATEGORY);
    EntryType type = StripeTypes.of(category);
    String id = cells.required(StripeColumns.ID);
    long line = cells.line();
    long number = gate.nextEntry();
    Money charged = charged(cells, gross);
    gate.entry(
        new StatementEntry(
            new EntryPlace(statements.number(currency, line), number, line, "row " + number),
            id,
            new EntryKind(
                type,
                category,
                EntryStatus.BOOKED,
                (gross.minor() == 0 ? net : gross).minor() < 0 ? Direction.DEBIT : Direction.CREDIT,
                type == EntryType.REVERSAL ? EntryKind.Reversal.YES : EntryKind.Reversal.NO),
            new EntryAmounts(net, charged == null ? gross : charged, fee),
            dates(cells),
            cells.carriers(carriers),
            new Party(cells.text(StripeColumns.CUSTOMER), null),
            cells.textOrEmpty(StripeColumns.DESCRIPTION),
            null,
            0));
    if (reconcilesPayouts) {
      sumUp(cells, type, net);
    }
  }

  private void sumUp(Cells cells, EntryType type, Money net) {
    String payout = cells.text(StripeColumns.PAYOUT);
    if (payout != null && type == EntryType.PAYOUT) {
      payouts.payout(payout, net, cells.line());
    } else if (payout != null) {
      payouts.paidOut(payout, net, cells.line());
    }
  }

  /**
   * What the customer was charged, in that currency, with the sign of the balance's gross amount:
   * the report's own sign for refunds is not documented. Null where the charge was in the
   * settlement currency, whose gross amount net and fee confirm.
   */
  private static @Nullable Money charged(Cells cells, Money gross) {
    String currency = cells.currency(StripeColumns.CHARGED_CURRENCY);
    if (currency == null || currency.equals(gross.currency())) {
      return null;
    }
    Money charged = cells.requiredMajor(StripeColumns.CHARGED_AMOUNT, currency);
    return charged.minor() < 0 == gross.minor() < 0 ? charged : charged.negated();
  }

  private EntryDates dates(Cells cells) {
    ProviderTime utc = utc(cells, StripeColumns.CREATED_UTC);
    ProviderTime local = local(cells, StripeColumns.CREATED);
    if (utc == null && local == null) {
      throw cells.refusal(FindingCode.FIELD_MISSING, StripeColumns.CREATED_UTC, "no time");
    }
    if (utc != null
        && local != null
        && (!utc.date().equals(local.date())
            || local.instant() != null && !local.instant().equals(utc.instant()))) {
      throw cells.refusal(
          FindingCode.DATE_INVALID,
          StripeColumns.CREATED,
          "is not created_utc in the profile's zone: declare the zone the report was run with");
    }
    ProviderTime made = utc == null ? local : utc;
    requireWithin(cells, made == null ? null : made.instant());
    return new EntryDates(
        made == null ? null : made.date(), available(cells), made == null ? null : made.instant());
  }

  /** The interval that a run asked for and its rows are one more declaration to compare. */
  private void requireWithin(Cells cells, @Nullable Instant made) {
    StatementPeriod asked = interval;
    if (asked != null
        && made != null
        && (made.isBefore(asked.from()) || !made.isBefore(asked.to()))) {
      throw cells.refusal(
          FindingCode.PROFILE_MISMATCH,
          StripeColumns.CREATED_UTC,
          "outside the declared interval from " + asked.from() + " to " + asked.to());
    }
  }

  private @Nullable LocalDate available(Cells cells) {
    ProviderTime local = local(cells, StripeColumns.AVAILABLE_ON);
    ProviderTime time = local == null ? utc(cells, StripeColumns.AVAILABLE_ON_UTC) : local;
    return time == null ? null : time.date();
  }

  private @Nullable ProviderTime utc(Cells cells, String column) {
    String text = cells.text(column);
    return text == null
        ? null
        : cells.at(
            column, () -> clock.at(LocalDateTime.parse(text, TIME).toInstant(ZoneOffset.UTC)));
  }

  private @Nullable ProviderTime local(Cells cells, String column) {
    String text = cells.text(column);
    return text == null
        ? null
        : cells.at(column, () -> clock.at(LocalDateTime.parse(text, TIME), null));
  }
}
