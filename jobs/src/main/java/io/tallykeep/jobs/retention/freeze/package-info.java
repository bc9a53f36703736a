/**
 * Closing, freezing and thawing the days of one table partition, and everything that must hold
 * before: the guard, the server's clock, open transactions, finished rows.
 *
 * <p>Knows the ledger and the guard. It must not know how rows are copied or dropped.
 */
@NullMarked
package io.tallykeep.jobs.retention.freeze;

import org.jspecify.annotations.NullMarked;
