package io.tallykeep.statement.camt;

import io.tallykeep.statement.BatchItem;
import io.tallykeep.statement.Direction;
import io.tallykeep.statement.EntryStatus;
import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Money;
import io.tallykeep.statement.Refusal;
import io.tallykeep.statement.camt.CamtOptions.Reversals;
import io.tallykeep.statement.camt.CamtSummary.EntryState;
import io.tallykeep.statement.xml.XmlCursor;
import io.tallykeep.statement.xml.XmlNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One {@code Ntry}: an entry by itself, or the items of a batch, one of which is in memory at a
 * time. Items without amounts of their own can't be told from each other's sum: such a batch counts
 * as not itemised. Not thread-safe.
 */
final class CamtEntry {
  /**
   * Where the entry stands.
   *
   * @param statement the statement's number in the file
   * @param number the entry's number in its statement, from 1
   * @param currency the statement's currency, null if not stated
   */
  record Place(int statement, int number, @Nullable String currency) {}

  private final XmlCursor cursor;
  private final CamtContext context;
  private final Place place;
  private final CamtSummary summary;
  private final long line;
  private final Map<String, XmlNode> fields = new HashMap<>();
  private final List<XmlNode> charges = new ArrayList<>();
  private final Set<String> seen = new HashSet<>();
  private @Nullable CamtItems items;

  CamtEntry(XmlCursor cursor, CamtContext context, Place place, CamtSummary summary) {
    this.cursor = cursor;
    this.context = context;
    this.place = place;
    this.summary = summary;
    this.line = cursor.line();
  }

  void read() throws IOException {
    while (cursor.child()) {
      CamtElements.require(CamtElements.ENTRY, cursor, "Ntry");
      String name = cursor.name();
      boolean repeated = name.equals("NtryDtls") || name.equals("Chrgs") || name.equals("Avlbty");
      if (!seen.add(name) && !repeated) {
        throw refusal(name, FindingCode.SYNTAX, "Stands twice in one entry.");
      }
      if (name.equals("NtryDtls")) {
        details();
      } else {
        take(cursor.tree());
      }
    }
    items().finish(fields.get("AddtlNtryInf"));
  }

  private void take(XmlNode node) {
    if (items != null && !node.name().equals("AddtlNtryInf")) {
      throw node.refusal(FindingCode.SYNTAX, "Stands after the entry's details.");
    }
    if (node.name().equals("Chrgs")) {
      charges.add(node);
    } else {
      fields.put(node.name(), node);
    }
  }

  private void details() throws IOException {
    CamtBatch batch = new CamtBatch(context.profile().exponents());
    while (cursor.child()) {
      CamtElements.require(CamtElements.DETAILS, cursor, "NtryDtls");
      boolean item = cursor.name().equals("TxDtls");
      XmlNode node = cursor.tree();
      if (item) {
        batch.count(items().add(node, batch));
      } else {
        batch.state(node);
        items().batch(batch);
      }
    }
    batch.check();
  }

  /** The entry's items; made once everything about the entry itself is read. */
  private CamtItems items() {
    CamtItems made = items;
    if (made == null) {
      made = new CamtItems(context, entryFacts());
      items = made;
    }
    return made;
  }

  private CamtEntryFacts entryFacts() {
    Money unsigned = CamtValues.money(required("Amt"), context.profile().exponents());
    Direction marked = CamtValues.direction(required("CdtDbtInd"));
    XmlNode flag = fields.get("RvslInd");
    boolean reversal = flag != null && CamtValues.flag(flag);
    EntryStatus status = status();
    if (place.currency() != null && !place.currency().equals(unsigned.currency())) {
      throw refusal(
          "Amt",
          FindingCode.CURRENCY_MIXED,
          "In " + unsigned.currency() + ", the account is in " + place.currency() + ".");
    }
    summary.add(
        unsigned, marked, status == EntryStatus.BOOKED ? EntryState.BOOKED : EntryState.OTHER);
    boolean turned = reversal && context.options().reversals() == Reversals.INVERTED;
    return new CamtEntryFacts(
        place, line, Map.copyOf(fields), List.copyOf(charges), status, reversal, turned, unsigned);
  }

  private EntryStatus status() {
    XmlNode node = required("Sts");
    String code = node.children().isEmpty() ? node.text() : node.required("Cd").text();
    return switch (code) {
      case "BOOK" -> EntryStatus.BOOKED;
      case "PDNG", "FUTR" -> EntryStatus.PENDING;
      case "INFO" -> EntryStatus.INFO;
      default ->
          throw node.refusal(
              FindingCode.FIELD_INVALID, Finding.quote(code) + " is no status that is known.");
    };
  }

  private XmlNode required(String name) {
    XmlNode node = fields.get(name);
    if (node == null) {
      throw refusal(name, FindingCode.FIELD_MISSING, "Is missing.");
    }
    return node;
  }

  private Refusal refusal(String name, FindingCode code, String detail) {
    return new Refusal(new Finding(code, line, "Ntry " + place.number() + "/" + name, detail));
  }

  /** An entry that is booked alone, or one sum without its items. */
  static @Nullable BatchItem alone(@Nullable Long statedItems, String element) {
    return statedItems != null && statedItems > 1
        ? new BatchItem(element, 0, Math.toIntExact(Math.min(statedItems, Integer.MAX_VALUE)))
        : null;
  }
}
