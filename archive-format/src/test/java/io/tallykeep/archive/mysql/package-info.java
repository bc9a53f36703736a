/** Tests of the package of the same name. */
@NullMarked
package io.tallykeep.archive.mysql;

import org.jspecify.annotations.NullMarked;
