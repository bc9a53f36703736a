/**
 * Changing the day ledger: which transitions there are, and how each is made without ever waiting
 * while a row is held.
 *
 * <p>Knows the ledger's table and rules. It must not know why a day may move.
 */
@NullMarked
package io.tallykeep.jobs.retention.ledger;

import org.jspecify.annotations.NullMarked;
