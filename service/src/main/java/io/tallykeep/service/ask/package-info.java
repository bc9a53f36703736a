/** One question: how it is read from JSON, put to the verifier, and told to whoever keeps count. */
@NullMarked
package io.tallykeep.service.ask;

import org.jspecify.annotations.NullMarked;
