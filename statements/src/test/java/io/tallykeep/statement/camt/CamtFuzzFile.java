package io.tallykeep.statement.camt;

/** A message of two statements with a batch, a reversal and foreign currency. */
public final class CamtFuzzFile {
  /** The document. */
  public static final String TEXT =
      CamtFile.document(
          "08",
          CamtFile.statement(
              7,
              "EUR",
              CamtFile.balances("EUR", "100.00", "500.00"),
              CamtFile.entry("08", "430.00 EUR", "CRDT", batch()),
              CamtFile.entry("08", "30.00 EUR", "DBIT reversal", CamtFile.payment("B-2", "K-3"))),
          CamtFile.statement(
              8,
              "EUR",
              CamtFile.balances("EUR", "500.00", "588.00"),
              CamtFile.entry("08", "88.00 EUR", "CRDT", CamtFile.payment("B-3", "K-4"))));

  private CamtFuzzFile() {}

  private static String batch() {
    return CamtFile.bank("B-1")
        + "<NtryDtls><Btch><NbOfTxs>2</NbOfTxs></Btch>"
        + "<TxDtls><Refs><EndToEndId>K-1</EndToEndId></Refs><Amt Ccy=\"EUR\">330.00</Amt></TxDtls>"
        + "<TxDtls><Refs><EndToEndId>K-2</EndToEndId></Refs><Amt Ccy=\"EUR\">100.00</Amt></TxDtls>"
        + "</NtryDtls>";
  }
}
