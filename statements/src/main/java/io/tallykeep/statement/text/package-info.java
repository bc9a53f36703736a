/**
 * Bytes to characters, strictly: an encoding is a byte order mark's or a declaration's, never a
 * guess, and what is not text of it is refused with its line. Knows no format.
 */
@NullMarked
package io.tallykeep.statement.text;

import org.jspecify.annotations.NullMarked;
