/** Tests of the module as a whole. */
@NullMarked
package io.tallykeep.archive;

import org.jspecify.annotations.NullMarked;
