/**
 * The three triggers that keep writes off closed and frozen days: their text, what a table and a
 * server must be like for them to hold, and how a table is adopted.
 *
 * <p>Knows triggers, their table and the ledger rows of adoption. It must not know when a day is
 * closed.
 */
@NullMarked
package io.tallykeep.jobs.retention.guard;

import org.jspecify.annotations.NullMarked;
