package io.tallykeep.statement.csv;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.statement.DeclaredFacts;
import io.tallykeep.statement.FormatName;
import io.tallykeep.statement.Money;
import io.tallykeep.statement.StatedTotals;
import io.tallykeep.statement.StatementPeriod;
import io.tallykeep.statement.StatementProfile;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StripeFormatTest {
  private static final String PLAIN = Read.resource("stripe/plain.csv");
  private static final StatementPeriod PERIOD =
      StatementPeriod.ofDays(
          LocalDate.of(2026, 3, 1), LocalDate.of(2026, 3, 2), Profiles.STRIPE.zone());

  @Test
  void aPlainReportIsEvidenceAndCoversNothingByItself() {
    Read read = read(PLAIN);
    assertThat(read.coverages()).containsExactly("EUR 4/0/0 [NO_TOTALS, NO_PERIOD] []");
    assertThat(read.lines())
        .containsExactly(
            "1 PAYMENT CREDIT BOOKED 11622EUR gross 12000EUR fee -378EUR on 2026-03-01"
                + " value 2026-03-03 at 2026-03-01T08:00:00Z id txn_1 #1",
            "1 PAYMENT CREDIT BOOKED -20EUR gross 10EUR fee -30EUR on 2026-03-01"
                + " value 2026-03-03 at 2026-03-01T09:30:00Z id txn_2 #1",
            "1 REFUND DEBIT BOOKED -2000EUR gross -2000EUR fee 0EUR on 2026-03-01"
                + " value 2026-03-03 at 2026-03-01T22:59:59Z id txn_3 #1",
            "1 FEE DEBIT BOOKED -250EUR gross -250EUR fee 0EUR on 2026-03-02"
                + " value 2026-03-03 at 2026-03-01T23:30:00Z id txn_4 #1");
    assertThat(read.entries().get(0).carriers().byName())
        .containsEntry("payment_metadata[client_key]", "K-1")
        .containsEntry("payment_intent_id", "pi_1")
        .containsEntry("charge_id", "ch_1");
    assertThat(read.entries().get(0).text()).isEqualTo("Order 1, first");
  }

  @Test
  void amountsAreMajorUnitsWhateverTheCurrencysDecimals() {
    Read read = read(Read.resource("stripe/currencies.csv"));
    assertThat(read.coverages())
        .containsExactly(
            "JPY 2/0/0 [NO_TOTALS, NO_PERIOD] []",
            "KWD 1/0/0 [NO_TOTALS, NO_PERIOD] []",
            "EUR 1/0/0 [NO_TOTALS, NO_PERIOD] []");
    assertThat(read.lines())
        .extracting(line -> line.substring(0, line.indexOf(" on")))
        .containsExactly(
            "1 PAYMENT CREDIT BOOKED 4820JPY gross 5000JPY fee -180JPY",
            "2 PAYMENT CREDIT BOOKED 1184KWD gross 1234KWD fee -50KWD",
            "3 PAYMENT CREDIT BOOKED 4460EUR gross 5000USD fee -160EUR",
            "1 REFUND DEBIT BOOKED -1000JPY gross -1000JPY fee 0JPY");
  }

  @Test
  void declaredIntervalAndTotalsAreCheckedAndCover() {
    assertThat(read(PLAIN, declared(10_000L, 19_352L, 4L)).coverages())
        .containsExactly("EUR 4/0/0 covers [BALANCE, COUNT]");
    assertThat(read(PLAIN, declared(10_000L, 19_353L, 4L)).findings())
        .containsExactly(
            "BALANCE_MISMATCH line 5: Opening balance 10000 EUR (minor units) and entries of 9352"
                + " make 19352, the closing balance is 19353 EUR (minor units).");
    String cut = PLAIN.substring(0, PLAIN.indexOf("txn_4"));
    assertThat(read(cut, declared(10_000L, 19_352L, 4L)).findings())
        .hasSize(2)
        .anyMatch(finding -> finding.startsWith("COUNT_MISMATCH line 4"));
  }

  @Test
  void rowsOutsideTheDeclaredIntervalAreRefused() {
    String other =
        PLAIN.replace(
            "2026-03-01 08:00:00,2026-03-01 09:00", "2026-02-01 08:00:00,2026-02-01 09:00");
    assertThat(read(other, declared(10_000L, 19_352L, 4L)).findings())
        .first()
        .asString()
        .startsWith("PROFILE_MISMATCH line 2, created_utc: outside the declared interval");
  }

  @Test
  void nothingIsNoStatementUnlessDeclaredSo() {
    String header = PLAIN.substring(0, PLAIN.indexOf('\n') + 1);
    assertThat(read(header).findings()).containsExactly("NO_ENTRIES: The file holds no statement.");
    assertThat(read(header, declared(500L, 500L, 0L)).coverages())
        .containsExactly("EUR 0/0/0 covers [BALANCE, COUNT]");
    assertThat(read(header, declared(500L, 600L, 0L)).findings()).hasSize(1);
    assertThat(read("").findings()).containsExactly("EMPTY_FILE: The file has no bytes.");
  }

  @Test
  void payoutsAreTheSumOfTheirRows() {
    String payouts = Read.resource("stripe/payouts.csv");
    Read read = Read.of(new StripeFormat(), Profiles.STRIPE_PAYOUTS, payouts);
    assertThat(read.coverages()).containsExactly("EUR 5/0/0 [NO_TOTALS, NO_PERIOD, ADVICE] []");
    String missing = payouts.replaceFirst("(?m)^txn_2.*\n", "");
    assertThat(Read.of(new StripeFormat(), Profiles.STRIPE_PAYOUTS, missing).findings())
        .containsExactly(
            "BATCH_SUM_MISMATCH line 4, net: payout po_1 in EUR and its rows differ by 1622 (minor"
                + " units)");
  }

  @Test
  void aDeclaredDecimalCommaIsRead() {
    String comma =
        "balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category\n"
            + "txn_1,2026-03-01 08:00:00,eur,\"1200,00\",\"3,78\",\"1196,22\",charge\n";
    StatementProfile profile =
        Profiles.profile(
            "acct_1",
            FormatName.STRIPE_BALANCE_CHANGE,
            "UTC",
            new CsvReportOptions(
                new DecimalText(',', DecimalText.NO_GROUPING), Set.of(), Set.of()));
    assertThat(Read.of(new StripeFormat(), profile, comma).lines().get(0))
        .contains("119622EUR gross 120000EUR");
    StatementProfile point =
        Profiles.profile(
            "acct_1", FormatName.STRIPE_BALANCE_CHANGE, "UTC", CsvReportOptions.DEFAULT);
    assertThat(Read.of(new StripeFormat(), point, comma).findings())
        .containsExactly("AMOUNT_INVALID line 2, gross: '1200,00': a digit is expected at \",\"");
  }

  @Test
  void theColumnOfTheClientKeyMustBeDeclaredAndThere() {
    StatementProfile undeclared =
        Profiles.profile(
            "acct_1",
            FormatName.STRIPE_BALANCE_CHANGE,
            "Europe/Amsterdam",
            CsvReportOptions.DEFAULT);
    assertThat(Read.of(new StripeFormat(), undeclared, PLAIN).findings())
        .containsExactly(
            "HEADER_MISMATCH line 1, payment_metadata[client_key]: no column of this report:"
                + " declare it if it is one");
    assertThat(read(PLAIN.replace("client_key", "cliant_key")).findings())
        .first()
        .asString()
        .startsWith("HEADER_MISMATCH line 1: missing: payment_metadata[client_key]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gross,|grosz,|HEADER_MISMATCH line 1: missing: gross",
        "customer_facing_amount|customer_facing_bmount|HEADER_MISMATCH line 1, customer_facing_b",
        "source_id|charge_id|HEADER_MISMATCH line 1, charge_id: the column stands twice",
        "116.22|116.23|AMOUNT_INVALID line 2, net: is 11623 EUR",
        "120.00,3.78|120.01,3.78|AMOUNT_INVALID line 2, net",
        "120.00,3.78|120.001,3.78|AMOUNT_DECIMALS line 2, gross: 120.001 EUR",
        "120.00,3.78|1.2e2,3.78|AMOUNT_INVALID line 2, gross",
        ",eur,|,eux,|CURRENCY_UNKNOWN line 2, gross",
        ",eur,|,,|FIELD_MISSING line 2, currency: no currency",
        "txn_1|''|FIELD_MISSING line 2, balance_transaction_id: no value",
        "2026-03-01 08:00:00|2026-02-30 08:00:00|DATE_INVALID line 2, created_utc",
        "2026-03-01 08:00:00|2026-03-01 08:00:01|DATE_INVALID line 2, created: is not created_utc",
        "Order 2,|Order 2|SYNTAX line 3: 16 fields, the header has 17",
        "Order 2,|'Order 2,,'|SYNTAX line 3: 18 fields, the header has 17",
      })
  void whatCantBeRightIsRefusedWithLineAndColumn(String from, String to, String finding) {
    assertThat(PLAIN).contains(from);
    String changed = PLAIN.replaceFirst(java.util.regex.Pattern.quote(from), to);
    assertThat(read(changed).findings()).first().asString().startsWith(finding);
  }

  @Test
  void encodingIsTheMarksOrUtf8() {
    byte[] mark = ("\ufeff" + PLAIN).getBytes(StandardCharsets.UTF_8);
    byte[] wide = ("\ufeff" + PLAIN).getBytes(StandardCharsets.UTF_16LE);
    byte[] latin = PLAIN.replace("Order 2", "Ord\u00e9 2").getBytes(StandardCharsets.ISO_8859_1);
    assertThat(read(mark).lines()).isEqualTo(read(PLAIN).lines());
    assertThat(read(wide).findings()).first().asString().startsWith("ENCODING_MISMATCH");
    assertThat(read(latin).findings())
        .containsExactly("BAD_ENCODING line 3: bytes that are not UTF-8 text");
  }

  @Test
  void sentAgainItIsTheSameAndSentOtherwiseItIsTold() {
    assertThat(read(PLAIN)).isEqualTo(read(PLAIN));
    Read revised = read(PLAIN.replace("Order 2", "Order 2 again"));
    assertThat(revised.entries().get(0)).isEqualTo(read(PLAIN).entries().get(0));
    assertThat(revised.entries().get(1)).isNotEqualTo(read(PLAIN).entries().get(1));
  }

  private static DeclaredFacts declared(Long opening, Long closing, @Nullable Long count) {
    StatedTotals totals =
        new StatedTotals(
            new Money(opening, "EUR"),
            new Money(closing, "EUR"),
            count,
            null,
            StatedTotals.Side.NONE,
            StatedTotals.Side.NONE);
    return new DeclaredFacts(null, PERIOD, Map.of("EUR", totals), Map.of());
  }

  private static Read read(String text) {
    return read(text, DeclaredFacts.NONE);
  }

  private static Read read(String text, DeclaredFacts facts) {
    return Read.of(
        new StripeFormat(), Profiles.STRIPE, facts, text.getBytes(StandardCharsets.UTF_8));
  }

  private static Read read(byte[] bytes) {
    return Read.of(new StripeFormat(), Profiles.STRIPE, DeclaredFacts.NONE, bytes);
  }
}
