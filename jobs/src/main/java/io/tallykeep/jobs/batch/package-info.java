/**
 * How a protocol step runs under Spring Batch: its outcome as a value, its job's restart, and the
 * clean-up after a worker that died.
 *
 * <p>Knows nothing of what a step does.
 */
@NullMarked
package io.tallykeep.jobs.batch;

import org.jspecify.annotations.NullMarked;
