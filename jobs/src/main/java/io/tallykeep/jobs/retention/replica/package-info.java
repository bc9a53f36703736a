/**
 * Whether the replicas keep up with what leaves the table: a replica that has not applied one drop
 * gets no further one.
 *
 * <p>Knows sessions and locks. It must not know what a job does between two looks.
 */
@NullMarked
package io.tallykeep.jobs.retention.replica;

import org.jspecify.annotations.NullMarked;
