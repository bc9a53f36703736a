package io.tallykeep.statement;

/** What an entry is, before anything is matched. */
public enum EntryType {
  /** A payment, capture or charge, or what the format cannot tell from one. */
  PAYMENT,
  /** Money given back for a payment. */
  REFUND,
  /** Money taken back by the payer's side. */
  CHARGEBACK,
  /** The provider's fee, tax on it, or interest. */
  FEE,
  /** Money moved from the provider to our bank, or back. */
  PAYOUT,
  /** Money moved between accounts of ours at the provider. */
  TRANSFER,
  /** An earlier entry undone. */
  REVERSAL,
  /** Anything else. */
  OTHER
}
