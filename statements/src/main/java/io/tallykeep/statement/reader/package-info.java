/** The way in: a file and its profile, whatever the format. Knows every format. */
@NullMarked
package io.tallykeep.statement.reader;

import org.jspecify.annotations.NullMarked;
