/**
 * Point look-ups of distinct keys in an archive, beside other readers of the same rows. Requests
 * are counted by a proxy before the object store.
 */
@NullMarked
package io.tallykeep.benchmarks.lookup;

import org.jspecify.annotations.NullMarked;
