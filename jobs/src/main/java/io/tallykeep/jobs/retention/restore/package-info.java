/**
 * Brings archived event days back into a side table, exact to the byte, and proves it.
 *
 * <p>Takes nothing away from the archive, writes nothing to the dataset's table or the day ledger,
 * and changes no look-up: the side table is nobody's but its reader's.
 */
@NullMarked
package io.tallykeep.jobs.retention.restore;

import org.jspecify.annotations.NullMarked;
