package io.tallykeep.statement.camt;

import io.tallykeep.statement.Exponents;
import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Money;
import io.tallykeep.statement.xml.XmlNode;
import org.jspecify.annotations.Nullable;

/** One {@code NtryDtls}: what its {@code Btch} states, and what its items make. Not thread-safe. */
final class CamtBatch {
  private final Exponents exponents;
  private @Nullable XmlNode stated;
  private long itemCount;
  private @Nullable Money sum;
  private boolean summable = true;

  CamtBatch(Exponents exponents) {
    this.exponents = exponents;
  }

  void state(XmlNode batch) {
    if (stated != null) {
      throw batch.refusal(FindingCode.SYNTAX, "Stands twice in one NtryDtls.");
    }
    if (itemCount > 0) {
      throw batch.refusal(FindingCode.SYNTAX, "Stands after its items.");
    }
    stated = batch;
  }

  /** Counts an item; null if its amount can't be told. */
  void count(@Nullable Money item) {
    itemCount++;
    if (item == null) {
      summable = false;
      return;
    }
    Money before = sum;
    try {
      sum = before == null ? item : before.plus(item);
    } catch (ArithmeticException | IllegalArgumentException e) {
      summable = false;
    }
  }

  /** Number of items as stated, null if not. */
  @Nullable Long statedCount() {
    XmlNode count = stated == null ? null : stated.one("NbOfTxs");
    return count == null ? null : CamtValues.count(count);
  }

  /** A reference of the batch: {@code PmtInfId} or {@code MsgId}; null if not stated. */
  @Nullable String reference(String name) {
    return stated == null ? null : stated.textAt(name);
  }

  /** Compares what is stated with the items, if there are any. */
  void check() {
    if (stated == null || itemCount == 0) {
      return;
    }
    Long count = statedCount();
    if (count != null && count != itemCount) {
      throw stated.refusal(
          FindingCode.BATCH_COUNT_MISMATCH,
          count + " items are stated, " + itemCount + " were read.");
    }
    XmlNode total = stated.one("TtlAmt");
    Money items = sum;
    if (total == null || items == null || !summable) {
      return;
    }
    Money amount = CamtValues.money(total, exponents);
    if (amount.currency().equals(items.currency()) && amount.minor() != Math.abs(items.minor())) {
      throw total.refusal(
          FindingCode.BATCH_SUM_MISMATCH,
          "Stated as " + Finding.quote(total.text()) + ", the items make " + items + ".");
    }
  }
}
