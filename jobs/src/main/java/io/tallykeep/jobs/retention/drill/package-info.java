/**
 * Proves on a schedule that archived days can be restored: restores some into a side table,
 * compares, drops the side table and records what came of it.
 */
@NullMarked
package io.tallykeep.jobs.retention.drill;

import org.jspecify.annotations.NullMarked;
