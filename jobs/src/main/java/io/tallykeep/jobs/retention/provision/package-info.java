/**
 * {@code jobs run provision}: creates table partitions ahead of time, with their ledger rows. It
 * never touches a partition that holds rows.
 */
@NullMarked
package io.tallykeep.jobs.retention.provision;

import org.jspecify.annotations.NullMarked;
