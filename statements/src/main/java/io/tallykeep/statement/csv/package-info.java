/**
 * Statements that come as tables: Stripe's, Adyen's, PayPal's and whatever a mapping declares. Rows
 * become entries by declared columns; nothing is concluded from how a value looks. Knows nothing of
 * databases, files' names or other formats.
 */
@NullMarked
package io.tallykeep.statement.csv;

import org.jspecify.annotations.NullMarked;
