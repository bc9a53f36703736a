package io.tallykeep.statement.camt;

import io.tallykeep.statement.EntryType;
import io.tallykeep.statement.xml.XmlNode;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a bank transaction code means. The profile's declaration comes first, then the external code
 * set of ISO 20022; what neither tells is {@link EntryType#OTHER}, which matches nothing.
 */
final class CamtTypes {
  private static final Set<String> PAYMENT_FAMILIES =
      Set.of(
          "RCDT", "ICDT", "RRCT", "IRCT", "RDDT", "IDDT", "MCRD", "CCRD", "RCHQ", "ICHQ", "LBOX");

  private static final Set<String> FEES =
      Set.of("CHRG", "COMM", "FEES", "COME", "COMI", "COMT", "INTR", "TAXE", "LBCA");

  private static final Set<String> UNDONE =
      Set.of("RRTN", "RPCR", "UPDD", "RCDD", "UPCT", "UPCQ", "RCUP", "PRDD");

  private final Map<String, EntryType> declared;

  CamtTypes(Map<String, EntryType> declared) {
    this.declared = declared;
  }

  /** {@code PMNT-RCDT-ESCT}, or the proprietary code, or nothing. */
  static String raw(@Nullable XmlNode code) {
    if (code == null) {
      return "";
    }
    XmlNode domain = code.one("Domn");
    if (domain != null) {
      return domain.textAt("Cd")
          + "-"
          + domain.textAt("Fmly", "Cd")
          + "-"
          + domain.textAt("Fmly", "SubFmlyCd");
    }
    String own = code.textAt("Prtry", "Cd");
    return own == null ? "" : own;
  }

  /** What an entry is that is not marked as undoing another one. */
  EntryType of(String raw) {
    EntryType known = declared.get(raw);
    if (known == null) {
      known = coded(raw);
    }
    return known == null ? declared.getOrDefault("*", EntryType.OTHER) : known;
  }

  /** What an entry is that undoes another one: declared, or a reversal. */
  EntryType reversal(String raw) {
    return declared.containsKey(raw) ? of(raw) : EntryType.REVERSAL;
  }

  private static @Nullable EntryType coded(String raw) {
    String[] parts = raw.split("-", -1);
    if (parts.length != 3) {
      return null;
    }
    if (FEES.contains(parts[2])) {
      return EntryType.FEE;
    }
    if (parts[0].equals("CAMT") && parts[1].equals("ACCB")) {
      return EntryType.TRANSFER;
    }
    if (!parts[0].equals("PMNT") || !PAYMENT_FAMILIES.contains(parts[1])) {
      return null;
    }
    return UNDONE.contains(parts[2]) ? EntryType.REVERSAL : EntryType.PAYMENT;
  }
}
