/** Tests of the window formula, its check and its report; no input or output. */
@NullMarked
package io.tallykeep.capacity.window;

import org.jspecify.annotations.NullMarked;
