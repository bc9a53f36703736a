package io.tallykeep.benchmarks;

import io.tallykeep.statement.DeclaredFacts;
import io.tallykeep.statement.EntryType;
import io.tallykeep.statement.Exponents;
import io.tallykeep.statement.FormatName;
import io.tallykeep.statement.FormatOptions;
import io.tallykeep.statement.Limits;
import io.tallykeep.statement.StatementFormat;
import io.tallykeep.statement.StatementProfile;
import io.tallykeep.statement.csv.AdyenFormat;
import io.tallykeep.statement.csv.CsvAmounts;
import io.tallykeep.statement.csv.CsvChecks;
import io.tallykeep.statement.csv.CsvKinds;
import io.tallykeep.statement.csv.CsvMapping;
import io.tallykeep.statement.csv.CsvReferences;
import io.tallykeep.statement.csv.CsvReportOptions;
import io.tallykeep.statement.csv.CsvTimes;
import io.tallykeep.statement.csv.DecimalText;
import io.tallykeep.statement.csv.MappedCsvFormat;
import io.tallykeep.statement.csv.PaypalActivityFormat;
import io.tallykeep.statement.csv.PaypalActivityOptions;
import io.tallykeep.statement.csv.PaypalSettlementFormat;
import io.tallykeep.statement.csv.StripeFormat;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Files of the CSV formats: every row a payment of 12.00 with a fee of 0.34 where it has one. */
final class CsvStatementCases {
  private CsvStatementCases() {}

  static List<StatementCase> all() {
    return List.of(stripe(), adyen(), settlement(), activity(), mapped());
  }

  private static StatementCase of(
      StatementProfile profile, StatementFormat format, StatementCase.FileWriter file) {
    return new StatementCase(profile.format().name(), format, profile, DeclaredFacts.NONE, file);
  }

  private static StatementProfile profile(FormatName format, String zone, FormatOptions options) {
    return new StatementProfile(
        "acme", "Acme", format, ZoneId.of(zone), Exponents.ISO, options, Limits.DEFAULT);
  }

  private static StatementCase stripe() {
    CsvReportOptions options =
        new CsvReportOptions(DecimalText.POINT, Set.of("payment_metadata[client_key]"), Set.of());
    return of(
        profile(FormatName.STRIPE_BALANCE_CHANGE, "Europe/Amsterdam", options),
        new StripeFormat(),
        (out, entries) -> {
          out.write(
              "balance_transaction_id,created_utc,created,available_on,currency,gross,fee,net,"
                  + "reporting_category,source_id,description,charge_id,payment_intent_id,"
                  + "payment_metadata[client_key],automatic_payout_id\n");
          for (int i = 0; i < entries; i++) {
            out.write(
                "txn_3Q"
                    + i
                    + ",2026-03-01 08:00:00,2026-03-01 09:00:00,2026-03-03 00:00:00,eur,12.00,0.34,"
                    + "11.66,charge,ch_3Q"
                    + i
                    + ",Order "
                    + i
                    + ",ch_3Q"
                    + i
                    + ",pi_3Q"
                    + i
                    + ",TK0000000000000000000"
                    + i
                    + ",po_1\n");
          }
        });
  }

  private static StatementCase adyen() {
    return of(
        profile(FormatName.ADYEN_SETTLEMENT, "Europe/Amsterdam", CsvReportOptions.DEFAULT),
        new AdyenFormat(),
        (out, entries) -> {
          out.write(
              "Company Account,Merchant Account,Psp Reference,Merchant Reference,Payment Method,"
                  + "Creation Date,TimeZone,Type,Modification Reference,Gross Currency,"
                  + "Gross Debit (GC),Gross Credit (GC),Exchange Rate,Net Currency,Net Debit (NC),"
                  + "Net Credit (NC),Commission (NC),Markup (NC),Scheme Fees (NC),"
                  + "Interchange (NC),Batch Number,Booking Date,Booking Date TimeZone\n");
          for (int i = 1; i < entries; i++) {
            out.write(
                "AcmeCompany,Acme,PSP"
                    + i
                    + ",TK0000000000000000000"
                    + i
                    + ",visa,2026-03-01 09:00:00,CET,Settled,MOD"
                    + i
                    + ",EUR,,12,1,EUR,,11.66,,0.1,0.04,0.2,380,2026-03-03 00:10:00,CET\n");
          }
          out.write(
              "AcmeCompany,Acme,,,,2026-03-03 00:20:00,CET,MerchantPayout,TX1 batch 380,,,,,EUR,"
                  + cents(1166L * (entries - 1))
                  + ",,,,,,380,2026-03-03 00:20:00,CET\n");
        });
  }

