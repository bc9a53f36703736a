/**
 * What every plan is made from: the table's partitions by their real bounds, each with its days as
 * the day ledger shows them.
 *
 * <p>Only reads. It must not know what a job makes of it: a job's plan stands beside the job.
 */
@NullMarked
package io.tallykeep.jobs.retention.plan;

import org.jspecify.annotations.NullMarked;
