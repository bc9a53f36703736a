package io.tallykeep.statement.csv;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.statement.DeclaredFacts;
import io.tallykeep.statement.SequencePosition.LastPage;
import io.tallykeep.statement.StatementProfile;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PaypalSettlementFormatTest {
  private static final String PLAIN = Read.resource("paypal-stl/plain.csv");
  private static final String CURRENCIES = Read.resource("paypal-stl/currencies.csv");
  private static final DeclaredFacts MORE =
      new DeclaredFacts(null, null, Map.of(), Map.of(PaypalSettlementFormat.MORE_PARTS, "true"));

  @Test
  void aPlainReportCoversItsDay() {
    Read read = read(PLAIN);
    assertThat(read.coverages()).containsExactly("USD 4/0/0 covers [BALANCE, COUNT]");
    assertThat(read.trailers().get(0).period())
        .satisfies(
            period -> {
              assertThat(period.from()).isEqualTo(Instant.parse("2026-03-01T08:00:00Z"));
              assertThat(period.to()).isEqualTo(Instant.parse("2026-03-02T08:00:00Z"));
            });
    assertThat(read.headers().get(0).account()).isEqualTo("ACMEMERCHANT1");
    assertThat(read.headers().get(0).revision()).isEqualTo("2026/03/02 04:10:00 -0800");
    assertThat(read.lines())
        .containsExactly(
            "1 PAYMENT CREDIT BOOKED 9680USD gross 10000USD fee -320USD on 2026-03-01 value null"
                + " at 2026-03-01T17:00:31Z id 1AA00001 #1",
            "1 PAYMENT CREDIT BOOKED 2446USD gross 2550USD fee -104USD on 2026-03-01 value null"
                + " at 2026-03-01T18:00:31Z id 1AA00002 #1",
            "1 REFUND DEBIT BOOKED -3904USD gross -4000USD fee 96USD on 2026-03-01 value null"
                + " at 2026-03-01T19:00:31Z id 1AA00003 #1",
            "1 PAYOUT DEBIT BOOKED -5000USD gross -5000USD fee 0USD on 2026-03-01 value null"
                + " at 2026-03-02T07:00:00Z id 1AA00004 #1");
    assertThat(read.entries().get(2).carriers().byName())
        .containsEntry("Invoice ID", "K-1")
        .containsEntry("PayPal Reference ID", "1AA00001");
  }

  @Test
  void minorUnitsOfACurrencyWithoutTwoDecimalsMustBeDeclared() {
    assertThat(read(CURRENCIES).findings())
        .first()
        .isEqualTo(
            "CURRENCY_UNKNOWN line 6, Gross Transaction Currency: how many decimals PayPal's minor"
                + " units of JPY have must be declared");
    Read yen = read(CURRENCIES, Profiles.stl(Map.of("JPY", 0)));
    assertThat(yen.coverages())
        .containsExactly("USD 2/0/0 covers [BALANCE, COUNT]", "JPY 2/0/0 covers [BALANCE, COUNT]");
    assertThat(yen.entries().get(1).amounts().gross()).hasToString("10000 JPY (minor units)");
    assertThat(read(CURRENCIES, Profiles.stl(Map.of("JPY", 2))).entries().get(1).amounts().gross())
        .hasToString("100 JPY (minor units)");
  }

  @Test
  void aCurrencyWithThreeDecimalsIsReadAsDeclared() {
    String dinars = PLAIN.replace("USD", "KWD").replace("1AA00001\",\"K-1\"", "1AA00001\",\"K-9\"");
    assertThat(read(dinars).findings()).first().asString().startsWith("CURRENCY_UNKNOWN line 5");
    assertThat(read(dinars, Profiles.stl(Map.of("KWD", 3))).entries().get(0).amounts().gross())
        .hasToString("10000 KWD (minor units)");
  }

  @Test
  void twoSectionsOfTheAccountFollowEachOther() {
    int from = PLAIN.indexOf("\"SH\"");
    int to = PLAIN.indexOf("\"RF\"");
    String next =
        PLAIN
            .substring(from, to)
            .replace("2026/03/01", "2026/03/02")
            .replace("1AA0000", "1BB0000")
            .replace("\"CR\",103222,", "\"CR\",106444,")
            .replace("\"CR\",100000,", "\"CR\",103222,");
    String both =
        (PLAIN.substring(0, to) + next + PLAIN.substring(to))
            .replace("\"RF\",\"USD\",12550,9000,96,424", "\"RF\",\"USD\",25100,18000,192,848")
            .replace("\"RC\",4\n\"FF\",4", "\"RC\",8\n\"FF\",8");
    assertThat(read(both).coverages())
        .containsExactly("USD 4/0/0 covers [BALANCE, COUNT]", "USD 4/0/0 covers [BALANCE, COUNT]");
    String gap = both.replace("\"CR\",103222,\"CR\",106444", "\"CR\",103223,\"CR\",106445");
    assertThat(read(gap).findings()).first().asString().startsWith("BALANCE_CHAIN");
  }

  @Test
  void anEmptyDayIsOneOnlyIfItSaysSo() {
    String empty =
        PLAIN
            .replaceAll("(?m)^\"SB\".*\n", "")
            .replaceAll(
                "(?m)^\"([SR])F\".*\n",
                "\"$1F\",\"USD\",0,0,0,0,\"CR\",5,\"CR\",5,\"CR\",5,\"CR\",5,\"CR\",0,\"CR\",0,0\n")
            .replaceAll("\"(SC|RC|FF)\",4", "\"$1\",0");
    assertThat(read(empty).coverages()).containsExactly("USD 0/0/0 covers [BALANCE, COUNT]");
    String bare = empty.replaceAll("(?m)^\"[SR]F\".*\n", "");
    assertThat(read(bare).coverages()).containsExactly("null 0/0/0 [NO_TOTALS] [COUNT]");
    assertThat(read(bare.replace("\"SC\",0", "\"SC\",1")).findings())
        .first()
        .asString()
        .startsWith("COUNT_MISMATCH line 5, SC: 1 are stated, read: 0");
  }

  @Test
  void aReportOfSeveralFilesIsReadPartByPartAndCoversNothingYet() {
    String first = PLAIN.replaceAll("(?m)^\"(RF|RC)\".*\n", "");
    assertThat(read(first).findings()).first().asString().startsWith("TRUNCATED line 11, RC");
    Read part = read(first, MORE);
    assertThat(part.coverages()).containsExactly("USD 4/0/0 [PAGES_INCOMPLETE] [BALANCE, COUNT]");
    assertThat(part.headers().get(0).position().last()).isEqualTo(LastPage.NO);
    String open = first.replaceAll("(?m)^\"(SF|SC)\".*\n", "");
    assertThat(read(open, MORE).coverages())
        .containsExactly("USD 4/0/0 [NO_TOTALS, PAGES_INCOMPLETE] []");
    String last = PLAIN.replace("\"FH\",01", "\"FH\",02").replace("\"RC\",4", "\"RC\",8");
    assertThat(read(last).coverages())
        .containsExactly("USD 4/0/0 [PAGES_INCOMPLETE] [BALANCE, COUNT]");
    assertThat(read(PLAIN, MORE).findings()).first().asString().startsWith("PROFILE_MISMATCH");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"CR\",103222|\"CR\",103223|BALANCE_MISMATCH line 9",
        "\"SF\",\"USD\",12550|\"SF\",\"USD\",12551|TOTAL_MISMATCH line 9, total gross credits",
        "96,424,|96,425,|TOTAL_MISMATCH line 9, total fee debits",
        "\"SC\",4|\"SC\",5|COUNT_MISMATCH line 10, SC: 5 are stated, read: 4",
        "\"RC\",4|\"RC\",5|COUNT_MISMATCH line 12, RC",
        "\"FF\",4|\"FF\",3|COUNT_MISMATCH line 13, FF",
        "\"RF\",\"USD\",12550|\"RF\",\"USD\",12559|TOTAL_MISMATCH line 11, total gross credits",
        "\"CR\",10000,\"USD\"|\"DR\",10000,\"USD\"|TOTAL_MISMATCH line 9, total gross credits",
        "\"CR\",10000,\"USD\"|\"XX\",10000,\"USD\"|FIELD_INVALID line 5, Transaction Debit or Cred",
        "\"CR\",10000,\"USD\"|\"CR\",100.00,\"USD\"|FIELD_INVALID line 5, Gross Transaction Amount",
        "\"CR\",10000,\"USD\"|\"CR\",-10000,\"USD\"|FIELD_INVALID line 5, Gross Transaction Amount",
        "\"DR\",320,\"USD\"|\"DR\",320,\"EUR\"|CURRENCY_MIXED line 5, Fee Currency: a fee in EUR",
        "\"DR\",320,\"USD\"|,320,\"USD\"|FIELD_MISSING line 5, Fee Debit or Credit",
        "T0006|X0006|FIELD_INVALID line 5, Transaction Event Code: 'X0006' is no",
        "1AA00001|''|FIELD_MISSING line 5, Transaction ID",
        "2026/03/01 09:00:31|2026/02/30 09:00:31|DATE_INVALID line 5, Transaction Completion Date",
        "2026/03/01 23:59:59|2026/02/01 23:59:59|DATE_INVALID line 3, period end",
        "\"ACMEMERCHANT1\",\"\"|\"OTHER\",\"\"|ACCOUNT_MISMATCH line 3, account: 'OTHER' is not",
        "\"Invoice ID\"|\"Invoice IX\"|HEADER_MISMATCH line 4: missing: Invoice ID",
        "\"Store ID\"|\"Store IX\"|HEADER_MISMATCH line 4, Store IX: no column of this report",
        "\"RH\"|\"RX\"|WRONG_MESSAGE line 1: 'RX' where one of is expected: RH",
        "\"SB\",\"1AA00002\"|\"SX\",\"1AA00002\"|SYNTAX line 6: 'SX' where one of is expected: SB",
        "\"BUYER1\",\"\",|\"BUYER1\",|SYNTAX line 5: 21 fields, the header has 22",
      })
  void whatCantBeRightIsRefusedWithLineAndField(String from, String to, String finding) {
    String changed = PLAIN.replaceFirst(Pattern.quote(from), to);
    assertThat(changed).isNotEqualTo(PLAIN);
    assertThat(read(changed).findings()).first().asString().startsWith(finding);
  }

  @Test
  void cutAnywhereItIsRefused() {
    for (int end = 0; end < PLAIN.length() - 1; end += 7) {
      assertThat(read(PLAIN.substring(0, end)).findings()).as("cut at %d", end).isNotEmpty();
    }
    assertThat(read(PLAIN.substring(0, PLAIN.indexOf("\"FF\""))).findings())
        .containsExactly("TRUNCATED line 12: the file ends, one of is expected: FF");
  }

  @Test
  void holdLinesMayShareATransactionId() {
    String shared = PLAIN.replace("1AA00002", "1AA00001").replace("\"K-2\"", "\"K-1\"");
    assertThat(read(shared).lines())
        .extracting(line -> line.substring(line.indexOf(" id ")))
        .startsWith(" id 1AA00001 #1", " id 1AA00001 #2");
  }

  @Test
  void oldNamesOfColumnsAndAMarkAreRead() {
    assertThat(read("\ufeff" + PLAIN.replace("Transaction Debit", "Transaction  Debit")).lines())
        .isEqualTo(read(PLAIN).lines());
    assertThat(read(PLAIN.replace("\n", "\r\n")).lines()).isEqualTo(read(PLAIN).lines());
    byte[] latin = PLAIN.replace("BUYER2", "BUY\u00cbR").getBytes(StandardCharsets.ISO_8859_1);
    assertThat(
            Read.of(new PaypalSettlementFormat(), Profiles.STL, DeclaredFacts.NONE, latin)
                .findings())
        .containsExactly("BAD_ENCODING line 6: bytes that are not UTF-8 text");
  }

  @Test
  void revisedItHasTheSameStatementIdAndAnotherRevision() {
    Read revised = read(PLAIN.replace("04:10:00", "16:10:00").replace("\"K-2\"", "\"K-22\""));
    assertThat(revised.headers().get(0).statementId())
        .isEqualTo(read(PLAIN).headers().get(0).statementId());
    assertThat(revised.headers().get(0).revision())
        .isNotEqualTo(read(PLAIN).headers().get(0).revision());
    assertThat(read(PLAIN)).isEqualTo(read(PLAIN));
  }

  private static Read read(String text) {
    return read(text, Profiles.STL);
  }

  private static Read read(String text, StatementProfile profile) {
    return Read.of(new PaypalSettlementFormat(), profile, text);
  }

  private static Read read(String text, DeclaredFacts facts) {
    return Read.of(
        new PaypalSettlementFormat(), Profiles.STL, facts, text.getBytes(StandardCharsets.UTF_8));
  }
}
