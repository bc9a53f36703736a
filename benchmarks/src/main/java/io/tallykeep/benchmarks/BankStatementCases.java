package io.tallykeep.benchmarks;

import io.tallykeep.statement.DeclaredFacts;
import io.tallykeep.statement.Exponents;
import io.tallykeep.statement.FormatName;
import io.tallykeep.statement.FormatOptions;
import io.tallykeep.statement.Limits;
import io.tallykeep.statement.StatementProfile;
import io.tallykeep.statement.bai.Bai2Options;
import io.tallykeep.statement.camt.CamtMessage;
import io.tallykeep.statement.camt.CamtOptions;
import io.tallykeep.statement.reader.StatementReader;
import io.tallykeep.statement.swift.Mt940Options;
import java.io.IOException;
import java.io.Writer;
import java.time.ZoneId;
import java.util.List;

/** Files of banks: one statement, every entry a credit of 12.00 with our key and the bank's id. */
final class BankStatementCases {
  private BankStatementCases() {}

  static List<StatementCase> all() {
    return List.of(
        of(FormatName.CAMT, CamtOptions.of(CamtMessage.STATEMENT), BankStatementCases::camt),
        of(FormatName.MT940, Mt940Options.STANDARD, BankStatementCases::mt940),
        of(FormatName.BAI2, Bai2Options.STANDARD, BankStatementCases::bai2));
  }

  private static StatementCase of(
      FormatName name, FormatOptions options, StatementCase.FileWriter file) {
    ZoneId zone = ZoneId.of("Europe/Amsterdam");
    return new StatementCase(
        name.name(),
        new StatementReader(),
        new StatementProfile("bank", "main", name, zone, Exponents.ISO, options, Limits.DEFAULT),
        DeclaredFacts.NONE,
        file);
  }

  private static void camt(Writer out, int entries) throws IOException {
    out.write(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Document"
            + " xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt><GrpHdr>"
            + "<MsgId>M</MsgId><CreDtTm>2026-03-06T01:00:00+01:00</CreDtTm></GrpHdr><Stmt><Id>S</Id>"
            + "<Acct><Id><IBAN>NL00BANK0123456789</IBAN></Id><Ccy>EUR</Ccy></Acct>");
    balance(out, "OPBD", 0);
    balance(out, "CLBD", entries);
    for (int i = 0; i < entries; i++) {
      out.write(
          "\n<Ntry><Amt Ccy=\"EUR\">12.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>"
              + "<BookgDt><Dt>2026-03-05</Dt></BookgDt><ValDt><Dt>2026-03-05</Dt></ValDt>"
              + "<AcctSvcrRef>B"
              + i
              + "</AcctSvcrRef><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT"
              + "</SubFmlyCd></Fmly></Domn></BkTxCd><NtryDtls><TxDtls><Refs><EndToEndId>TK"
              + i
              + "</EndToEndId></Refs><RltdPties><Dbtr><Pty><Nm>Jane Doe</Nm></Pty></Dbtr></RltdPties>"
              + "<RmtInf><Ustrd>Order "
              + i
              + "</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>");
    }
    out.write("</Stmt></BkToCstmrStmt></Document>");
  }

  private static void balance(Writer out, String code, int entries) throws IOException {
    out.write(
        "<Bal><Tp><CdOrPrtry><Cd>"
            + code
            + "</Cd></CdOrPrtry></Tp><Amt Ccy=\"EUR\">"
            + 12L * entries
            + ".00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-03-05</Dt></Dt></Bal>");
  }

  private static void mt940(Writer out, int entries) throws IOException {
    out.write(":20:S\n:25:NL00BANK0123456789\n:28C:1\n:60F:C260304EUR0,\n");
    for (int i = 0; i < entries; i++) {
      out.write(":61:2603050305C12,00NTRFTK" + i + "//B" + i + "\n:86:Jane Doe\nOrder " + i + "\n");
    }
    out.write(":62F:C260305EUR" + 12L * entries + ",\n-\n");
  }

  private static void bai2(Writer out, int entries) throws IOException {
    long total = 1200L * entries;
    out.write("01,BANK,US,260306,0100,1,,,2/\n02,US,BANK,1,260305,2400,USD,2/\n");
    out.write("03,0123456789,USD,010,0,,,015," + total + ",,/\n");
    for (int i = 0; i < entries; i++) {
      out.write("16,165,1200,0,B" + i + ",TK" + i + ",JANE DOE, ORDER " + i + "\n");
    }
    out.write("49," + 2 * total + "," + (entries + 2) + "/\n");
    out.write("98," + 2 * total + ",1," + (entries + 4) + "/\n");
    out.write("99," + 2 * total + ",1," + (entries + 6) + "/\n");
  }
}
