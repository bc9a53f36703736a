package io.tallykeep.statement.swift;

import static io.tallykeep.statement.swift.Mt940File.PLAIN;
import static io.tallykeep.statement.swift.Mt940File.read;
import static io.tallykeep.statement.swift.Mt940File.statement;
import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.statement.EntryType;
import io.tallykeep.statement.FormatName;
import io.tallykeep.statement.StatementProfile;
import io.tallykeep.statement.Taken;
import io.tallykeep.statement.identity.EntryIdentity;
import io.tallykeep.statement.swift.Mt940Options.BalanceDates;
import io.tallykeep.statement.swift.Mt940Options.Information;
import io.tallykeep.statement.swift.Mt940Options.MonthEnds;
import io.tallykeep.statement.swift.Mt940Options.Numbering;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Mt940FormatTest {
  private static final String LINE = ":61:2603050305C20,NTRFK-1//B-1\n";

  @Test
  void aRawFileIsReadLineByLine() {
    Taken read = read(PLAIN);
    assertThat(read.lines())
        .containsExactly(
            "1 PAYMENT CREDIT BOOKED 2000EUR gross - fee - on 2026-03-05 value 2026-03-05 id B-1 #1",
            "1 PAYMENT CREDIT BOOKED 500EUR gross - fee - on 2026-03-05 value 2026-03-05 id B-2 #1",
            "1 FEE DEBIT BOOKED -700EUR gross - fee - on 2026-03-05 value 2026-03-05 id B-3 #1",
            "1 REVERSAL DEBIT BOOKED -1250EUR gross - fee - on 2026-03-05 value 2026-03-05 id B-4"
                + " #1");
    assertThat(read.entries().get(0).carriers().value("CUSTREF")).isEqualTo("K-1");
    assertThat(read.entries().get(0).text()).isEqualTo("Invoice 1\nsecond line");
    assertThat(read.entries().get(1).carriers().value("CUSTREF")).isNull();
    assertThat(read.entries().get(3).text()).isEmpty();
    assertThat(read.coverages()).containsExactly("EUR 4/0/0 covers [BALANCE]");
    assertThat(read.accepted().get(0).coverage().period())
        .hasToString(
            "StatementPeriod[from=2026-03-04T23:00:00Z, to=2026-03-05T23:00:00Z,"
                + " zone=Europe/Amsterdam]");
  }

  @Test
  void messagesInBlocksAreReadAndTestAddressesAreFlagged() {
    String body = PLAIN.replace("\n-\n", "\n-}");
    String blocks = "{1:F01BANKNL2AAXXX0000000000}{2:O9400000260306BANKNL2AXXXX0000}{4:\n" + body;
    assertThat(read(blocks + "{5:{CHK:123456789ABC}}\n").booked()).hasSize(4);
    assertThat(read(blocks.replace("BANKNL2AAXXX", "BANKNL20AXXX")).coverages())
        .containsExactly("EUR 4/0/0 [TEST] [BALANCE]");
    assertThat(read(blocks.replace("O940", "O942")).findings().get(0))
        .startsWith("WRONG_MESSAGE line 1: The message is 'O942");
    assertThat(read(blocks.replace("\n-}", "\n")).findings().get(0))
        .startsWith("TRUNCATED line 13: The file ends within a message's text block.");
    assertThat(read(blocks + "{5:{TNG:}}").findings().get(0)).startsWith("WRONG_MESSAGE");
  }

  @Test
  void severalStatementsAreSplitAndChained() {
    String next = statement("8", "60F:C260305EUR105,50", "62F:C260306EUR125,50", LINE);
    assertThat(read(PLAIN + next).coverages())
        .containsExactly("EUR 4/0/0 covers [BALANCE]", "EUR 1/0/0 covers [BALANCE]");
    assertThat(read(PLAIN.replace("\n-\n", "\n") + next).headers()).hasSize(2);
    assertThat(read(PLAIN + next.replace(":28C:8", ":28C:9")).findings().get(0))
        .startsWith("SEQUENCE_GAP line 14: Statement number 9 follows number 7");
    assertThat(read(PLAIN + PLAIN).findings().get(0)).startsWith("SEQUENCE_REPEATED line 14");
    assertThat(read(PLAIN + next.replace("105,50", "105,60").replace("125,5", "125,6")).findings())
        .hasSize(1)
        .first()
        .asString()
        .startsWith("BALANCE_CHAIN line 14");
  }

  @Test
  void pagesMakeOneStatement() {
    String first = statement("7/1", "60F:C260304EUR100,00", "62M:C260305EUR120,00", LINE);
    String last = statement("7/2", "60M:C260305EUR120,00", "62F:C260305EUR140,00", LINE);
    assertThat(read(first + last).coverages())
        .containsExactly("EUR 1/0/0 [NO_PERIOD] [BALANCE]", "EUR 1/0/0 covers [BALANCE]");
    assertThat(read(first).coverages())
        .containsExactly("EUR 1/0/0 [NO_PERIOD, PAGES_INCOMPLETE] [BALANCE]");
    assertThat(read(last).coverages())
        .containsExactly("EUR 1/0/0 [NO_PERIOD, PAGES_INCOMPLETE] [BALANCE]");
    assertThat(read(first + last.replace("7/2", "7/3")).findings().get(0))
        .startsWith("PAGE_GAP line 9: Page 3 follows page 1.");
    assertThat(read(first + last.replace("7/2", "8/2")).findings())
        .extracting(finding -> finding.substring(0, 8))
        .containsOnly("PAGE_GAP");
    assertThat(read(last.replace("7/2", "7")).findings().get(0))
        .startsWith("PAGE_GAP line 3, :28C:");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        ":62F:C260305EUR105,50|:62F:C260305EUR105,51|BALANCE_MISMATCH line 11: Opening balance",
        "D7,00NCHG|D7.00NCHG|SYNTAX line 9, :61:",
        "D7,00NCHG|D7,001NCHG|AMOUNT_DECIMALS line 9, :61:",
        "D7,00NCHG|D,NCHG|AMOUNT_INVALID line 9, :61:",
        "D7,00NCHG|DX7,00NCHG|CURRENCY_MIXED line 9, :61:",
        "D7,00NCHG|E7,00NCHG|SYNTAX line 9, :61:",
        "2603050305D7|2602300305D7|DATE_INVALID line 9, :61:: '260230' is no day.",
        "2603050305D7|2603051305D7|DATE_INVALID line 9, :61:: '1305' is no day.",
        ":62F:C260305EUR|:62F:C260305USD|CURRENCY_MIXED line 11",
        ":60F:C260304EUR100,00|:60F:C260304EUR|SYNTAX line 4, :60F:",
        ":60F:C260304EUR100,00|:34F:EUR0,|WRONG_MESSAGE line 4, :34F:",
        ":28C:7|:28C:A7|SYNTAX line 3, :28C:",
        ":86:Invoice 1|:99:Invoice 1|SYNTAX line 6, :99:: Is no field of MT940.",
        ":20:STARTUMS|:20X STARTUMS|SYNTAX line 1: A line outside of every field",
        ":25:BANKNL2A/0123456789|:21:X|FIELD_MISSING",
        ":62F:C260305EUR105,50|:62F:C260303EUR105,50|DATE_INVALID line 11, :62F:"
      })
  void whatCannotBeRightIsRefused(String sound, String broken, String finding) {
    assertThat(PLAIN).contains(sound);
    String text = PLAIN.replace(sound, broken);
    assertThat(read(text).findings().get(0))
        .startsWith(finding.startsWith("FIELD_MISSING") ? "SYNTAX line 3" : finding);
  }

  @Test
  void aFileCutBeforeTheClosingBalanceIsTruncated() {
    assertThat(read(PLAIN.substring(0, PLAIN.indexOf(":62F:"))).findings())
        .containsExactly("TRUNCATED line 10: The statement ends without :62F: or :62M:.");
    assertThat(read(PLAIN.substring(0, PLAIN.indexOf(":62F:")) + PLAIN).findings().get(0))
        .startsWith("TRUNCATED line 11, :20:");
  }

  @Test
  void noEntriesNeedEqualBalances() {
    assertThat(read(statement("7", "60F:C260304EUR5,", "62F:C260305EUR5,", "")).coverages())
        .containsExactly("EUR 0/0/0 covers [BALANCE]");
    assertThat(read("").findings().get(0)).startsWith("EMPTY_FILE");
    assertThat(read("\n\n").findings().get(0)).startsWith("NO_ENTRIES");
  }

  @Test
  void theYearOfAnEntryDateIsTheOneNearTheOpeningBalance() {
    String newYear =
        statement("1", "60F:C251231EUR0,", "62F:C260101EUR20,", ":61:2601011230C20,NTRFNONREF\n");
    assertThat(read(newYear).entries().get(0).dates().booking())
        .isEqualTo(LocalDate.of(2025, 12, 30));
    String none = newYear.replace("2601011230C", "260101C");
    assertThat(read(none).entries().get(0).dates().booking()).isNull();
    assertThat(read(newYear.replace("2601011230", "2706011230")).findings().get(0))
        .startsWith("DATE_INVALID line 5, :61:: The year of '1230' is open between");
    assertThat(read(newYear.replace("1230C", "0229C")).findings().get(0))
        .startsWith("DATE_INVALID line 5, :61:: '0229' is no day near 2025-12-31.");
  }

  @Test
  void amountsHaveTheCurrencysDecimals() {
    assertThat(single("JPY", "5000,")).containsExactly("5000JPY");
    assertThat(single("KWD", "1,234")).containsExactly("1234KWD");
    assertThat(single("EUR", ",12")).containsExactly("12EUR");
  }

  private static java.util.List<String> single(String currency, String amount) {
    String closing = "62F:C260305" + currency + amount;
    String line = ":61:2603050305C" + amount + "NTRFK-1\n";
    return read(statement("1", "60F:C260304" + currency + "0,", closing, line)).booked();
  }

  @Test
  void monthsOfThirtyDaysAreDeclared() {
    String text = PLAIN.replace("2603050305D7", "2602300305D7");
    Mt940Options options =
        new Mt940Options(
            StandardCharsets.UTF_8,
            Set.of(),
            Numbering.MEANINGLESS,
            BalanceDates.OPENING_IS_FIRST_DAY,
            MonthEnds.THIRTY_DAYS,
            Information.FREE_TEXT,
            Map.of("NCHG", EntryType.OTHER),
            Set.of(),
            Set.of("NS"));
    Taken read = read(Mt940File.profile(options), text.replace("\n:86:Of", "\n:NS:01\n:86:Of"));
    assertThat(read.entries().get(2).dates().value()).isEqualTo(LocalDate.of(2026, 2, 28));
    assertThat(read.entries().get(2).kind().type()).isEqualTo(EntryType.OTHER);
    assertThat(read.headers().get(0).position().sequence()).isNull();
    assertThat(read.accepted().get(0).coverage().period())
        .asString()
        .contains("from=2026-03-03T23");
  }

  @Test
  void subfieldsAreJoinedBeforeTheyAreRead() {
    String line =
        LINE
            + ":86:166?00GUTSCHRIFT?109248?20EREF+AB12CD34EF56GH78IJ9?210KLMNOP?22SVWZ+Invoice 7"
            + "?30BANKNL2A?31NL00BANK\n0123456789?32Jane Doe?34999\n";
    Taken read = information(Information.SUBFIELDS, line);
    assertThat(read.entries().get(0).carriers().byName())
        .containsEntry("EREF", "AB12CD34EF56GH78IJ90KLMNOP")
        .containsEntry("SVWZ", "Invoice 7");
    assertThat(read.entries().get(0).party().account()).isEqualTo("NL00BANK0123456789");
    assertThat(read.entries().get(0).party().name()).isEqualTo("Jane Doe");
    assertThat(read.entries().get(0).kind().rawType()).isEqualTo("NTRF/166");
    StatementProfile subfields =
        Mt940File.profile(Numbering.GAP_FREE, BalanceDates.NO_PERIOD, Information.SUBFIELDS);
    String sum =
        statement("7", "60F:C260304EUR0,", "62F:C260305EUR20,", line.replace(":166?", ":196?"));
    assertThat(read(subfields, sum).coverages().get(0)).contains("NOT_ITEMISED");
  }

  @Test
  void slashWordsAreRead() {
    String line =
        LINE
            + ":86:/TRTP/SEPA OVERBOEKING/IBAN/NL00BANK0123456789/NAME/J Doe\n"
            + "/REMI/a/b, c/EREF/K-1 \n";
    Taken read = information(Information.SLASH_WORDS, line);
    assertThat(read.entries().get(0).carriers().value("EREF")).isEqualTo("K-1");
    assertThat(read.entries().get(0).carriers().value("REMI")).isNull();
    assertThat(read.entries().get(0).text()).contains("/REMI/a/b, c");
    assertThat(read.entries().get(0).party().name()).isEqualTo("J Doe");
    String wrong = line.replace("/EREF/K-1", "/EREF/NOTPROVIDED");
    assertThat(
            information(Information.SLASH_WORDS, wrong).entries().get(0).carriers().value("EREF"))
        .isNull();
  }

  private static Taken information(Information form, String line) {
    StatementProfile profile = Mt940File.profile(Numbering.GAP_FREE, BalanceDates.NO_PERIOD, form);
    Taken read = read(profile, statement("7", "60F:C260304EUR0,", "62F:C260305EUR20,", line));
    assertThat(read.coverages()).containsExactly("EUR 1/0/0 [NO_PERIOD] [BALANCE]");
    return read;
  }

  @Test
  void bytesAreDecodedAsDeclaredOrMarked() {
    String umlaut = PLAIN.replace("Invoice 1", "M\u00fcller");
    assertThat(read("\ufeff" + umlaut).entries().get(0).text()).startsWith("M\u00fcller");
    byte[] latin = umlaut.getBytes(StandardCharsets.ISO_8859_1);
    Taken wrong = Taken.of(new Mt940Format(), Mt940File.STANDARD, latin);
    assertThat(wrong.findings().get(0)).startsWith("BAD_ENCODING line 6");
    StatementProfile ascii = Taken.profile(FormatName.MT940, Mt940Options.STANDARD);
    assertThat(Taken.of(new Mt940Format(), ascii, umlaut).findings().get(0))
        .startsWith("BAD_ENCODING line 6");
    byte[] wide = ("\ufeff" + umlaut).getBytes(StandardCharsets.UTF_16LE);
    StatementProfile utf16 =
        Mt940File.profile(
            new Mt940Options(
                StandardCharsets.UTF_16,
                Set.of("BANKNL2A/0123456789"),
                Numbering.GAP_FREE,
                BalanceDates.NO_PERIOD,
                MonthEnds.CALENDAR,
                Information.FREE_TEXT,
                Map.of(),
                Set.of(),
                Set.of()));
    assertThat(Taken.of(new Mt940Format(), utf16, wide).booked()).hasSize(4);
  }

  @Test
  void equalLinesAreSeveralEntriesAndStaySo() {
    String twice =
        statement(
            "7",
            "60F:C260304EUR0,",
            "62F:C260305EUR40,",
            ":61:2603050305C20,NTRFNONREF\n:61:2603050305C20,NTRFNONREF\n");
    Taken once = read(twice);
    assertThat(once.lines())
        .extracting(line -> line.substring(line.length() - 2))
        .containsExactly("#1", "#2");
    assertThat(identity(once, 0)).isNotEqualTo(identity(once, 1));
    Taken again = read(twice);
    assertThat(identity(again, 0)).isEqualTo(identity(once, 0));
    assertThat(identity(again, 1).digest()).isEqualTo(identity(once, 1).digest()).hasSize(64);
  }

  private static EntryIdentity identity(Taken taken, int index) {
    return EntryIdentity.of(Mt940File.STANDARD, taken.headers().get(0), taken.entries().get(index));
  }
}
