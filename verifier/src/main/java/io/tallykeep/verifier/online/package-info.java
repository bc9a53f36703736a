/**
 * The rows that are still in MySQL: a table's partitions as they really are, and the probes of the
 * online table and of the late table.
 *
 * <p>Knows the online and the late table. It must not know the archive, nor what a found or missing
 * row means for the event: that is the look-up's affair.
 */
@NullMarked
package io.tallykeep.verifier.online;

import org.jspecify.annotations.NullMarked;
