package io.tallykeep.statement.camt;

import static io.tallykeep.statement.camt.CamtFile.balance;
import static io.tallykeep.statement.camt.CamtFile.balances;
import static io.tallykeep.statement.camt.CamtFile.document;
import static io.tallykeep.statement.camt.CamtFile.entry;
import static io.tallykeep.statement.camt.CamtFile.payment;
import static io.tallykeep.statement.camt.CamtFile.read;
import static io.tallykeep.statement.camt.CamtFile.statement;
import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.statement.EntryType;
import io.tallykeep.statement.StatementFlag;
import io.tallykeep.statement.StatementProfile;
import io.tallykeep.statement.Taken;
import io.tallykeep.statement.camt.CamtOptions.PeriodEnd;
import io.tallykeep.statement.camt.CamtOptions.Reversals;
import io.tallykeep.statement.identity.EntryFingerprint;
import io.tallykeep.statement.identity.EntryIdentity;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CamtStatementTest {
  private static final String PLAIN =
      document(
          "08",
          statement(
              7,
              "EUR",
              balances("EUR", "100.00", "87.50"),
              entry("08", "20.00 EUR", "CRDT", payment("B-1", "K-1")),
              entry("08", "32.50 EUR", "DBIT", payment("B-2", "NOTPROVIDED"))));

  private static String entry20() {
    return entry("08", "20.00 EUR", "CRDT", payment("B-1", "K-1"));
  }

  @Test
  void severalStatementsOfOneFileAreChained() {
    String first = statement(7, "EUR", balances("EUR", "100.00", "120.00"), entry20());
    String next = statement(8, "EUR", balances("EUR", "120.00", "140.00"), entry20());
    assertThat(read(document("08", first, next)).coverages())
        .containsExactly("EUR 1/0/0 covers [BALANCE]", "EUR 1/0/0 covers [BALANCE]");
    assertThat(read(document("08", first, next.replace(">8<", ">9<"))).findings())
        .containsExactly(
            "SEQUENCE_GAP line 12: Statement number 9 follows number 7: numbers are missing"
                + " between them.");
    assertThat(read(document("08", next, first)).findings().get(0))
        .startsWith("SEQUENCE_GAP line 12: Statement number 7 follows number 8: out of order.");
    assertThat(read(document("08", first, first)).findings().get(0))
        .startsWith("SEQUENCE_REPEATED line 12");
    String other = statement(8, "EUR", balances("EUR", "121.00", "141.00"), entry20());
    assertThat(read(document("08", first, other)).findings().get(0))
        .startsWith("BALANCE_CHAIN line 12: Opens with 12100 EUR");
  }

  @Test
  void pagesAreOneStatementOnlyTogether() {
    String first = page(1, false, balance("OPBD", "EUR", "100"), entry20());
    String last = page(2, true, balance("CLBD", "EUR", "140"), entry20());
    assertThat(read(document("08", first, last)).coverages())
        .containsExactly("EUR 1/0/0 covers [BALANCE]", "EUR 1/0/0 covers [BALANCE]");
    assertThat(read(document("08", first)).coverages())
        .containsExactly("EUR 1/0/0 [NO_TOTALS, PAGES_INCOMPLETE] []");
    assertThat(read(document("08", last)).coverages())
        .containsExactly("EUR 1/0/0 [NO_TOTALS, PAGES_INCOMPLETE] []");
    assertThat(read(document("08", first, last.replace("<PgNb>2", "<PgNb>3"))).findings().get(0))
        .startsWith("PAGE_GAP line 11: Page 3 follows page 1.");
    assertThat(read(document("08", first, last.replace(">140<", ">141<"))).findings().get(0))
        .startsWith(
            "BALANCE_MISMATCH line 17: Opening balance and entries of all pages make 14000");
  }

  private static String page(int page, boolean last, String balance, String entry) {
    return statement(7, "EUR", balance, entry)
        .replace(
            "<ElctrncSeqNb>",
            "<StmtPgntn><PgNb>%d</PgNb><LastPgInd>%s</LastPgInd></StmtPgntn><ElctrncSeqNb>"
                .formatted(page, last));
  }

  @Test
  void totalsAndCountsOfTheSummaryAgree() {
    String summary =
        "<TxsSummry><TtlNtries><NbOfNtries>2</NbOfNtries><Sum>52.50</Sum><TtlNetNtry>"
            + "<Amt>12.50</Amt><CdtDbtInd>DBIT</CdtDbtInd></TtlNetNtry></TtlNtries>"
            + "<TtlCdtNtries><NbOfNtries>1</NbOfNtries><Sum>20.00</Sum></TtlCdtNtries></TxsSummry>";
    String document = PLAIN.replaceFirst("<Ntry>", summary + "<Ntry>");
    assertThat(read(document).coverages())
        .containsExactly("EUR 2/0/0 covers [BALANCE, CONTROL_TOTAL]");
    assertThat(read(document.replace("<NbOfNtries>2", "<NbOfNtries>3")).findings().get(0))
        .startsWith("COUNT_MISMATCH line 10, NbOfNtries: '3' entries are stated, 2 were read.");
    assertThat(read(document.replace("<Sum>20.00", "<Sum>20.01")).findings().get(0))
        .startsWith("TOTAL_MISMATCH line 10, Sum: The sum is stated as '20.01', the entries make");
    assertThat(read(document.replace("<Amt>12.50", "<Amt>12.51")).findings().get(0))
        .startsWith("TOTAL_MISMATCH line 10, Amt");
  }

  @Test
  void testDataAndCopiesAreFlagged() {
    String test =
        PLAIN.replace(
            "</CreDtTm></GrpHdr>", "</CreDtTm><AddtlInf>SPS/1.7/TEST</AddtlInf></GrpHdr>");
    assertThat(read(test).coverages()).containsExactly("EUR 2/0/0 [TEST] [BALANCE]");
    String copy = PLAIN.replace("<Acct>", "<CpyDplctInd>DUPL</CpyDplctInd><Acct>");
    assertThat(read(copy).headers().get(0).flags()).containsExactly(StatementFlag.COPY);
    String page = document("08", page(1, false, balances("EUR", "100", "120"), entry20()));
    assertThat(read(page.replace("<Acct>", "<CpyDplctInd>COPY</CpyDplctInd><Acct>")).coverages())
        .containsExactly("EUR 1/0/0 [PAGES_INCOMPLETE] [BALANCE]");
  }

  @Test
  void aPeriodEndsAsDeclared() {
    String document =
        PLAIN
            .replace("<FrDtTm>2026-03-05T00:00:00+01:00", "<FrDtTm>2026-03-29T00:00:00")
            .replace("<ToDtTm>2026-03-06T00:00:00+01:00", "<ToDtTm>2026-03-29T23:59:59.999");
    assertThat(read(document).trailers().get(0).period())
        .asString()
        .contains("to=2026-03-29T21:59:59.999Z");
    StatementProfile lastSecond =
        CamtFile.profile(
            new CamtOptions(
                CamtMessage.STATEMENT,
                Set.of(),
                Reversals.AS_STATED,
                PeriodEnd.LAST_SECOND,
                Map.of()));
    assertThat(read(lastSecond, document).trailers().get(0).period())
        .hasToString(
            "StatementPeriod[from=2026-03-28T23:00:00Z, to=2026-03-29T22:00:00Z,"
                + " zone=Europe/Amsterdam]");
    assertThat(read(document.replace("T23:59:59.999", "T24:00:00")).trailers().get(0).period())
        .asString()
        .contains("to=2026-03-29T22:00:00Z");
    assertThat(read(document.replace("29T23:59:59.999", "29T00:00:00")).findings().get(0))
        .startsWith("FIELD_INVALID line 6, ToDtTm: The period ends at");
  }

  @Test
  void textIsWhatIsWritten() {
    String text =
        PLAIN.replaceFirst(
            "</Refs>",
            "</Refs><RltdPties><Dbtr><Pty><Nm>Doe &amp; Sons</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>NL1</IBAN></Id>"
                + "</DbtrAcct></RltdPties><RmtInf><Ustrd>one &lt;1&#62;</Ustrd><Ustrd><![CDATA[two <2>]]></Ustrd>"
                + "<Strd><CdtrRefInf><Ref>RF18</Ref></CdtrRefInf></Strd></RmtInf>");
    Taken read = read(text);
    assertThat(read.entries().get(0).text()).isEqualTo("one <1>\ntwo <2>");
    assertThat(read.entries().get(0).party()).hasToString("Party[name=Doe & Sons, account=NL1]");
    assertThat(read.entries().get(0).carriers().value("CdtrRef")).isEqualTo("RF18");
  }

  @Test
  void typesAreDeclaredOrTheCodeSets() {
    String fee = PLAIN.replaceFirst("ESCT", "CHRG");
    assertThat(read(fee).entries().get(0).kind().type()).isEqualTo(EntryType.FEE);
    String own = PLAIN.replaceFirst("<Domn>.*?</Domn>", "<Prtry><Cd>544</Cd></Prtry>");
    assertThat(read(own).entries().get(0).kind().type()).isEqualTo(EntryType.OTHER);
    StatementProfile declared =
        CamtFile.profile(
            new CamtOptions(
                CamtMessage.STATEMENT,
                Set.of("NL00BANK0123456789"),
                Reversals.AS_STATED,
                PeriodEnd.AS_STATED,
                Map.of("544", EntryType.REFUND)));
    assertThat(read(declared, own).entries().get(0).kind().type()).isEqualTo(EntryType.REFUND);
    assertThat(read(declared, own.replace("NL00BANK", "NL01BANK")).findings().get(0))
        .startsWith("ACCOUNT_MISMATCH line 7, IBAN");
    String returned =
        PLAIN.replaceFirst("</Refs>", "</Refs><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>");
    assertThat(read(returned).entries().get(0).kind().type()).isEqualTo(EntryType.REVERSAL);
  }

  @Test
  void sentAgainItIsTheSameAndRevisedOneEntryDiffers() {
    Taken once = read(PLAIN);
    Taken again = read(PLAIN);
    Taken revised = read(PLAIN.replace("32.50", "31.50").replace("87.50", "88.50"));
    for (int i = 0; i < 2; i++) {
      assertThat(identity(again, i)).isEqualTo(identity(once, i)).isEqualTo(identity(revised, i));
    }
    assertThat(EntryFingerprint.of(revised.entries().get(0)))
        .isEqualTo(EntryFingerprint.of(once.entries().get(0)));
    assertThat(EntryFingerprint.of(revised.entries().get(1)))
        .isNotEqualTo(EntryFingerprint.of(once.entries().get(1)));
  }

  private static EntryIdentity identity(Taken taken, int index) {
    return EntryIdentity.of(CamtFile.STATEMENT, taken.headers().get(0), taken.entries().get(index));
  }
}
