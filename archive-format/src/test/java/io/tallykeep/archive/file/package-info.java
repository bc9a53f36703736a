/** Tests of the package of the same name. */
@NullMarked
package io.tallykeep.archive.file;

import org.jspecify.annotations.NullMarked;
