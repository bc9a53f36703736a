/**
 * Reads for look-ups: exact ranges of immutable objects, fetched within a look-up's deadline,
 * counted for it, and kept in caches that are bounded in bytes.
 *
 * <p>Owns retries, hedging, the limit on requests at once, and the caches. It must not know the
 * table, its snapshots or what a row means.
 */
@NullMarked
package io.tallykeep.archive.read;

import org.jspecify.annotations.NullMarked;
