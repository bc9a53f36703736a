/**
 * {@code jobs run expire}: takes whole archived days beyond the identity window out of the archive.
 * The ledger says so first, so that no look-up takes the missing rows for rows never seen.
 */
@NullMarked
package io.tallykeep.jobs.retention.expire;

import org.jspecify.annotations.NullMarked;
