package io.tallykeep.statement.bai;

import static io.tallykeep.statement.bai.Bai2File.PLAIN;
import static io.tallykeep.statement.bai.Bai2File.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.statement.Direction;
import io.tallykeep.statement.EntryType;
import io.tallykeep.statement.StatementFlag;
import io.tallykeep.statement.StatementProfile;
import io.tallykeep.statement.Taken;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Bai2FormatTest {
  @Test
  void recordsAreReadByTheirGrammar() {
    Taken read = read(PLAIN);
    assertThat(read.lines())
        .containsExactly(
            "1 PAYMENT CREDIT BOOKED 2000USD gross - fee - on 2026-03-05 value null id B-1 #1",
            "1 PAYMENT CREDIT BOOKED 500USD gross - fee - on 2026-03-05 value 2026-03-05 id B-2 #1",
            "1 PAYMENT DEBIT BOOKED -1250USD gross - fee - on 2026-03-05 value null id B-3 #1");
    assertThat(read.entries().get(0).text()).isEqualTo("INVOICE 1, PART A/B\nSECOND LINE");
    assertThat(read.entries().get(0).carriers().value("CUSTREF")).isEqualTo("K-1");
    assertThat(read.entries().get(2).carriers().value("CUSTREF")).isEqualTo("CHECK 7");
    assertThat(read.coverages())
        .containsExactly("USD 3/0/0 covers [BALANCE, CONTROL_TOTAL, COUNT]");
    assertThat(read.headers().get(0).statementId()).isEqualTo("BANK/2026-03-05/2400/2");
    assertThat(read.accepted().get(0).coverage().period())
        .asString()
        .contains("from=2026-03-04T23:00:00Z");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "49,28750,6|49,28751,6|TOTAL_MISMATCH line 8, 49 control total",
        "49,28750,6|49,28750,5|COUNT_MISMATCH line 8, 49 records: 5 are stated, 6 read.",
        "98,28750,1,8|98,28750,2,8|COUNT_MISMATCH line 9, 98 accounts",
        "98,28750,1,8|98,28750,1,9|COUNT_MISMATCH line 9, 98 records",
        "99,28750,1,10|99,28750,2,10|COUNT_MISMATCH line 10, 99 groups",
        "99,28750,1,10|99,28749,1,10|TOTAL_MISMATCH line 10, 99 control total",
        "015,11250|015,11350|TOTAL_MISMATCH line 8, 49 control total",
        "16,475,1250|16,375,1250|BALANCE_MISMATCH line 8: Opening balance 10000 USD",
        "16,475,1250|16,975,1250|FIELD_INVALID line 7, 16 type code: Whether 975",
        "16,475,1250|16,475,12.50|AMOUNT_INVALID line 7, 16 amount",
        "16,475,1250|16,475,-1250|AMOUNT_INVALID line 7, 16 amount: Has a sign",
        "S,1250,0,0|X,1250,0,0|FIELD_INVALID line 7, 16 funds type",
        "V,260305|V,260230|DATE_INVALID line 6, 16 date: '260230' is no day.",
        "02,US,BANK,1|02,US,BANK,7|FIELD_INVALID line 2, 02 group status",
        "260305,2400|260305,2500|DATE_INVALID line 2, 02 as-of time",
        "1,,,2/|1,,,3/|UNKNOWN_VERSION line 1, 01 version",
        "03,0123456789,USD|03,0123456789,UXD|CURRENCY_UNKNOWN line 3, 03",
        "49,28750,6/|49,28750,6|SYNTAX line 8, 49: A line of it does not end with a slash.",
        "16,195,500,V|17,195,500,V|SYNTAX line 6: '17,195,500,V,260305,,B-2,,/' is no record",
        "98,28750,1,8/|98,28750,1,8/#98,28750,1,8/|SYNTAX line 10, 98: Does not stand here"
      })
  void whatDoesNotAgreeIsRefused(String sound, String broken, String finding) {
    assertThat(PLAIN).contains(sound);
    assertThat(read(PLAIN.replace(sound, broken.replace('#', '\n'))).findings().get(0))
        .startsWith(finding);
  }

  @Test
  void everyCutIsTruncatedOrRefused() {
    for (int cut = 1; cut < PLAIN.length() - 1; cut++) {
      assertThat(read(PLAIN.substring(0, cut)).findings()).as("cut at %d", cut).isNotEmpty();
    }
    assertThat(read(PLAIN.substring(0, PLAIN.indexOf("99,"))).findings())
        .containsExactly("TRUNCATED line 9, 99: The file ends without its trailer.");
  }

  @Test
  void groupsAndAccountsAreStatements() {
    String second =
        PLAIN
            .replace("010,10000,,,015,11250", "010,11250,,,015,12500")
            .replace("260305,2400", "260306,2400")
            .replace("28750", "31250");
    String groups =
        PLAIN.substring(0, PLAIN.indexOf("99,"))
            + second.substring(second.indexOf("02,"), second.indexOf("99,"))
            + "99,60000,2,18/\n";
    assertThat(read(groups).coverages()).hasSize(2);
    String broken = groups.replace("010,11250,,,015,12500", "010,11251,,,015,12499");
    assertThat(read(broken).findings().get(0)).startsWith("BALANCE_MISMATCH");
  }

  @ParameterizedTest
  @CsvSource({"2, DELETION", "4, TEST"})
  void groupsThatTakeBackOrTestCoverNothing(String status, StatementFlag flag) {
    Taken read = read(PLAIN.replace("02,US,BANK,1", "02,US,BANK," + status));
    assertThat(read.headers().get(0).flags()).containsExactly(flag);
    assertThat(read.accepted().get(0).coverage().covers()).isFalse();
    assertThat(read(PLAIN.replace("02,US,BANK,1", "02,US,BANK,3")).headers().get(0).flags())
        .containsExactly(StatementFlag.CORRECTION);
  }

  @Test
  void interimDataAndDataOfAnHourCoverNothing() {
    assertThat(read(PLAIN.replace("USD,2/", "USD,3/")).coverages().get(0))
        .contains("[NO_PERIOD, INTRADAY]");
    assertThat(read(PLAIN.replace("260305,2400", "260305,1200")).coverages().get(0))
        .contains("[NO_PERIOD]");
    assertThat(read(PLAIN.replace("USD,2/", "USD,/")).coverages().get(0)).contains("[NO_PERIOD]");
    assertThat(read(PLAIN.replace("260305,2400", "260305,9999")).coverages().get(0))
        .contains("covers");
  }

  @Test
  void theAccountsCurrencyWinsAndDecimalsAreIts() {
    Taken yen = read(PLAIN.replace("03,0123456789,USD", "03,0123456789,JPY"));
    assertThat(yen.booked()).containsExactly("2000JPY", "500JPY", "-1250JPY");
    String defaulted =
        PLAIN.replace("03,0123456789,USD", "03,0123456789,").replace("2400,USD", "2400,");
    assertThat(read(defaulted).booked().get(0)).isEqualTo("2000USD");
    assertThat(read(PLAIN.replace("2400,USD", "2400,KWD").replace("9,USD", "9,")).booked().get(0))
        .isEqualTo("2000KWD");
  }

  @Test
  void fundsTypesDoNotMoveTheReferences() {
    String distributed = PLAIN.replace("S,1250,0,0,", "D,2,0,1000,1,250,");
    assertThat(read(distributed).entries().get(2).carriers().value("BANKREF")).isEqualTo("B-3");
    String blank = PLAIN.replace("16,195,500,V,260305,,B-2,,/", "16,195,500/");
    assertThat(read(blank).entries().get(1).providerId()).isNull();
    String reference = PLAIN.replace("B-2,,/", "B-2,:EREF:K-2,/");
    assertThat(read(reference).entries().get(1).carriers().value("CUSTREF")).isEqualTo(":EREF:K-2");
    String unmarked = PLAIN.replace("88,SECOND", "88:EREF:K-3 SECOND");
    assertThat(read(unmarked).entries().get(0).text()).endsWith("\n:EREF:K-3 SECOND LINE");
  }

  @Test
  void codesOfTheBanksOwnAreDeclared() {
    Bai2Options options =
        new Bai2Options(
            StandardCharsets.UTF_8,
            Set.of("0123456789"),
            Map.of("975", Direction.DEBIT),
            Map.of("975", EntryType.CHARGEBACK),
            Set.of("195"));
    StatementProfile profile = Bai2File.profile(options);
    Taken read = read(profile, PLAIN.replace("16,475", "16,975"));
    assertThat(read.entries().get(2).kind().type()).isEqualTo(EntryType.CHARGEBACK);
    assertThat(read.entries().get(1).itemised()).isFalse();
    assertThat(read.coverages().get(0)).contains("[NOT_ITEMISED]");
    assertThat(read(profile, PLAIN.replace("03,0123456789", "03,123")).findings().get(0))
        .startsWith("ACCOUNT_MISMATCH line 3, 03 account");
  }

  @Test
  void reversalsAreTold() {
    Taken read = read(PLAIN.replace("16,475,1250", "16,557,1250"));
    assertThat(read.entries().get(2).kind().type()).isEqualTo(EntryType.REVERSAL);
    Taken lockbox = read(PLAIN.replace("16,165,2000", "16,115,2000"));
    assertThat(lockbox.entries().get(0).itemised()).isFalse();
    assertThat(read.entries().get(2).dates().booking()).isEqualTo(LocalDate.of(2026, 3, 5));
  }

  @Test
  void noEntriesNeedEqualBalancesOrCounts() {
    String empty =
        """
        01,BANK,US,260306,0100,1,,,2/
        02,US,BANK,1,260305,2400,USD,2/
        03,0123456789,USD,010,10000,,,015,10000,,/
        49,20000,2/
        98,20000,1,4/
        99,20000,1,6/
        """;
    assertThat(read(empty).coverages()).containsExactly("USD 0/0/0 covers [BALANCE]");
    String nothing =
        empty
            .replace("010,10000,,,015,10000,,/", "/")
            .replace("20000", "0")
            .replace("USD,/", "USD/");
    assertThat(read(nothing).findings().get(0)).startsWith("NO_ENTRIES line 4");
  }

  @Test
  void bytesAreDecodedAsDeclaredOrMarked() {
    assertThat(read("\ufeff" + PLAIN).findings().get(0)).startsWith("ENCODING_MISMATCH");
    StatementProfile utf8 =
        Bai2File.profile(
            new Bai2Options(StandardCharsets.UTF_8, Set.of(), Map.of(), Map.of(), Set.of()));
    assertThat(read(utf8, "\ufeff" + PLAIN).booked()).hasSize(3);
    byte[] latin = PLAIN.replace("INVOICE", "\u00dcBER").getBytes(StandardCharsets.ISO_8859_1);
    assertThat(Taken.of(new Bai2Format(), utf8, latin).findings().get(0))
        .startsWith("BAD_ENCODING line 4");
  }
}
