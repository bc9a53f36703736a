/** Tests of the package of the same name. */
@NullMarked
package io.tallykeep.archive.digest;

import org.jspecify.annotations.NullMarked;
