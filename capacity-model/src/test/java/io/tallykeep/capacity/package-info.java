/** What holds for the whole module: its dependencies. */
@NullMarked
package io.tallykeep.capacity;

import org.jspecify.annotations.NullMarked;
