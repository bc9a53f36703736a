/** Tests of the package of the same name. */
@NullMarked
package io.tallykeep.archive.schema;

import org.jspecify.annotations.NullMarked;
