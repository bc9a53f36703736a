package io.tallykeep.statement.csv;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.statement.DeclaredFacts;
import io.tallykeep.statement.StatementPeriod;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdyenFormatTest {
  private static final String PLAIN = Read.resource("adyen/plain.csv");

  @Test
  void aBatchIsBalancedAndItsGrossIsWhatWasCharged() {
    Read read = read(PLAIN);
    assertThat(read.coverages()).containsExactly("EUR 5/0/0 [NO_PERIOD] [CONTROL_TOTAL]");
    assertThat(read.headers().get(0).position().sequence()).isEqualTo(380);
    assertThat(read.lines())
        .containsExactly(
            "1 PAYMENT CREDIT BOOKED 11820EUR gross 12000EUR fee -180EUR on 2026-03-03 value null"
                + " at 2026-03-01T08:00:00Z id MOD0000000000001 #1",
            "1 PAYMENT CREDIT BOOKED 3095EUR gross 3115EUR fee -20EUR on 2026-03-03 value null"
                + " at 2026-03-01T09:00:00Z id MOD0000000000002 #1",
            "1 REFUND DEBIT BOOKED -4020EUR gross -4000EUR fee -20EUR on 2026-03-03 value null"
                + " at 2026-02-27T09:00:00Z id MOD0000000000003 #1",
            "1 FEE DEBIT BOOKED -395EUR gross - fee - on 2026-03-03 value null"
                + " at 2026-03-02T23:10:00Z id Transaction Fees March #1",
            "1 PAYOUT DEBIT BOOKED -10500EUR gross - fee - on 2026-03-03 value null"
                + " at 2026-03-02T23:20:00Z id TX0000000001XT batch 380, AcmeShop #1");
    assertThat(read.entries().get(0).carriers().value("Merchant Reference")).isEqualTo("K-1");
    assertThat(read.entries().get(0).carriers().value("Psp Reference"))
        .isEqualTo("PSP0000000000001");
  }

  @Test
  void eachNetCurrencyIsAStatementAndExponentsAreIsoAfterThePointIsRead() {
    Read read = read(Read.resource("adyen/currencies.csv"));
    assertThat(read.coverages())
        .containsExactly(
            "EUR 4/0/0 [NO_PERIOD] [CONTROL_TOTAL]", "USD 2/0/0 [NO_PERIOD] [CONTROL_TOTAL]");
    assertThat(read.lines())
        .extracting(line -> line.substring(0, line.indexOf(" on")))
        .containsExactly(
            "1 PAYMENT CREDIT BOOKED 2990EUR gross 5000JPY fee -60EUR",
            "1 PAYMENT CREDIT BOOKED 340EUR gross 1234KWD fee -18EUR",
            "2 PAYMENT CREDIT BOOKED 195USD gross 1990CLP fee -4USD",
            "1 CHARGEBACK DEBIT BOOKED -1300EUR gross -300EUR fee -1000EUR",
            "1 PAYOUT DEBIT BOOKED -2030EUR gross - fee -",
            "2 PAYOUT DEBIT BOOKED -195USD gross - fee -");
  }

  @Test
  void aDeclaredPeriodMakesItCover() {
    StatementPeriod period =
        StatementPeriod.ofDays(
            LocalDate.of(2026, 3, 1), LocalDate.of(2026, 3, 2), Profiles.ADYEN.zone());
    DeclaredFacts facts = new DeclaredFacts(null, period, Map.of(), Map.of());
    Read read =
        Read.of(new AdyenFormat(), Profiles.ADYEN, facts, PLAIN.getBytes(StandardCharsets.UTF_8));
    assertThat(read.coverages()).containsExactly("EUR 5/0/0 covers [CONTROL_TOTAL]");
  }

  @Test
  void aReversalAndWhatWasSettledElsewhereAreTold() {
    String reversed =
        PLAIN
            .replace("CET,Refunded,", "CET,RefundedReversed,")
            .replace("EUR,40,,1,EUR,40.2,,0.2", "EUR,,40,1,EUR,,40,")
            .replace("EUR,105,", "EUR,185.2,");
    assertThat(read(reversed).lines().get(2))
        .startsWith("1 REVERSAL CREDIT BOOKED 4000EUR gross 4000EUR");
    String external =
        PLAIN
            .replaceFirst(
                "CET,Settled,(MOD0000000000002),EUR,,31.15,1,EUR,,30.95,0.2",
                "CET,SettledExternally,$1,EUR,,31.15,1,EUR,,,")
            .replace("EUR,105,", "EUR,74.05,");
    assertThat(read(external).coverages()).containsExactly("EUR 4/0/1 [NO_PERIOD] [CONTROL_TOTAL]");
  }

  @Test
  void feesFinerThanACentAreNotRounded() {
    String finer = PLAIN.replace(",0.6,0.24,0.96,", ",0.6,0.2412,0.9633,");
    assertThat(read(finer).lines().get(0)).contains("gross 12000EUR fee - on");
    String off = PLAIN.replace(",0.6,0.24,0.96,", ",0.6,0.2412,0.97,");
    assertThat(read(off).findings())
        .first()
        .asString()
        .startsWith("AMOUNT_INVALID line 2, Net Credit (NC): gross less fees and net differ by");
  }

  @Test
  void equalRowsWithoutAnIdAreTwoEntries() {
    String fee =
        PLAIN.lines().filter(line -> line.contains(",Fee,")).findFirst().orElseThrow() + "\n";
    String twice = PLAIN.replace(fee, fee + fee).replace("EUR,105,", "EUR,101.05,");
    assertThat(read(twice).lines())
        .filteredOn(line -> line.contains(" FEE "))
        .extracting(line -> line.substring(line.indexOf('#')))
        .containsExactly("#1", "#2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "EUR,105,|EUR,104,|TOTAL_MISMATCH line 6: The sum of entries is stated as 0 EUR",
        ",,120,1,EUR|,,121,1,EUR|AMOUNT_INVALID line 2, Net Credit (NC): gross less fees and net",
        ",,120,1,EUR|,5,120,1,EUR|FIELD_INVALID line 2, Gross Debit (GC): both a debit",
        "118.2,|-118.2,|AMOUNT_INVALID line 2, Net Credit (NC): an amount without sign",
        "118.2,|,|FIELD_MISSING line 2, Net Credit (NC): neither net debit nor net credit",
        "118.2,|118.205,|AMOUNT_DECIMALS line 2, Net Credit (NC)",
        "AcmeShop,PSP|OtherShop,PSP|ACCOUNT_MISMATCH line 2, Merchant Account: 'OtherShop' is not",
        "visaclassic,,380|visaclassic,,381|FIELD_INVALID line 3, Batch Number: batch 380 in a file",
        "visaclassic,,380|visaclassic,,|FIELD_MISSING line 2, Batch Number",
        "09:00:00,CET|09:00:00,PDT|DATE_INVALID line 2, Creation Date: \"PDT\" is not Europe",
        "09:00:00,CET|09:00:00,CEST|DATE_INVALID line 2, Creation Date",
        "03-01 09:00:00|02-29 09:00:00|DATE_INVALID line 2, Creation Date",
        "CET,Settled|CET,|FIELD_MISSING line 2, Type",
        "Interchange|Interchanje|HEADER_MISMATCH line 1: missing: Interchange (NC)",
        "Booking Date,|Bookink Date,|HEADER_MISMATCH line 1, Bookink Date: no column of this",
      })
  void whatCantBeRightIsRefusedWithLineAndColumn(String from, String to, String finding) {
    String changed = Pattern.compile(from).matcher(PLAIN).replaceFirst(to);
    assertThat(changed).isNotEqualTo(PLAIN);
    assertThat(read(changed).findings()).first().asString().startsWith(finding);
  }

  @Test
  void cutItIsRefused() {
    String cut = PLAIN.substring(0, PLAIN.indexOf("AcmeCompany,AcmeShop,,,,2026-03-03 00:20"));
    assertThat(read(cut).findings()).first().asString().startsWith("TOTAL_MISMATCH line 5");
    assertThat(read(PLAIN.replaceFirst("(?m)^.*,Fee,.*\n", "")).findings())
        .containsExactly(
            "TOTAL_MISMATCH line 5: The sum of entries is stated as 0 EUR (minor units), the"
                + " entries make 395.");
    assertThat(read(PLAIN.substring(0, 700)).findings()).isNotEmpty();
    assertThat(read(PLAIN + "\n\n").lines()).isEqualTo(read(PLAIN).lines());
  }

  @Test
  void encodingIsTheMarksOrUtf8() {
    assertThat(read("\ufeff" + PLAIN).lines()).isEqualTo(read(PLAIN).lines());
    byte[] latin = PLAIN.replace("mcdebit", "mcd\u00e9bit").getBytes(StandardCharsets.ISO_8859_1);
    assertThat(Read.of(new AdyenFormat(), Profiles.ADYEN, DeclaredFacts.NONE, latin).findings())
        .containsExactly("BAD_ENCODING line 3: bytes that are not UTF-8 text");
  }

  private static Read read(String text) {
    return Read.of(new AdyenFormat(), Profiles.ADYEN, text);
  }
}
