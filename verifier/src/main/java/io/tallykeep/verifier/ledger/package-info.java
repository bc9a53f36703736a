/**
 * The day ledger as a reader sees it: one row per dataset, shard and event day.
 *
 * <p>Only reads. Who changes a day, and in which transaction, is the jobs' affair.
 */
@NullMarked
package io.tallykeep.verifier.ledger;

import org.jspecify.annotations.NullMarked;
