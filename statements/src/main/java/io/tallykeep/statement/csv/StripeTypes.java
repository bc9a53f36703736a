package io.tallykeep.statement.csv;

import io.tallykeep.statement.EntryType;
import java.util.Map;

/**
 * What Stripe's reporting categories are (docs.stripe.com/reports/reporting-categories). A category
 * that is not listed is OTHER, which is no evidence of a payment.
 */
final class StripeTypes {
  private static final Map<String, EntryType> TYPES =
      Map.ofEntries(
          Map.entry("charge", EntryType.PAYMENT),
          Map.entry("refund", EntryType.REFUND),
          Map.entry("dispute", EntryType.CHARGEBACK),
          Map.entry("charge_failure", EntryType.REVERSAL),
          Map.entry("refund_failure", EntryType.REVERSAL),
          Map.entry("partial_capture_reversal", EntryType.REVERSAL),
          Map.entry("dispute_reversal", EntryType.REVERSAL),
          Map.entry("payout_reversal", EntryType.REVERSAL),
          Map.entry("topup_reversal", EntryType.REVERSAL),
          Map.entry("transfer_reversal", EntryType.REVERSAL),
          Map.entry("fee", EntryType.FEE),
          Map.entry("network_cost", EntryType.FEE),
          Map.entry("tax", EntryType.FEE),
          Map.entry("payout", EntryType.PAYOUT),
          Map.entry("topup", EntryType.TRANSFER),
          Map.entry("transfer", EntryType.TRANSFER));

  private StripeTypes() {}

  static EntryType of(String category) {
    return TYPES.getOrDefault(category, EntryType.OTHER);
  }
}
