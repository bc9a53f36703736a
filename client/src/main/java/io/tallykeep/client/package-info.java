/**
 * The look-up service's client for consumers: has this event been processed, with this payload, and
 * with what result?
 *
 * <p>Owns what may count as an answer. Whatever is not one, from a refused connection to an answer
 * about another event, is UNDECIDABLE with a reason, never an exception and never UNSEEN. It must
 * not know how the service finds its answers, nor see any other module.
 */
@NullMarked
package io.tallykeep.client;

import org.jspecify.annotations.NullMarked;
