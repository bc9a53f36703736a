package io.tallykeep.statement.camt;

import static io.tallykeep.statement.camt.CamtFile.balances;
import static io.tallykeep.statement.camt.CamtFile.bank;
import static io.tallykeep.statement.camt.CamtFile.document;
import static io.tallykeep.statement.camt.CamtFile.entry;
import static io.tallykeep.statement.camt.CamtFile.message;
import static io.tallykeep.statement.camt.CamtFile.payment;
import static io.tallykeep.statement.camt.CamtFile.read;
import static io.tallykeep.statement.camt.CamtFile.statement;
import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.statement.StatementProfile;
import io.tallykeep.statement.Taken;
import io.tallykeep.statement.camt.CamtOptions.PeriodEnd;
import io.tallykeep.statement.camt.CamtOptions.Reversals;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CamtFormatTest {
  private static final String PLAIN =
      document(
          "08",
          statement(
              7,
              "EUR",
              balances("EUR", "100.00", "87.50"),
              entry("08", "20.00 EUR", "CRDT", payment("B-1", "K-1")),
              entry("08", "32.50 EUR", "DBIT", payment("B-2", "NOTPROVIDED"))));

  @ParameterizedTest
  @ValueSource(strings = {"02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12", "13"})
  void everyVersionIsRead(String version) {
    Taken read =
        read(
            document(
                version,
                statement(
                    7,
                    "EUR",
                    balances("EUR", "100.00", "120.00"),
                    entry(version, "20.00 EUR", "CRDT", payment("B-1", "K-1")))));
    assertThat(read.coverages()).containsExactly("EUR 1/0/0 covers [BALANCE]");
    assertThat(read.headers().get(0).kind()).isEqualTo("camt.053.001." + version);
    assertThat(read.lines())
        .containsExactly(
            "1 PAYMENT CREDIT BOOKED 2000EUR gross - fee - on 2026-03-05 value 2026-03-05 id B-1"
                + " #1");
    assertThat(read.entries().get(0).carriers().value("EndToEndId")).isEqualTo("K-1");
  }

  @Test
  void allEntriesAreReadAndPlaceholdersAreNoReferences() {
    Taken read = read(PLAIN);
    assertThat(read.booked()).containsExactly("2000EUR", "-3250EUR");
    assertThat(read.entries().get(1).carriers().value("EndToEndId")).isNull();
    assertThat(read.entries().get(1).place().element()).isEqualTo("Ntry 2");
    assertThat(read.accepted().get(0).coverage().period())
        .hasToString(
            "StatementPeriod[from=2026-03-04T23:00:00Z, to=2026-03-05T23:00:00Z,"
                + " zone=Europe/Amsterdam]");
  }

  private static String entry20() {
    return entry("08", "20.00 EUR", "CRDT", payment("B-1", "K-1"));
  }

  @Test
  void aReversalsMarkIsItsOwnDirection() {
    String reversal = entry("08", "30.00 EUR", "DBIT reversal", payment("B-1", "K-1"));
    Taken read = read(document("08", statement(1, "EUR", balances("EUR", "100", "70"), reversal)));
    assertThat(read.lines().get(0)).startsWith("1 REVERSAL DEBIT BOOKED -3000EUR");
    String inverted = document("08", statement(1, "EUR", balances("EUR", "100", "130"), reversal));
    assertThat(read(inverted).findings().get(0)).startsWith("BALANCE_MISMATCH line 11");
    StatementProfile inverting =
        CamtFile.profile(
            new CamtOptions(
                CamtMessage.STATEMENT,
                Set.of(),
                Reversals.INVERTED,
                PeriodEnd.AS_STATED,
                Map.of()));
    assertThat(read(inverting, inverted).booked()).containsExactly("3000EUR");
  }

  @Test
  void itemsOfABatchHaveTheirOwnAmounts() {
    String batch =
        entry(
            "08",
            "430.00 EUR",
            "CRDT",
            bank("B-1")
                + "<NtryDtls><Btch><PmtInfId>P-1</PmtInfId><NbOfTxs>2</NbOfTxs></Btch>"
                + item("330.00", "K-1")
                + item("100.00", "K-2")
                + "</NtryDtls>");
    Taken read = read(document("08", statement(1, "EUR", balances("EUR", "0", "430"), batch)));
    assertThat(read.booked()).containsExactly("33000EUR", "10000EUR");
    assertThat(read.entries().get(1).batch())
        .hasToString("BatchItem[parent=Ntry 1, number=2, count=2]");
    assertThat(read.entries().get(1).carriers().value("PmtInfId")).isEqualTo("P-1");
    assertThat(read.entries().get(1).providerId()).isNull();
    assertThat(read.coverages()).containsExactly("EUR 2/0/0 covers [BALANCE]");
    assertThat(readBatch(batch.replace(">330.00<", ">331.00<")).get(0))
        .startsWith("BATCH_SUM_MISMATCH line 10, Ntry 1: Its 2 items make 43100 EUR");
    assertThat(readBatch(batch.replaceFirst("<Amt Ccy=.EUR.>330", "<Amt Ccy=\"USD\">330")).get(0))
        .startsWith("FIELD_MISSING line 10, TxDtls: It has an amount in the currency of Ntry 1");
    assertThat(readBatch(batch.replace("<NbOfTxs>2", "<NbOfTxs>3")).get(0))
        .startsWith("BATCH_COUNT_MISMATCH line 10, Btch: 3 items are stated, 2 were read.");
  }

  private static java.util.List<String> readBatch(String batch) {
    return read(document("08", statement(1, "EUR", balances("EUR", "0", "430"), batch))).findings();
  }

  private static String item(String amount, String key) {
    return "<TxDtls><Refs><EndToEndId>%s</EndToEndId></Refs><Amt Ccy=\"EUR\">%s</Amt></TxDtls>"
        .formatted(key, amount);
  }

  @Test
  void aBatchWithoutItemsIsNamedAndCoversNothing() {
    String sum =
        entry(
            "08",
            "300.00 EUR",
            "CRDT",
            bank("B-1") + "<NtryDtls><Btch><NbOfTxs>3</NbOfTxs></Btch></NtryDtls>");
    Taken read = read(document("08", statement(1, "EUR", balances("EUR", "0", "300"), sum)));
    assertThat(read.coverages()).containsExactly("EUR 1/0/0 [NOT_ITEMISED] [BALANCE]");
    assertThat(read.entries().get(0).itemised()).isFalse();
    String keysOnly =
        sum.replace("</Btch>", "</Btch>" + noAmount("K-1") + noAmount("K-2") + noAmount("K-3"));
    Taken listed = read(document("08", statement(1, "EUR", balances("EUR", "0", "300"), keysOnly)));
    assertThat(listed.coverages()).containsExactly("EUR 1/0/0 [NOT_ITEMISED] [BALANCE]");
    assertThat(listed.booked()).containsExactly("30000EUR");
  }

  private static String noAmount(String key) {
    return "<TxDtls><Refs><EndToEndId>" + key + "</EndToEndId></Refs></TxDtls>";
  }

  @Test
  void foreignCurrencyKeepsWhatWasInstructedAndChargesExplainWhatWasBooked() {
    String foreign =
        entry(
            "08",
            "88.00 EUR",
            "CRDT",
            bank("B-1")
                + "<NtryDtls><TxDtls><Refs><EndToEndId>K-1</EndToEndId></Refs>"
                + "<Amt Ccy=\"EUR\">90.00</Amt><AmtDtls><InstdAmt><Amt Ccy=\"USD\">100.00</Amt>"
                + "</InstdAmt></AmtDtls><Chrgs><Rcrd><Amt Ccy=\"EUR\">2.00</Amt>"
                + "<CdtDbtInd>DBIT</CdtDbtInd></Rcrd></Chrgs></TxDtls></NtryDtls>");
    Taken read = read(document("08", statement(1, "EUR", balances("EUR", "0", "88"), foreign)));
    assertThat(read.lines().get(0))
        .startsWith("1 PAYMENT CREDIT BOOKED 8800EUR gross 10000USD fee -200EUR");
    assertThat(
            read(document(
                    "08",
                    statement(
                        1, "EUR", balances("EUR", "0", "88"), foreign.replace(">2.00<", ">3.00<"))))
                .findings()
                .get(0))
        .startsWith("BATCH_SUM_MISMATCH line 10, TxDtls: Its amount is 9000 EUR");
  }

  @ParameterizedTest
  @CsvSource({
    "JPY, 5000, 5000JPY",
    "KWD, 1.234, 1234KWD",
    "EUR, 8.850, 885EUR",
    "EUR, 8, 800EUR",
    "CLF, 1.2345, 12345CLF"
  })
  void decimalsAreTheCurrencys(String currency, String amount, String booked) {
    assertThat(oneEntry(currency, amount).booked()).containsExactly(booked);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "EUR|8.855|AMOUNT_DECIMALS line 8, Amt",
        "JPY|50.5|AMOUNT_DECIMALS line 8, Amt",
        "EUR|754,25|AMOUNT_INVALID line 8, Amt",
        "EUR|-5.00|AMOUNT_INVALID line 8, Amt",
        "EUR|1e3|AMOUNT_INVALID line 8, Amt",
        "EUR|12345678901234567890|AMOUNT_INVALID line 8, Amt",
        "XAU|1.00|CURRENCY_UNKNOWN line 8, Amt",
        "QQQ|1.00|CURRENCY_UNKNOWN line 8, Amt"
      })
  void amountsThatCannotBeRightAreRefused(String currency, String amount, String finding) {
    String entry = entry("08", amount + " " + currency, "CRDT", bank("B-1"));
    String document = document("08", statement(1, currency, "", entry));
    assertThat(read(document).findings().get(0)).startsWith(finding);
  }

  private static Taken oneEntry(String currency, String amount) {
    return read(
        document(
            "08",
            statement(
                1,
                currency,
                balances(currency, "0", amount),
                entry("08", amount + " " + currency, "CRDT", bank("B-1")))));
  }

  @Test
  void pendingEntriesAreInNoBalance() {
    Taken read =
        read(
            document(
                "08",
                statement(
                    1,
                    "EUR",
                    balances("EUR", "100", "120"),
                    entry20(),
                    entry("08", "5.00 EUR", "CRDT", "PDNG", bank("B-3")),
                    entry("08", "6.00 EUR", "CRDT", "FUTR", bank("B-4")),
                    entry("08", "7.00 EUR", "CRDT", "INFO", bank("B-5")))));
    assertThat(read.coverages()).containsExactly("EUR 1/2/1 covers [BALANCE]");
    assertThat(read.entries()).hasSize(4);
  }

  @Test
  void noEntriesNeedABalanceThatSaysSo() {
    assertThat(read(document("08", statement(1, "EUR", balances("EUR", "5", "5")))).coverages())
        .containsExactly("EUR 0/0/0 covers [BALANCE]");
    assertThat(read(document("08", statement(1, "EUR", ""))).findings())
        .containsExactly(
            "NO_ENTRIES line 8: No entries, and neither balances nor a count that say so.");
    assertThat(read(document("08")).findings())
        .containsExactly("NO_ENTRIES: The file holds no statement.");
  }

  @Test
  void reportsAndNotificationsCoverNothing() {
    String entry = entry("08", "20.00 EUR", "CRDT", payment("B-1", "K-1"));
    String report =
        message(
            "052",
            "08",
            "BkToCstmrAcctRpt",
            statement(1, "EUR", "", entry).replace("Stmt>", "Rpt>"));
    StatementProfile reports = CamtFile.profile(CamtOptions.of(CamtMessage.REPORT));
    assertThat(read(reports, report).coverages())
        .containsExactly("EUR 1/0/0 [NO_TOTALS, INTRADAY] []");
    assertThat(read(report).findings())
        .containsExactly("WRONG_MESSAGE line 2, Document: Is camt.052, declared is camt.053.");
    String advice =
        message(
            "054",
            "08",
            "BkToCstmrDbtCdtNtfctn",
            statement(1, "EUR", "", entry).replace("Stmt>", "Ntfctn>"));
    assertThat(read(CamtFile.profile(CamtOptions.of(CamtMessage.NOTIFICATION)), advice).coverages())
        .containsExactly("EUR 1/0/0 [NO_TOTALS, ADVICE] []");
  }

  @Test
  void otherVersionsMessagesAndElementsAreRefused() {
    assertThat(read(PLAIN.replace("053.001.08", "053.001.99")).findings().get(0))
        .startsWith("UNKNOWN_VERSION line 2, Document: Version 99");
    assertThat(read(PLAIN.replace("iso:20022", "iso:20023")).findings().get(0))
        .startsWith("WRONG_MESSAGE line 2, Document");
    assertThat(read(PLAIN.replace("CdtDbtInd", "CdtDbtInb")).findings().get(0))
        .startsWith("FIELD_MISSING");
    assertThat(read(PLAIN.replace("<Sts>", "<Stz>").replace("</Sts>", "</Stz>")).findings().get(0))
        .isEqualTo("SYNTAX line 10, Stz: Is no element of Ntry in any version.");
    assertThat(read(PLAIN.replaceFirst("(<Sts><Cd>BOOK</Cd></Sts>)", "$1$1")).findings().get(0))
        .startsWith("SYNTAX line 10, Ntry 1/Sts: Stands twice in one entry.");
    assertThat(read(PLAIN.replace("BOOK", "BOKD")).findings().get(0))
        .startsWith("FIELD_INVALID line 10, Sts: 'BOKD' is no status");
  }

  @Test
  void aCutFileIsTruncated() {
    for (int cut : new int[] {PLAIN.length() - 12, PLAIN.length() / 2, 400}) {
      assertThat(read(PLAIN.substring(0, cut)).findings().get(0)).startsWith("TRUNCATED line ");
    }
  }

  @Test
  void timesAreTheProvidersDays() {
    Taken late = booked("<DtTm>2026-01-04T23:00:00Z</DtTm>");
    assertThat(late.entries().get(0).dates().booking()).isEqualTo(LocalDate.of(2026, 1, 5));
    assertThat(late.entries().get(0).dates().instant())
        .isEqualTo(Instant.parse("2026-01-04T23:00:00Z"));
    assertThat(booked("<DtTm>2026-01-05T00:30:00</DtTm>").entries().get(0).dates().instant())
        .isEqualTo(Instant.parse("2026-01-04T23:30:00Z"));
    assertThat(booked("<Dt>2026-08-03</Dt>").entries().get(0).dates().booking())
        .isEqualTo(LocalDate.of(2026, 8, 3));
    assertThat(booked("<DtTm>2026-10-25T02:30:00</DtTm>").entries().get(0).dates().instant())
        .isNull();
    assertThat(booked("<DtTm>2026-03-29T02:30:00</DtTm>").findings().get(0))
        .startsWith(
            "DATE_INVALID line 10, DtTm: 2026-03-29T02:30 does not exist in Europe/Amsterdam");
    assertThat(booked("<Dt>2014-02-30</Dt>").findings().get(0))
        .startsWith("DATE_INVALID line 10, Dt: '2014-02-30' is no day.");
  }

  private static Taken booked(String date) {
    return read(PLAIN.replaceFirst("<BookgDt>.*?</BookgDt>", "<BookgDt>" + date + "</BookgDt>"));
  }
}
