/**
 * Adjudication: has this event been processed, with this payload, and with what result?
 *
 * <p>Owns the order in which ledger, online table, late table and archive are read, which is the
 * proof that no row is missed (architecture, section 5.2), and what a found row answers. It must
 * not write anything, nor know who asks or what is done with the answer.
 */
@NullMarked
package io.tallykeep.verifier.lookup;

import org.jspecify.annotations.NullMarked;
