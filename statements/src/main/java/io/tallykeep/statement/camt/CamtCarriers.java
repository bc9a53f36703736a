package io.tallykeep.statement.camt;

import io.tallykeep.statement.Carriers;
import io.tallykeep.statement.xml.XmlNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The references of an entry, by their elements' names, in this order: {@code EndToEndId}, {@code
 * InstrId}, {@code UETR}, {@code TxId}, {@code PmtInfId}, {@code MsgId}, {@code MndtId}, {@code
 * ChqNb}, {@code ClrSysRef}, {@code AcctOwnrTxId}, {@code AcctSvcrTxId}, {@code Prtry} and {@code
 * Prtry:}type, {@code AcctSvcrRef}, {@code CdtrRef} (of the structured remittance), {@code
 * RfrdDoc}, {@code NtryRef}, {@code NtryAcctSvcrRef}. The first of several of one name.
 */
final class CamtCarriers {
  private static final List<String> REFERENCES =
      List.of(
          "EndToEndId",
          "InstrId",
          "UETR",
          "TxId",
          "PmtInfId",
          "MsgId",
          "MndtId",
          "ChqNb",
          "ClrSysRef",
          "AcctOwnrTxId",
          "AcctSvcrTxId");

  private CamtCarriers() {}

  static Carriers of(@Nullable XmlNode item, CamtEntryFacts entry, CamtBatch batch) {
    Map<String, String> found = new LinkedHashMap<>();
    XmlNode references = item == null ? null : item.one("Refs");
    if (references != null) {
      REFERENCES.forEach(name -> put(found, name, references.textAt(name)));
      put(found, "PmtInfId", batch.reference("PmtInfId"));
      put(found, "MsgId", batch.reference("MsgId"));
      for (XmlNode own : references.all("Prtry")) {
        put(found, "Prtry", own.textAt("Ref"));
        put(found, "Prtry:" + own.textAt("Tp"), own.textAt("Ref"));
      }
      put(found, "AcctSvcrRef", references.textAt("AcctSvcrRef"));
    } else {
      put(found, "PmtInfId", batch.reference("PmtInfId"));
      put(found, "MsgId", batch.reference("MsgId"));
    }
    if (item != null) {
      item.all("RmtInf").stream()
          .flatMap(information -> information.all("Strd").stream())
          .forEach(structured -> structured(found, structured));
    }
    put(found, "NtryRef", text(entry.field("NtryRef")));
    put(found, "NtryAcctSvcrRef", text(entry.field("AcctSvcrRef")));
    return new Carriers(found);
  }

  private static void structured(Map<String, String> found, XmlNode structured) {
    for (XmlNode reference : structured.all("CdtrRefInf")) {
      put(found, "CdtrRef", reference.textAt("Ref"));
    }
    for (XmlNode document : structured.all("RfrdDocInf")) {
      put(found, "RfrdDoc", document.textAt("Nb"));
    }
  }

  private static @Nullable String text(@Nullable XmlNode node) {
    return node == null ? null : node.text();
  }

  private static void put(Map<String, String> found, String name, @Nullable String value) {
    String real = Carriers.real(value);
    if (real != null) {
      found.putIfAbsent(name, real);
    }
  }
}
