/**
 * The gate: applies a replayed event at most once (architecture, section 5.3).
 *
 * <p>Owns the transaction that holds an event's row and its effect, what becomes of it when
 * anything in it fails, and the record of conflicts and deferred events. It asks {@code lookup} for
 * the verdict and must not decide itself whether an event was processed, nor know where events come
 * from.
 */
@NullMarked
package io.tallykeep.verifier.gate;

import org.jspecify.annotations.NullMarked;
