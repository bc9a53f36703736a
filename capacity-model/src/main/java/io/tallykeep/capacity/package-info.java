/** How much, how long and what it costs. Pure arithmetic: no framework, no I/O. */
@NullMarked
package io.tallykeep.capacity;

import org.jspecify.annotations.NullMarked;
