package io.tallykeep.statement.csv;

import java.util.Set;

/**
 * The columns of Stripe's itemized reports, as its reference lists them (balance change from
 * activity and payout reconciliation, docs.stripe.com/reports). Metadata columns are not among
 * them: their names are the account's own, so that a damaged one can only be told by declaring
 * them.
 */
final class StripeColumns {
  static final String ID = "balance_transaction_id";
  static final String CREATED_UTC = "created_utc";
  static final String CREATED = "created";
  static final String AVAILABLE_ON = "available_on";
  static final String AVAILABLE_ON_UTC = "available_on_utc";
  static final String CURRENCY = "currency";
  static final String GROSS = "gross";
  static final String FEE = "fee";
  static final String NET = "net";
  static final String CATEGORY = "reporting_category";
  static final String CHARGED_AMOUNT = "customer_facing_amount";
  static final String CHARGED_CURRENCY = "customer_facing_currency";
  static final String PAYOUT = "automatic_payout_id";
  static final String CUSTOMER = "customer_id";
  static final String DESCRIPTION = "description";

  static final Set<String> REQUIRED = Set.of(ID, CURRENCY, GROSS, FEE, NET, CATEGORY);

  private static final Set<String> KNOWN =
      Set.of(
          CREATED_UTC,
          CREATED,
          AVAILABLE_ON,
          AVAILABLE_ON_UTC,
          CHARGED_AMOUNT,
          CHARGED_CURRENCY,
          PAYOUT,
          CUSTOMER,
          DESCRIPTION,
          "automatic_payout_effective_at",
          "automatic_payout_effective_at_utc",
          "card_address_city",
          "card_address_country",
          "card_address_line1",
          "card_address_line2",
          "card_address_postal_code",
          "card_address_state",
          "card_brand",
          "card_country",
          "card_funding",
          "charge_created",
          "charge_created_utc",
          "charge_id",
          "connected_account",
          "connected_account_country",
          "connected_account_direct_charge_id",
          "connected_account_id",
          "connected_account_name",
          "customer_address_city",
          "customer_address_country",
          "customer_address_line1",
          "customer_address_line2",
          "customer_address_postal_code",
          "customer_address_state",
          "customer_description",
          "customer_email",
          "customer_name",
          "customer_shipping_address_city",
          "customer_shipping_address_country",
          "customer_shipping_address_line1",
          "customer_shipping_address_line2",
          "customer_shipping_address_postal_code",
          "customer_shipping_address_state",
          "destination_payment_id",
          "dispute_reason",
          "invoice_id",
          "invoice_number",
          "is_link",
          "payment_intent_id",
          "payment_method_type",
          "regulatory_tag",
          "shipping_address_city",
          "shipping_address_country",
          "shipping_address_line1",
          "shipping_address_line2",
          "shipping_address_postal_code",
          "shipping_address_state",
          "source_id",
          "statement_descriptor",
          "subscription_id",
          "trace_id",
          "trace_id_status",
          "transfer_id");

  private StripeColumns() {}

  static boolean isKnown(String column) {
    return KNOWN.contains(column);
  }
}
