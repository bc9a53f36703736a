package io.tallykeep.statement.camt;

import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.xml.XmlCursor;
import java.util.Set;

/**
 * The elements that versions 02 to 13 have at the levels that are read as a stream. One that is not
 * listed is refused: it might be a misspelt amount, sign or status.
 */
final class CamtElements {
  static final Set<String> PART =
      Set.of(
          "Id",
          "StmtPgntn",
          "RptPgntn",
          "NtfctnPgntn",
          "ElctrncSeqNb",
          "RptgSeq",
          "LglSeqNb",
          "CreDtTm",
          "FrToDt",
          "CpyDplctInd",
          "RptgSrc",
          "Acct",
          "RltdAcct",
          "Intrst",
          "Bal",
          "TxsSummry",
          "Ntry",
          "AddtlStmtInf",
          "AddtlRptInf",
          "AddtlNtfctnInf");

  static final Set<String> ENTRY =
      Set.of(
          "NtryRef",
          "Amt",
          "CdtDbtInd",
          "RvslInd",
          "Sts",
          "BookgDt",
          "ValDt",
          "AcctSvcrRef",
          "Avlbty",
          "BkTxCd",
          "ComssnWvrInd",
          "AddtlInfInd",
          "AmtDtls",
          "Chrgs",
          "TechInptChanl",
          "Intrst",
          "CardTx",
          "NtryDtls",
          "AddtlNtryInf");

  static final Set<String> DETAILS = Set.of("Btch", "TxDtls");

  private CamtElements() {}

  /** Refuses the current element if it is not among those of its parent. */
  static void require(Set<String> known, XmlCursor cursor, String parent) {
    if (!known.contains(cursor.name())) {
      throw cursor.refusal(
          FindingCode.SYNTAX, cursor.name(), "Is no element of " + parent + " in any version.");
    }
  }
}
