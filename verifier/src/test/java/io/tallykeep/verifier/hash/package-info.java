/** What has a hash and which one, and what has none. */
@NullMarked
package io.tallykeep.verifier.hash;

import org.jspecify.annotations.NullMarked;
