/** How much is looked up at once and at most: the rate, the workers, and what is under way. */
@NullMarked
package io.tallykeep.service.traffic;

import org.jspecify.annotations.NullMarked;
