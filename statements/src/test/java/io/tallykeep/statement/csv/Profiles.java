package io.tallykeep.statement.csv;

import io.tallykeep.statement.EntryStatus;
import io.tallykeep.statement.EntryType;
import io.tallykeep.statement.Exponents;
import io.tallykeep.statement.FormatName;
import io.tallykeep.statement.FormatOptions;
import io.tallykeep.statement.Limits;
import io.tallykeep.statement.StatementProfile;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Profiles of the tests' files. */
final class Profiles {
  private static final CsvReportOptions STRIPE_OPTIONS =
      new CsvReportOptions(DecimalText.POINT, Set.of("payment_metadata[client_key]"), Set.of());

  static final StatementProfile STRIPE =
      profile("acct_1", FormatName.STRIPE_BALANCE_CHANGE, "Europe/Amsterdam", STRIPE_OPTIONS);
  static final StatementProfile STRIPE_PAYOUTS =
      profile(
          "acct_1", FormatName.STRIPE_PAYOUT_RECONCILIATION, "Europe/Amsterdam", STRIPE_OPTIONS);
  static final StatementProfile ADYEN =
      profile(
          "AcmeShop", FormatName.ADYEN_SETTLEMENT, "Europe/Amsterdam", CsvReportOptions.DEFAULT);
  static final StatementProfile STL =
      profile(
          "ACMEMERCHANT1", FormatName.PAYPAL_STL, "America/Los_Angeles", CsvReportOptions.DEFAULT);
  static final StatementProfile ACTIVITY =
      profile(
          "ACMEMERCHANT1",
          FormatName.PAYPAL_ACTIVITY,
          "America/Los_Angeles",
          PaypalActivityOptions.english(new DecimalText('.', ','), "MM/dd/uuuu"));

  /** A bank's file: semicolons, decimal comma, sides in a column, a trailer. */
  static final CsvMapping MAPPING =
      new CsvMapping(
          StandardCharsets.UTF_8,
          ';',
          new CsvAmounts(
              new DecimalText(',', '.'),
              CsvAmounts.Unit.MAJOR,
              new CsvAmounts.CurrencySource.Column("currency"),
              new CsvAmounts.SignRule.Sided("amount", "side", Set.of("C"), Set.of("D")),
              null,
              null,
              null),
          new CsvTimes("booked", null, "dd-MM-uuuu HH:mm:ss", null, "value", "dd-MM-uuuu"),
          new CsvKinds(
              "kind",
              Map.of("PAY", EntryType.PAYMENT, "REF", EntryType.REFUND, "REV", EntryType.REVERSAL),
              List.of(),
              null),
          new CsvReferences("id", List.of("key"), null, "payee", null, null),
          new CsvChecks(new CsvChecks.Trailer("TOTAL", 2, 3), null),
          Set.of());

  static final StatementProfile MAPPED =
      profile("NL01", FormatName.GENERIC_CSV, "Europe/Amsterdam", MAPPING);

  /** Machine-written minor units with a running balance, a status and item counts. */
  static final CsvMapping MINOR =
      new CsvMapping(
          StandardCharsets.UTF_8,
          ',',
          new CsvAmounts(
              DecimalText.POINT,
              CsvAmounts.Unit.MINOR,
              new CsvAmounts.CurrencySource.Constant("EUR"),
              new CsvAmounts.SignRule.Signed("amount"),
              null,
              null,
              null),
          new CsvTimes("day", null, "uuuu-MM-dd", null, null, null),
          new CsvKinds(
              null,
              Map.of(CsvKinds.ANY_OTHER, EntryType.PAYMENT),
              List.of(
                  new CsvKinds.StatusColumn(
                      "status", Map.of("B", EntryStatus.BOOKED, "P", EntryStatus.PENDING))),
              "items"),
          new CsvReferences(null, List.of("key"), "account", null, null, "text"),
          new CsvChecks(
              null,
              new CsvChecks.RunningBalance("balance", CsvChecks.RunningBalance.Order.OLDEST_FIRST)),
          Set.of("note"));

  static final StatementProfile MINOR_UNITS =
      profile("NL01", FormatName.GENERIC_CSV, "Europe/Amsterdam", MINOR);

  private Profiles() {}

  static StatementProfile profile(
      String account, FormatName format, String zone, FormatOptions options) {
    return with(account, format, zone, options, Exponents.ISO);
  }

  static StatementProfile with(
      String account, FormatName format, String zone, FormatOptions options, Exponents exponents) {
    return new StatementProfile(
        "acme", account, format, ZoneId.of(zone), exponents, options, Limits.DEFAULT);
  }

  static StatementProfile stl(Map<String, Integer> exponents) {
    return with(
        "ACMEMERCHANT1",
        FormatName.PAYPAL_STL,
        "America/Los_Angeles",
        CsvReportOptions.DEFAULT,
        new Exponents(exponents));
  }
}
