package io.tallykeep.statement.csv;

import io.tallykeep.statement.EntryStatus;
import io.tallykeep.statement.EntryType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The columns of PayPal's activity download, and what its common English words mean. */
final class PaypalActivityColumns {
  static final String TIME_ZONE = "TimeZone";
  static final String TYPE = "Type";
  static final String STATUS = "Status";
  static final String IMPACT = "Balance Impact";
  static final String BALANCE = "Balance";
  static final List<String> REFERENCES =
      List.of("Invoice Number", "Custom Number", "Reference Txn ID", "Transaction ID");

  static final Map<String, EntryStatus> IMPACTS =
      Map.of("Credit", EntryStatus.BOOKED, "Debit", EntryStatus.BOOKED, "Memo", EntryStatus.INFO);

  private static final Map<String, EntryType> TYPES =
      Map.ofEntries(
          Map.entry("Express Checkout Payment", EntryType.PAYMENT),
          Map.entry("General Payment", EntryType.PAYMENT),
          Map.entry("Mobile Payment", EntryType.PAYMENT),
          Map.entry("Website Payment", EntryType.PAYMENT),
          Map.entry("Subscription Payment", EntryType.PAYMENT),
          Map.entry("PreApproved Payment Bill User Payment", EntryType.PAYMENT),
          Map.entry("Mass Pay Payment", EntryType.PAYMENT),
          Map.entry("Payment Refund", EntryType.REFUND),
          Map.entry("Payment Reversal", EntryType.REVERSAL),
          Map.entry("Chargeback", EntryType.CHARGEBACK),
          Map.entry("Chargeback Fee", EntryType.FEE),
          Map.entry("Fee Reversal", EntryType.FEE),
          Map.entry("General Withdrawal", EntryType.PAYOUT),
          Map.entry("User Initiated Withdrawal", EntryType.PAYOUT),
          Map.entry("General Currency Conversion", EntryType.TRANSFER),
          Map.entry(CsvKinds.ANY_OTHER, EntryType.OTHER));

  private static final Map<String, EntryStatus> STATUSES =
      Map.ofEntries(
          Map.entry("Completed", EntryStatus.BOOKED),
          Map.entry("Refunded", EntryStatus.BOOKED),
          Map.entry("Partially Refunded", EntryStatus.BOOKED),
          Map.entry("Reversed", EntryStatus.BOOKED),
          Map.entry("Pending", EntryStatus.PENDING),
          Map.entry("Uncleared", EntryStatus.PENDING),
          Map.entry("Held", EntryStatus.PENDING),
          Map.entry("Denied", EntryStatus.INFO),
          Map.entry("Canceled", EntryStatus.INFO),
          Map.entry("Expired", EntryStatus.INFO),
          Map.entry("Failed", EntryStatus.INFO),
          Map.entry("Removed", EntryStatus.INFO),
          Map.entry("Voided", EntryStatus.INFO));

  private static final Set<String> IGNORED =
      Set.of(
          "To Email Address",
          "CounterParty Status",
          "Shipping Address",
          "Address Status",
          "Item Title",
          "Item ID",
          "Shipping and Handling Amount",
          "Insurance Amount",
          "Sales Tax",
          "VAT",
          "Option 1 Name",
          "Option 1 Value",
          "Option 2 Name",
          "Option 2 Value",
          "Auction Site",
          "Buyer ID",
          "Item URL",
          "Closing Date",
          "Escrow ID",
          "Quantity",
          "Receipt ID",
          BALANCE,
          "Address Line 1",
          "Address Line 2/District/Neighborhood",
          "Town/City",
          "State/Province/Region/County/Territory/Prefecture/Republic",
          "Zip/Postal Code",
          "Country",
          "Contact Phone Number",
          "Note",
          "Payment Source",
          "Card Type",
          "Transaction Event Code",
          "Payment Tracking ID",
          "Bank Reference ID",
          "Country Code",
          "Protection Eligibility");

  private PaypalActivityColumns() {}

  /** What a column that this reader does not use may be called. */
  static boolean isIgnored(String column) {
    return IGNORED.contains(column);
  }

  static Map<String, EntryType> types(Map<String, EntryType> further) {
    Map<String, EntryType> types = new HashMap<>(TYPES);
    types.putAll(further);
    return types;
  }

  static Map<String, EntryStatus> statuses(Map<String, EntryStatus> further) {
    Map<String, EntryStatus> statuses = new HashMap<>(STATUSES);
    statuses.putAll(further);
    return statuses;
  }
}