  private static StatementCase settlement() {
    return of(
        profile(FormatName.PAYPAL_STL, "America/Los_Angeles", CsvReportOptions.DEFAULT),
        new PaypalSettlementFormat(),
        CsvStatementCases::writeSettlement);
  }

  private static void writeSettlement(Writer out, int entries) throws IOException {
    out.write("\"RH\",2026/03/02 04:10:00 -0800,\"A\",\"Acme\",009,\n\"FH\",01\n");
    out.write("\"SH\",2026/03/01 00:00:00 -0800,2026/03/01 23:59:59 -0800,\"Acme\",\"\"\n");
    out.write(
        "\"CH\",\"Transaction ID\",\"Invoice ID\",\"PayPal Reference ID\","
            + "\"PayPal Reference ID Type\",\"Transaction Event Code\","
            + "\"Transaction Initiation Date\",\"Transaction Completion Date\","
            + "\"Transaction Debit or Credit\",\"Gross Transaction Amount\","
            + "\"Gross Transaction Currency\",\"Fee Debit or Credit\",\"Fee Amount\","
            + "\"Fee Currency\",\"Custom Field\",\"Consumer ID\"\n");
    for (int i = 0; i < entries; i++) {
      out.write(
          "\"SB\",\"1AA"
              + i
              + "\",\"TK0000000000000000000"
              + i
              + "\",\"\",\"\",\"T0006\",2026/03/01 09:00:30 -0800,2026/03/01 09:00:31 -0800,"
              + "\"CR\",1200,\"USD\",\"DR\",34,\"USD\",\"\",\"BUYER1\"\n");
    }
    String balances = "\"CR\",0,\"CR\"," + 1166L * entries + ",";
    String footer =
        "\"USD\","
            + 1200L * entries
            + ",0,0,"
            + 34L * entries
            + ","
            + balances
            + balances
            + "\"CR\",0,\"CR\",0,"
            + entries
            + "\n";
    out.write("\"SF\"," + footer + "\"SC\"," + entries + "\n");
    out.write("\"RF\"," + footer + "\"RC\"," + entries + "\n\"FF\"," + entries + "\n");
  }

  private static StatementCase activity() {
    return of(
        profile(
            FormatName.PAYPAL_ACTIVITY,
            "America/Los_Angeles",
            PaypalActivityOptions.english(new DecimalText('.', ','), "MM/dd/uuuu")),
        new PaypalActivityFormat(),
        (out, entries) -> {
          out.write(
              "\"Date\",\"Time\",\"TimeZone\",\"Name\",\"Type\",\"Status\",\"Currency\",\"Gross\","
                  + "\"Fee\",\"Net\",\"From Email Address\",\"Transaction ID\","
                  + "\"Reference Txn ID\",\"Invoice Number\",\"Balance Impact\"\n");
          for (int i = 0; i < entries; i++) {
            out.write(
                "\"03/01/2026\",\"09:00:30\",\"PST\",\"Buyer One\",\"Express Checkout Payment\","
                    + "\"Completed\",\"USD\",\"12.00\",\"-0.34\",\"11.66\",\"one@example.com\","
                    + "\"1AA"
                    + i
                    + "\",\"\",\"TK0000000000000000000"
                    + i
                    + "\",\"Credit\"\n");
          }
        });
  }

  private static StatementCase mapped() {
    CsvMapping mapping =
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
            new CsvTimes("booked", null, "dd-MM-uuuu HH:mm:ss", null, null, null),
            new CsvKinds("kind", Map.of("PAY", EntryType.PAYMENT), List.of(), null),
            new CsvReferences("id", List.of("key"), null, "payee", null, null),
            new CsvChecks(new CsvChecks.Trailer("TOTAL", 2, 3), null),
            Set.of());
    return of(
        profile(FormatName.GENERIC_CSV, "Europe/Amsterdam", mapping),
        new MappedCsvFormat(),
        (out, entries) -> {
          out.write("id;booked;kind;side;amount;currency;key;payee\n");
          for (int i = 0; i < entries; i++) {
            out.write(
                "B-"
                    + i
                    + ";05-01-2026 10:00:00;PAY;C;12,00;EUR;TK0000000000000000000"
                    + i
                    + ";\"Acme; Ltd\"\n");
          }
          out.write("TOTAL;" + entries + ";" + 12L * entries + "\n");
        });
  }

  private static String cents(long minor) {
    return minor / 100 + "." + (minor % 100 < 10 ? "0" : "") + minor % 100;
  }
}
