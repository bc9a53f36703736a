/**
 * The payload hash: a deterministic encoding of a payload's meaning, then SHA-256, so that two
 * deliveries of one intent have one hash, and another amount has another.
 *
 * <p>Owns the encodings (docs/payload-hash.md describes them to the byte) and what is refused
 * because it has no single meaning. It must know neither tables nor look-ups, nor where payloads
 * come from.
 */
@NullMarked
package io.tallykeep.verifier.hash;

import org.jspecify.annotations.NullMarked;
