/**
 * {@code jobs run late}: copies the late rows that are done to the archive, publishes and proves
 * them, then deletes those that are unchanged. {@code LateJob} lists the steps in their order; each
 * is one class. What an attempt has come to stands in {@code late_run}, not in the day ledger.
 *
 * <p>Must not know what the other jobs do with the days' table partitions.
 */
@NullMarked
package io.tallykeep.jobs.retention.late;

import org.jspecify.annotations.NullMarked;
