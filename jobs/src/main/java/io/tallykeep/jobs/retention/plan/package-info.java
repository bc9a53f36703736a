/**
 * What a job would do with each table partition, and why. Reads the day ledger and the table's real
 * bounds; changes nothing.
 */
@NullMarked
package io.tallykeep.jobs.retention.plan;

import org.jspecify.annotations.NullMarked;
