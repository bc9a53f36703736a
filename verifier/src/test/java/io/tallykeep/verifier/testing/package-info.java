/** What the integration tests share: schemas on the sandbox's MySQL, an inbox with its archive. */
@NullMarked
package io.tallykeep.verifier.testing;

import org.jspecify.annotations.NullMarked;
