package io.tallykeep.statement.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.statement.DeclaredFacts;
import io.tallykeep.statement.FormatName;
import io.tallykeep.statement.Money;
import io.tallykeep.statement.StatedTotals;
import io.tallykeep.statement.StatementPeriod;
import io.tallykeep.statement.StatementProfile;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MappedCsvFormatTest {
  private static final String PLAIN = Read.resource("mapped-csv/plain.csv");
  private static final String MINOR =
      """
      account,day,amount,status,items,key,text,balance,note
      NL01,2026-08-03,1000,B,,K-1,"line one
      line two",11000,
      NL01,2026-08-03,500,P,,K-2,,11000,
      NL01,2026-08-03,1000,B,1,K-3,,12000,
      NL01,2026-08-03,1000,B,1,K-3,,13000,
      NL01,2026-08-04,30000,B,3,,three payments,43000,
      NL01,2026-08-04,-2500,B,,NOTPROVIDED,,40500,
      """;
  private static final StatementPeriod PERIOD =
      StatementPeriod.ofDays(
          LocalDate.of(2026, 8, 3), LocalDate.of(2026, 8, 4), Profiles.MAPPED.zone());

  @Test
  void aPlainFileIsReadAsDeclared() {
    Read read = read(PLAIN);
    assertThat(read.coverages()).containsExactly("EUR 3/0/0 [NO_PERIOD] [CONTROL_TOTAL, COUNT]");
    assertThat(read.lines())
        .containsExactly(
            "1 PAYMENT CREDIT BOOKED 135590EUR gross - fee - on 2026-01-05 value 2026-01-06"
                + " at 2026-01-04T23:30:00Z id B-1 #1",
            "1 PAYMENT CREDIT BOOKED 885EUR gross - fee - on 2026-01-05 value 2026-01-06"
                + " at 2026-01-05T09:00:00Z id B-2 #1",
            "1 REFUND DEBIT BOOKED -2000EUR gross - fee - on 2026-01-05 value 2026-01-06"
                + " at 2026-01-05T10:00:00Z id B-3 #1");
    assertThat(read.entries().get(0).party().name()).isEqualTo("Acme; Ltd");
    assertThat(read.entries().get(0).carriers().value("key")).isEqualTo("K-1");
  }

  @Test
  void minorUnitsPendingRowsBatchesAndEqualRows() {
    Read read = minor(MINOR, DeclaredFacts.NONE);
    assertThat(read.coverages())
        .containsExactly("EUR 5/1/0 [NO_TOTALS, NO_PERIOD, NOT_ITEMISED] []");
    assertThat(read.lines())
        .extracting(line -> line.replaceAll(" gross.* on", " on"))
        .containsExactly(
            "1 PAYMENT CREDIT BOOKED 1000EUR on 2026-08-03 value null at null id null #1",
            "1 PAYMENT CREDIT PENDING 500EUR on 2026-08-03 value null at null id null #1",
            "1 PAYMENT CREDIT BOOKED 1000EUR on 2026-08-03 value null at null id null #1",
            "1 PAYMENT CREDIT BOOKED 1000EUR on 2026-08-03 value null at null id null #2",
            "1 PAYMENT CREDIT BOOKED 30000EUR on 2026-08-04 value null at null id null #1",
            "1 PAYMENT DEBIT BOOKED -2500EUR on 2026-08-04 value null at null id null #1");
    assertThat(read.entries().get(0).text()).isEqualTo("line one\nline two");
    assertThat(read.entries().get(1).place().line()).isEqualTo(4);
    assertThat(read.entries().get(4).itemised()).isFalse();
    assertThat(read.entries().get(5).carriers().byName()).isEmpty();
  }

  @Test
  void declaredBalancesCoverAndAMissingRowIsFound() {
    String itemised = MINOR.replace("30000,B,3", "30000,B,1");
    assertThat(minor(itemised, balances(10_000, 40_500)).coverages())
        .containsExactly("EUR 5/1/0 covers [BALANCE]");
    assertThat(minor(itemised, balances(10_000, 40_501)).findings())
        .first()
        .asString()
        .startsWith("BALANCE_MISMATCH line 8");
    String gap = MINOR.replaceFirst("(?m)^.*,12000,$\n", "");
    assertThat(minor(gap, DeclaredFacts.NONE).findings())
        .containsExactly(
            "BALANCE_CHAIN line 5, balance: the row before leaves 11000 EUR (minor units), this one"
                + " begins at 12000 EUR (minor units)");
  }

  @Test
  void severalCurrenciesAreSeveralStatements() {
    String two =
        PLAIN
            .replace("8,85;EUR", "8;JPY")
            .replace("TOTAL;3;1.344,75\n", "B-4;05-01-2026 12:00:00;06-01-2026;PAY;C;1,234;KWD;;\n")
            .replace("20,00;EUR", "20,00;EUR");
    CsvMapping mapping = with(Profiles.MAPPING, CsvChecks.NONE);
    Read read =
        Read.of(
            new MappedCsvFormat(),
            Profiles.profile("NL01", FormatName.GENERIC_CSV, "Europe/Amsterdam", mapping),
            two);
    assertThat(read.coverages())
        .containsExactly(
            "EUR 2/0/0 [NO_TOTALS, NO_PERIOD] []",
            "JPY 1/0/0 [NO_TOTALS, NO_PERIOD] []",
            "KWD 1/0/0 [NO_TOTALS, NO_PERIOD] []");
    assertThat(read.entries().get(1).amounts().booked()).hasToString("8 JPY (minor units)");
    assertThat(read.entries().get(3).amounts().booked()).hasToString("1234 KWD (minor units)");
    assertThat(read(PLAIN.replace("8,85;EUR", "8;JPY")).findings())
        .containsExactly("CURRENCY_MIXED line 5, trailer sum: one sum over several currencies");
  }

  @Test
  void nothingIsAStatementOnlyIfTheTrailerSaysSo() {
    String header = PLAIN.substring(0, PLAIN.indexOf('\n') + 1);
    assertThat(read(header + "TOTAL;0;0\n").coverages())
        .containsExactly("null 0/0/0 [NO_TOTALS, NO_PERIOD] [COUNT]");
    assertThat(read(header).findings())
        .containsExactly("TRUNCATED line 1: the file ends without its trailer");
    assertThat(read(header + "TOTAL;1;0\n").findings()).isNotEmpty();
    assertThat(minor(MINOR.substring(0, MINOR.indexOf("NL01")), DeclaredFacts.NONE).findings())
        .containsExactly("NO_ENTRIES: The file holds no statement.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1.355,90|1,355.90|AMOUNT_INVALID line 2, amount: '1,355.90'",
        "8,85|8,855|AMOUNT_DECIMALS line 3, amount: 8.855 EUR has more decimals",
        "8,85|8,850|",
        "8,85|-8,85|AMOUNT_INVALID line 3, amount: an amount without sign is expected",
        ";C;8|;X;8|FIELD_INVALID line 3, side: 'X' is no declared side",
        ";PAY;C;8|;XYZ;C;8|FIELD_INVALID line 3, kind: 'XYZ' is not declared: say what it means",
        "05-01-2026 10|2026-01-05 10|DATE_INVALID line 3, booked",
        "05-01-2026 10|29-02-2026 10|DATE_INVALID line 3, booked",
        "05-01-2026 10:00|29-03-2026 02:30|DATE_INVALID line 3, booked: 2026-03-29T02:30 does not",
        "TOTAL;3|TOTAL;4|COUNT_MISMATCH line 5, trailer count: 4 are stated, read: 3",
        "1.344,75|1.344,76|TOTAL_MISMATCH",
        "TOTAL|TOTAX|SYNTAX line 5: 3 fields, the header has 9",
        "payee|payer|HEADER_MISMATCH line 1: missing: payee",
        "id;booked|id;id|HEADER_MISMATCH line 1, id: the column stands twice",
        "key;payee|key;payee;more|HEADER_MISMATCH line 1, more: no column of this report",
      })
  void whatCantBeRightIsRefusedWithLineAndColumn(String from, String to, String finding) {
    String changed = PLAIN.replaceFirst(Pattern.quote(from), to);
    assertThat(changed).isNotEqualTo(PLAIN);
    if (finding == null) {
      assertThat(read(changed).lines()).isEqualTo(read(PLAIN).lines());
    } else {
      assertThat(read(changed).findings()).first().asString().startsWith(finding);
    }
  }

  @Test
  void aRowAfterTheTrailerAndAnotherAccountAreRefused() {
    String row = PLAIN.lines().skip(1).findFirst().orElseThrow();
    assertThat(read(PLAIN + row + "\n").findings())
        .containsExactly("SYNTAX line 6: a row after the trailer");
    assertThat(minor(MINOR.replaceFirst("NL01", "NL02"), DeclaredFacts.NONE).findings())
        .first()
        .isEqualTo("ACCOUNT_MISMATCH line 2, account: 'NL02' is not the profile's NL01");
  }

  @Test
  void theDeclaredEncodingCountsUnlessAMarkSaysOtherwise() {
    String text = PLAIN.replace("Beta", "B\u00eata");
    CsvMapping latin =
        new CsvMapping(
            StandardCharsets.ISO_8859_1,
            ';',
            Profiles.MAPPING.amounts(),
            Profiles.MAPPING.times(),
            Profiles.MAPPING.kinds(),
            Profiles.MAPPING.references(),
            Profiles.MAPPING.checks(),
            Set.of());
    StatementProfile profile =
        Profiles.profile("NL01", FormatName.GENERIC_CSV, "Europe/Amsterdam", latin);
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    MappedCsvFormat format = new MappedCsvFormat();
    assertThat(Read.of(format, profile, DeclaredFacts.NONE, bytes).entries().get(1).party().name())
        .isEqualTo("B\u00eata");
    assertThat(Read.of(format, Profiles.MAPPED, DeclaredFacts.NONE, bytes).findings())
        .containsExactly("BAD_ENCODING line 3: bytes that are not UTF-8 text");
    byte[] marked = ("\ufeff" + text).getBytes(StandardCharsets.UTF_8);
    assertThat(Read.of(format, Profiles.MAPPED, DeclaredFacts.NONE, marked).lines())
        .isEqualTo(read(text).lines());
    assertThat(Read.of(format, profile, DeclaredFacts.NONE, marked).findings())
        .first()
        .asString()
        .startsWith("ENCODING_MISMATCH");
  }

  @Test
  void twoColumnsGrossAndFeeAreReadAndAddedUp() {
    CsvMapping mapping =
        new CsvMapping(
            StandardCharsets.UTF_8,
            ',',
            new CsvAmounts(
                DecimalText.POINT,
                CsvAmounts.Unit.MAJOR,
                new CsvAmounts.CurrencySource.Constant("EUR"),
                new CsvAmounts.SignRule.TwoColumns("out", "in"),
                "charged",
                "charged in",
                "cost"),
            new CsvTimes("at", null, "uuuu-MM-dd'T'HH:mm:ssXXX", null, null, null),
            Profiles.MINOR.kinds().type() == null
                ? new CsvKinds(null, Profiles.MINOR.kinds().types(), List.of(), null)
                : Profiles.MINOR.kinds(),
            new CsvReferences("id", List.of(), null, null, null, null),
            CsvChecks.NONE,
            Set.of());
    StatementProfile profile =
        Profiles.profile("NL01", FormatName.GENERIC_CSV, "Europe/Amsterdam", mapping);
    String text =
        """
        id,at,in,out,charged,charged in,cost
        1,2026-01-04T23:00:00Z,9.80,,10.00,EUR,-0.20
        2,2026-01-05T10:00:00+01:00,,4.50,5.00,USD,
        3,2026-01-05T10:00:00+01:00,0,0,,,
        """;
    Read read = Read.of(new MappedCsvFormat(), profile, text);
    assertThat(read.lines())
        .containsExactly(
            "1 PAYMENT CREDIT BOOKED 980EUR gross 1000EUR fee -20EUR on 2026-01-05 value null"
                + " at 2026-01-04T23:00:00Z id 1 #1",
            "1 PAYMENT DEBIT BOOKED -450EUR gross -500USD fee - on 2026-01-05 value null"
                + " at 2026-01-05T09:00:00Z id 2 #1",
            "1 PAYMENT CREDIT BOOKED 0EUR gross - fee - on 2026-01-05 value null"
                + " at 2026-01-05T09:00:00Z id 3 #1");
    assertThat(Read.of(new MappedCsvFormat(), profile, text.replace("9.80", "9.81")).findings())
        .first()
        .asString()
        .startsWith("AMOUNT_INVALID line 2, cost");
    assertThat(Read.of(new MappedCsvFormat(), profile, text.replace("9.80,", "9.80,1")).findings())
        .first()
        .asString()
        .startsWith("FIELD_INVALID line 2, out: both a debit and a credit");
  }

  @Test
  void archivesAndProfilesOfAnotherFormatAreRefused() {
    byte[] zip = {'P', 'K', 3, 4, 20, 0, 0, 0};
    assertThat(Read.of(new MappedCsvFormat(), Profiles.MAPPED, DeclaredFacts.NONE, zip).findings())
        .first()
        .asString()
        .startsWith("ARCHIVE_REFUSED");
    assertThat(Read.of(new MappedCsvFormat(), Profiles.STRIPE, PLAIN).findings())
        .containsExactly(
            "PROFILE_MISMATCH: Format STRIPE_BALANCE_CHANGE needs options of CsvMapping.");
  }

  @Test
  void aMappingThatCantBeMeantDoesNotStart() {
    assertThatThrownBy(() -> new CsvTimes("d", null, "dd-MM-yy", null, null, null))
        .hasMessageContaining("write the year as uuuu");
    assertThatThrownBy(() -> new CsvChecks.Trailer("T", 0, 0))
        .hasMessageContaining("a count, a sum or both");
    assertThatThrownBy(() -> new CsvAmounts.SignRule.Sided("a", "s", Set.of("C"), Set.of("C", "D")))
        .hasMessageContaining("sides must be told apart");
    assertThatThrownBy(() -> new CsvKinds(null, Map.of(), List.of(), null))
        .hasMessageContaining("declare what all rows are");
    assertThatThrownBy(() -> new CsvAmounts.CurrencySource.Constant("euro"))
        .hasMessageContaining("no currency");
  }

  private static CsvMapping with(CsvMapping mapping, CsvChecks checks) {
    return new CsvMapping(
        mapping.encoding(),
        mapping.delimiter(),
        mapping.amounts(),
        mapping.times(),
        mapping.kinds(),
        mapping.references(),
        checks,
        mapping.ignored());
  }

  private static DeclaredFacts balances(long opening, long closing) {
    return new DeclaredFacts(
        null,
        PERIOD,
        Map.of("EUR", StatedTotals.balances(new Money(opening, "EUR"), new Money(closing, "EUR"))),
        Map.of());
  }

  private static Read read(String text) {
    return Read.of(new MappedCsvFormat(), Profiles.MAPPED, text);
  }

  private static Read minor(String text, DeclaredFacts facts) {
    return Read.of(
        new MappedCsvFormat(), Profiles.MINOR_UNITS, facts, text.getBytes(StandardCharsets.UTF_8));
  }
}
