/**
 * Who may do destructive work now: the lease of a worker with its fencing number, and the switch
 * that pauses all of them.
 *
 * <p>Knows two rows of the control schema and the clock of their server. It must not know what a
 * step does.
 */
@NullMarked
package io.tallykeep.jobs.retention.fence;

import org.jspecify.annotations.NullMarked;
