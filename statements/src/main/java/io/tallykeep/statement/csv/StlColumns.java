package io.tallykeep.statement.csv;

import java.util.List;
import java.util.Set;

/**
 * The columns of PayPal's settlement report, as its specification lists them (settlement report
 * specification 7 to 9; some versions write "Transaction Debit or Credit" with two spaces).
 */
final class StlColumns {
  static final String TRANSACTION_ID = "Transaction ID";
  static final String EVENT_CODE = "Transaction Event Code";
  static final String INITIATED = "Transaction Initiation Date";
  static final String COMPLETED = "Transaction Completion Date";
  static final String SIDE = "Transaction Debit or Credit";
  static final String GROSS = "Gross Transaction Amount";
  static final String CURRENCY = "Gross Transaction Currency";
  static final String FEE_SIDE = "Fee Debit or Credit";
  static final String FEE = "Fee Amount";
  static final String FEE_CURRENCY = "Fee Currency";
  static final String CONSUMER = "Consumer ID";

  static final Set<String> REQUIRED =
      Set.of(
          TRANSACTION_ID,
          "Invoice ID",
          "PayPal Reference ID",
          "PayPal Reference ID Type",
          EVENT_CODE,
          INITIATED,
          COMPLETED,
          SIDE,
          GROSS,
          CURRENCY,
          FEE_SIDE,
          FEE,
          FEE_CURRENCY,
          "Custom Field");

  static final List<String> CARRIERS =
      List.of(
          "Invoice ID",
          "Custom Field",
          "PayPal Reference ID",
          "Payment Tracking ID",
          "Bank Reference ID",
          TRANSACTION_ID);

  private static final Set<String> KNOWN =
      Set.of(
          CONSUMER,
          "Payment Tracking ID",
          "Store ID",
          "Bank Reference ID",
          "Credit Transactional Fee",
          "Credit Promotional Fee",
          "Credit Term");

  private StlColumns() {}

  static boolean isKnown(String column) {
    return KNOWN.contains(column);
  }
}
