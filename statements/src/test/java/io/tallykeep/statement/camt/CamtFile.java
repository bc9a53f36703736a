package io.tallykeep.statement.camt;

import io.tallykeep.statement.FormatName;
import io.tallykeep.statement.StatementProfile;
import io.tallykeep.statement.Taken;
import java.nio.charset.StandardCharsets;

/** Hand-made camt messages. */
public final class CamtFile {
  static final StatementProfile STATEMENT = profile(CamtOptions.of(CamtMessage.STATEMENT));

  private CamtFile() {}

  static StatementProfile profile(CamtOptions options) {
    return Taken.profile(FormatName.CAMT, options);
  }

  static Taken read(String document) {
    return read(STATEMENT, document);
  }

  static Taken read(StatementProfile profile, String document) {
    return Taken.of(new CamtFormat(), profile, document.getBytes(StandardCharsets.UTF_8));
  }

  /** A camt.053 of a version. */
  static String document(String version, String... statements) {
    return message("053", version, "BkToCstmrStmt", statements);
  }

  static String message(String number, String version, String element, String... parts) {
    return """
    <?xml version="1.0" encoding="UTF-8"?>
    <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.%s.001.%s">
    <%s><GrpHdr><MsgId>M-1</MsgId><CreDtTm>2026-03-06T01:00:00+01:00</CreDtTm></GrpHdr>
    %s</%s></Document>
    """
        .formatted(number, version, element, String.join("", parts), element);
  }

  /** A statement of 5 March 2026 in a currency. */
  static String statement(int number, String currency, String balances, String... entries) {
    return """
    <Stmt><Id>S-%1$d</Id><ElctrncSeqNb>%1$d</ElctrncSeqNb>
    <CreDtTm>2026-03-06T01:00:00+01:00</CreDtTm>
    <FrToDt><FrDtTm>2026-03-05T00:00:00+01:00</FrDtTm><ToDtTm>2026-03-06T00:00:00+01:00</ToDtTm></FrToDt>
    <Acct><Id><IBAN>NL00BANK0123456789</IBAN></Id><Ccy>%2$s</Ccy></Acct>
    %3$s%4$s</Stmt>
    """
        .formatted(number, currency, balances, String.join("", entries));
  }

  static String balances(String currency, String opening, String closing) {
    return balance("OPBD", currency, opening) + balance("CLBD", currency, closing);
  }

  /** A balance; one that begins with a minus is a debit. */
  static String balance(String code, String currency, String amount) {
    boolean debit = amount.startsWith("-");
    return """
    <Bal><Tp><CdOrPrtry><Cd>%s</Cd></CdOrPrtry></Tp><Amt Ccy="%s">%s</Amt>\
    <CdtDbtInd>%s</CdtDbtInd><Dt><Dt>2026-03-05</Dt></Dt></Bal>
    """
        .formatted(code, currency, debit ? amount.substring(1) : amount, debit ? "DBIT" : "CRDT");
  }

  /** A booked entry in the way of versions up to 07, or from 08 on. */
  static String entry(String version, String money, String mark, String rest) {
    return entry(version, money, mark, "BOOK", rest);
  }

  static String entry(String version, String money, String mark, String status, String rest) {
    String[] amount = money.split(" ");
    return """
    <Ntry><Amt Ccy="%s">%s</Amt><CdtDbtInd>%s</CdtDbtInd>%s<Sts>%s</Sts>\
    <BookgDt><Dt>2026-03-05</Dt></BookgDt><ValDt><Dt>2026-03-05</Dt></ValDt>%s</Ntry>
    """
        .formatted(
            amount[1],
            amount[0],
            mark.substring(0, 4),
            mark.endsWith("reversal") ? "<RvslInd>true</RvslInd>" : "",
            version.compareTo("08") < 0 ? status : "<Cd>" + status + "</Cd>",
            rest);
  }

  /** Bank id, transaction code and one transaction with our key. */
  static String payment(String bankId, String key) {
    return bank(bankId)
        + "<NtryDtls><TxDtls><Refs><EndToEndId>"
        + key
        + "</EndToEndId></Refs></TxDtls></NtryDtls>";
  }

  static String bank(String bankId) {
    return "<AcctSvcrRef>"
        + bankId
        + "</AcctSvcrRef><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd>"
        + "<SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>";
  }
}
