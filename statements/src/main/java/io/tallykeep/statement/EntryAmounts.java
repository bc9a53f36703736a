package io.tallykeep.statement;

import org.jspecify.annotations.Nullable;

/**
 * An entry's amounts, all signed: to the account is positive. Immutable.
 *
 * @param booked what it changes the account's balance by, in the statement's currency
 * @param gross what was instructed or charged, where stated, in the currency it was instructed in;
 *     matching compares this one, and {@code booked} where it is null
 * @param fee the provider's fee where the entry states one; negative if we pay it
 */
public record EntryAmounts(Money booked, @Nullable Money gross, @Nullable Money fee) {
  /** Nothing but the booked amount is stated. */
  public static EntryAmounts booked(Money booked) {
    return new EntryAmounts(booked, null, null);
  }

  /** The amount to match on. */
  public Money matched() {
    return gross == null ? booked : gross;
  }
}
