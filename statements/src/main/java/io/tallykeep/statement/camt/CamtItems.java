package io.tallykeep.statement.camt;

import io.tallykeep.statement.BatchItem;
import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Money;
import io.tallykeep.statement.Refusal;
import io.tallykeep.statement.xml.XmlNode;
import org.jspecify.annotations.Nullable;

/**
 * The items of one entry on their way to the gate. The latest one is held back: only when a second
 * one comes, or the entry ends, is it known whether it is the entry itself. Not thread-safe.
 */
final class CamtItems {
  private final CamtEntryFacts entry;
  private final CamtEntryWriter writer;
  private @Nullable XmlNode held;
  private CamtBatch heldBatch;
  private @Nullable Money sum;
  private int itemCount;
  private boolean summed;

  CamtItems(CamtContext context, CamtEntryFacts entry) {
    this.entry = entry;
    this.writer = new CamtEntryWriter(context, entry);
    this.heldBatch = new CamtBatch(context.profile().exponents());
  }

  /** What is stated about items, should none follow. */
  void batch(CamtBatch batch) {
    if (itemCount == 0) {
      heldBatch = batch;
    }
  }

  /**
   * The next item.
   *
   * @return its amount, null if it states none in the account's currency
   */
  @Nullable Money add(XmlNode item, CamtBatch batch) {
    Money amount = writer.itemAmount(item);
    XmlNode before = held;
    if (before != null && !summed) {
      emit(before);
    }
    if (summed && amount != null) {
      throw item.refusal(
          FindingCode.FIELD_MISSING,
          "It has an amount in the currency of " + entry.element() + ", the first item has none.");
    }
    itemCount++;
    held = item;
    heldBatch = batch;
    return amount;
  }

  private void emit(XmlNode item) {
    Money amount = writer.itemAmount(item);
    if (amount == null) {
      if (itemCount > 1) {
        throw item.refusal(
            FindingCode.FIELD_MISSING,
            "Item " + itemCount + " of " + entry.element() + " has no amount, others have one.");
      }
      summed = true;
      return;
    }
    Money before = sum;
    try {
      sum = before == null ? amount : before.plus(amount);
    } catch (ArithmeticException e) {
      throw item.refusal(FindingCode.AMOUNT_RANGE, "The sum of the items is out of range.");
    }
    writer.item(item, amount, batchItem(heldBatch), heldBatch);
  }

  private BatchItem batchItem(CamtBatch batch) {
    Long stated = batch.statedCount();
    return new BatchItem(
        entry.element(),
        itemCount,
        stated == null ? 0 : Math.toIntExact(Math.min(stated, Integer.MAX_VALUE)));
  }

  /** The entry ends. */
  void finish(@Nullable XmlNode additional) {
    XmlNode last = held;
    if (last == null || summed) {
      BatchItem batch =
          summed
              ? new BatchItem(entry.element(), 0, itemCount)
              : CamtEntry.alone(heldBatch.statedCount(), entry.element());
      writer.whole(null, batch, heldBatch, additional);
      return;
    }
    if (itemCount == 1) {
      Long stated = heldBatch.statedCount();
      writer.whole(last, CamtEntry.alone(stated, entry.element()), heldBatch, additional);
      return;
    }
    emit(last);
    Money items = sum;
    if (items == null || !items.equals(entry.booked())) {
      throw new Refusal(
          new Finding(
              FindingCode.BATCH_SUM_MISMATCH,
              entry.line(),
              entry.element(),
              "Its " + itemCount + " items make " + items + ", it states " + entry.booked() + "."));
    }
  }
}
