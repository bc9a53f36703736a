package io.tallykeep.statement.csv;

import io.tallykeep.statement.EntryType;
import java.util.Map;

/**
 * What PayPal's transaction event codes are, by group and where a group is mixed by code
 * (developer.paypal.com, T-codes). What is not listed is OTHER, which is no evidence of a payment.
 */
final class StlTypes {
  private static final Map<String, EntryType> CODES =
      Map.of(
          "T1106", EntryType.REVERSAL,
          "T1107", EntryType.REFUND,
          "T1108", EntryType.FEE,
          "T1201", EntryType.CHARGEBACK,
          "T1202", EntryType.REVERSAL);

  private static final Map<String, EntryType> GROUPS =
      Map.of(
          "T00", EntryType.PAYMENT,
          "T01", EntryType.FEE,
          "T02", EntryType.TRANSFER,
          "T03", EntryType.TRANSFER,
          "T04", EntryType.PAYOUT,
          "T20", EntryType.TRANSFER);

  private StlTypes() {}

  static EntryType of(String code) {
    EntryType type = CODES.get(code);
    return type == null ? GROUPS.getOrDefault(code.substring(0, 3), EntryType.OTHER) : type;
  }
}
