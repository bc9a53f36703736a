package io.tallykeep.statement.camt;

import io.tallykeep.statement.Direction;
import io.tallykeep.statement.EntryAmounts;
import io.tallykeep.statement.Exponents;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Money;
import io.tallykeep.statement.xml.XmlNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Amounts of an entry and its items. What is booked is the entry's own amount, or for one of
 * several items the first amount it states in the entry's currency. Gross is the instructed amount,
 * else the transaction's.
 */
final class CamtAmounts {
  private final Exponents exponents;
  private final CamtEntryFacts entry;

  CamtAmounts(Exponents exponents, CamtEntryFacts entry) {
    this.exponents = exponents;
    this.entry = entry;
  }

  /** The direction of an item's effect: its own mark, else the entry's. */
  Direction direction(XmlNode item) {
    XmlNode own = item.one("CdtDbtInd");
    return own == null ? entry.direction() : entry.effective(CamtValues.direction(own));
  }

  /** An item's effect on the account; null if it states no amount in the entry's currency. */
  @Nullable Money item(XmlNode item) {
    String currency = entry.unsigned().currency();
    for (List<String> path :
        List.of(
            List.of("Amt"),
            List.of("AmtDtls", "TxAmt", "Amt"),
            List.of("AmtDtls", "CntrValAmt", "Amt"),
            List.of("AmtDtls", "InstdAmt", "Amt"))) {
      XmlNode amount = item.one(path.toArray(String[]::new));
      if (amount != null && currency.equals(amount.currency())) {
        return CamtValues.signed(CamtValues.money(amount, exponents), direction(item));
      }
    }
    return null;
  }

  /** The amounts of one of several items. */
  EntryAmounts itemAmounts(XmlNode item, Money booked) {
    return new EntryAmounts(booked, gross(item, direction(item)), fee(item.all("Chrgs")));
  }

  /** The amounts of an entry with one item, or none. */
  EntryAmounts whole(@Nullable XmlNode item) {
    Money booked = entry.booked();
    List<XmlNode> charges = item == null ? List.of() : item.all("Chrgs");
    Money fee = fee(charges.isEmpty() ? entry.charges() : charges);
    if (item == null) {
      XmlNode details = entry.field("AmtDtls");
      return new EntryAmounts(booked, instructed(details, entry.direction()), fee);
    }
    Money stated = item(item);
    Money gross = gross(item, direction(item));
    if (gross == null) {
      gross = instructed(entry.field("AmtDtls"), entry.direction());
    }
    boolean same = stated == null || stated.equals(booked);
    if (!same && !explained(stated, booked, fee)) {
      throw item.refusal(
          FindingCode.BATCH_SUM_MISMATCH,
          "Its amount is "
              + stated
              + ", its entry's is "
              + booked
              + ", and charges do not explain it.");
    }
    return new EntryAmounts(booked, gross == null && !same ? stated : gross, fee);
  }

  private static boolean explained(@Nullable Money stated, Money booked, @Nullable Money fee) {
    return stated != null
        && fee != null
        && fee.currency().equals(booked.currency())
        && stated.plus(fee).equals(booked);
  }

  private @Nullable Money gross(XmlNode item, Direction direction) {
    return instructed(item.one("AmtDtls"), direction);
  }

  private @Nullable Money instructed(@Nullable XmlNode details, Direction direction) {
    if (details == null) {
      return null;
    }
    XmlNode amount = details.one("InstdAmt", "Amt");
    if (amount == null) {
      amount = details.one("TxAmt", "Amt");
    }
    return amount == null
        ? null
        : CamtValues.signed(CamtValues.money(amount, exponents), direction);
  }

  /** The charges' sum, negative if we pay; null if none are stated or in several currencies. */
  private @Nullable Money fee(List<XmlNode> charges) {
    Money sum = null;
    for (XmlNode one : charges) {
      XmlNode total = one.one("TtlChrgsAndTaxAmt");
      List<XmlNode> records = total == null ? one.all("Rcrd") : List.of();
      List<XmlNode> stated = records.isEmpty() ? List.of(one) : records;
      for (XmlNode record : stated) {
        XmlNode amount = total == null ? record.one("Amt") : total;
        if (amount == null) {
          continue;
        }
        XmlNode mark = record.one("CdtDbtInd");
        Direction direction = mark == null ? Direction.DEBIT : CamtValues.direction(mark);
        Money next = CamtValues.signed(CamtValues.money(amount, exponents), direction);
        if (sum != null && !sum.currency().equals(next.currency())) {
          return null;
        }
        sum = sum == null ? next : sum.plus(next);
      }
    }
    return sum;
  }
}
