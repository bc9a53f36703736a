package io.tallykeep.statement.csv;

import io.tallykeep.statement.Money;

/** Sums and count of a section's or a report's rows in one currency. For one thread. */
final class StlSums {
  private long grossCredits;
  private long grossDebits;
  private long feeCredits;
  private long feeDebits;
  private long rows;

  void add(Money gross, Money fee) {
    grossCredits = Math.addExact(grossCredits, Math.max(gross.minor(), 0));
    grossDebits = Math.subtractExact(grossDebits, Math.min(gross.minor(), 0));
    feeCredits = Math.addExact(feeCredits, Math.max(fee.minor(), 0));
    feeDebits = Math.subtractExact(feeDebits, Math.min(fee.minor(), 0));
    rows++;
  }

  long rows() {
    return rows;
  }

  /** The sum in the footer's order: gross credits, gross debits, fee credits, fee debits. */
  long at(int index) {
    return switch (index) {
      case 0 -> grossCredits;
      case 1 -> grossDebits;
      case 2 -> feeCredits;
      default -> feeDebits;
    };
  }
}
