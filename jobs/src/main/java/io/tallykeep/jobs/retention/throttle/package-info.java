/**
 * How hard the server works, and the pause a long read makes while it works too hard.
 *
 * <p>Knows sessions, and the copy's pages between which it pauses; neither ledger nor guard.
 */
@NullMarked
package io.tallykeep.jobs.retention.throttle;

import org.jspecify.annotations.NullMarked;
