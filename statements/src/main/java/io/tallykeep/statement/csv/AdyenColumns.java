package io.tallykeep.statement.csv;

import java.util.List;
import java.util.Set;

/**
 * The columns of Adyen's settlement details report, as its reference and published samples list
 * them (docs.adyen.com/reporting, settlement details report).
 */
final class AdyenColumns {
  static final String MERCHANT_ACCOUNT = "Merchant Account";
  static final String PSP_REFERENCE = "Psp Reference";
  static final String MERCHANT_REFERENCE = "Merchant Reference";
  static final String CREATION_DATE = "Creation Date";
  static final String TIME_ZONE = "TimeZone";
  static final String TYPE = "Type";
  static final String MODIFICATION_REFERENCE = "Modification Reference";
  static final String GROSS_CURRENCY = "Gross Currency";
  static final String GROSS_DEBIT = "Gross Debit (GC)";
  static final String GROSS_CREDIT = "Gross Credit (GC)";
  static final String NET_CURRENCY = "Net Currency";
  static final String NET_DEBIT = "Net Debit (NC)";
  static final String NET_CREDIT = "Net Credit (NC)";
  static final String BATCH_NUMBER = "Batch Number";
  static final String BOOKING_DATE = "Booking Date";
  static final String BOOKING_ZONE = "Booking Date TimeZone";
  static final String DCC_MARKUP = "DCC Markup (NC)";
  static final String ADVANCED = "Advanced (NC)";
  static final String PAYMENT_METHOD = "Payment Method";

  /** Costs, positive; together they are what lies between gross and net. */
  static final List<String> FEES =
      List.of("Commission (NC)", "Markup (NC)", "Scheme Fees (NC)", "Interchange (NC)");

  static final Set<String> REQUIRED =
      Set.of(
          MERCHANT_ACCOUNT,
          PSP_REFERENCE,
          MERCHANT_REFERENCE,
          CREATION_DATE,
          TIME_ZONE,
          TYPE,
          MODIFICATION_REFERENCE,
          GROSS_CURRENCY,
          GROSS_DEBIT,
          GROSS_CREDIT,
          NET_CURRENCY,
          NET_DEBIT,
          NET_CREDIT,
          "Commission (NC)",
          "Markup (NC)",
          "Scheme Fees (NC)",
          "Interchange (NC)",
          BATCH_NUMBER);

  static final Set<String> CARRIERS =
      Set.of(
          PSP_REFERENCE,
          MERCHANT_REFERENCE,
          MODIFICATION_REFERENCE,
          "Modification Merchant Reference",
          "Merchant Order Reference",
          "Dispute Reference",
          "ARN",
          "Metadata");

  private static final Set<String> KNOWN =
      Set.of(
          "Company Account",
          PAYMENT_METHOD,
          "Exchange Rate",
          "Payment Method Variant",
          "Reserved4",
          "Reserved5",
          "Reserved6",
          "Reserved7",
          "Reserved8",
          "Reserved9",
          "Reserved10",
          BOOKING_DATE,
          BOOKING_ZONE,
          "Booking Type",
          "Balance Currency",
          "Net Debit (BC)",
          "Net Credit (BC)",
          "Payment Fees (NC)",
          DCC_MARKUP,
          ADVANCED,
          "Advancement Code",
          "Advancement Batch",
          "Funds Destination",
          "Balance Platform Debit",
          "Balance Platform Credit",
          "Shopper Country",
          "Clearing Network",
          "Settlement Flow",
          "Authorisation Code",
          "Gross Fees (NC)",
          "Global Card Brand",
          "Store",
          "Terminal ID",
          "Acquirer",
          "Shopper Reference",
          "Split Settlement",
          "Split Payment Data");

  private AdyenColumns() {}

  static boolean isKnown(String column) {
    return KNOWN.contains(column) || CARRIERS.contains(column);
  }
}
