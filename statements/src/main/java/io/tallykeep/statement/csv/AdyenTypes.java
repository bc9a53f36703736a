package io.tallykeep.statement.csv;

import io.tallykeep.statement.EntryType;
import java.util.Map;

/**
 * What Adyen's journal types are. A type that is not listed is OTHER, which is no evidence of a
 * payment.
 */
final class AdyenTypes {
  private static final Map<String, EntryType> TYPES =
      Map.ofEntries(
          Map.entry("Settled", EntryType.PAYMENT),
          Map.entry("Refunded", EntryType.REFUND),
          Map.entry("Chargeback", EntryType.CHARGEBACK),
          Map.entry("SecondChargeback", EntryType.CHARGEBACK),
          Map.entry("SettledReversed", EntryType.REVERSAL),
          Map.entry("RefundedReversed", EntryType.REVERSAL),
          Map.entry("ChargebackReversed", EntryType.REVERSAL),
          Map.entry("Fee", EntryType.FEE),
          Map.entry("MiscCosts", EntryType.FEE),
          Map.entry("PaymentCost", EntryType.FEE),
          Map.entry("InvoiceDeduction", EntryType.FEE),
          Map.entry("MerchantPayout", EntryType.PAYOUT),
          Map.entry("Balancetransfer", EntryType.TRANSFER),
          Map.entry("DepositCorrection", EntryType.TRANSFER),
          Map.entry("ReserveAdjustment", EntryType.TRANSFER));

  private AdyenTypes() {}

  static EntryType of(String type) {
    return TYPES.getOrDefault(type, EntryType.OTHER);
  }
}
