package io.tallykeep.statement;

import org.jspecify.annotations.Nullable;

/**
 * What a statement, or a declaration beside it, says its entries must add up to; null where it says
 * nothing. Only booked entries count. Immutable.
 *
 * @param opening balance before the first entry, signed
 * @param closing balance after the last entry, signed
 * @param entryCount number of entries as the file counts them
 * @param net sum of all entries, signed
 * @param credits sum and number of credits
 * @param debits sum and number of debits; the sum is negative
 */
public record StatedTotals(
    @Nullable Money opening,
    @Nullable Money closing,
    @Nullable Long entryCount,
    @Nullable Money net,
    Side credits,
    Side debits) {
  /** Nothing is stated. */
  public static final StatedTotals NONE =
      new StatedTotals(null, null, null, null, Side.NONE, Side.NONE);

  /**
   * One direction's totals.
   *
   * @param sum signed, null if not stated
   * @param count null if not stated
   */
  public record Side(@Nullable Money sum, @Nullable Long count) {
    /** Nothing is stated. */
    public static final Side NONE = new Side(null, null);
  }

  /** Balances only. */
  public static StatedTotals balances(@Nullable Money opening, @Nullable Money closing) {
    return new StatedTotals(opening, closing, null, null, Side.NONE, Side.NONE);
  }
}
