/**
 * The canonical encoding of a row and the digest of a set of rows.
 *
 * <p>Works on archive values alone, so that MySQL's side and the archive's side of a comparison run
 * the same code. It must not know files, connections or the Iceberg table.
 */
@NullMarked
package io.tallykeep.archive.digest;

import org.jspecify.annotations.NullMarked;
