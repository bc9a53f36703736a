package io.tallykeep.statement;

/** The formats that can be read. */
public enum FormatName {
  /** ISO 20022 camt.053, and camt.052 and camt.054 as evidence that covers nothing. */
  CAMT,
  /** SWIFT MT940. */
  MT940,
  /** BAI2 cash management balance reporting. */
  BAI2,
  /** Stripe balance change from activity, itemised. */
  STRIPE_BALANCE_CHANGE,
  /** Stripe payout reconciliation, itemised. */
  STRIPE_PAYOUT_RECONCILIATION,
  /** Adyen settlement details. */
  ADYEN_SETTLEMENT,
  /** PayPal settlement report. */
  PAYPAL_STL,
  /** PayPal activity download. */
  PAYPAL_ACTIVITY,
  /** A CSV file whose columns and forms are declared. */
  GENERIC_CSV
}
