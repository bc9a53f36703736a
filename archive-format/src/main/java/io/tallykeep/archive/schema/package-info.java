/**
 * What a MySQL table looks like in the archive: the type mapping, the Iceberg and Parquet schemas
 * that follow from it, and how a row is read from a result set.
 *
 * <p>Owns the rules on which values and identities can be stored at all. It must not know how rows
 * are encoded, which files hold them, or where the table's metadata lives.
 */
@NullMarked
package io.tallykeep.archive.schema;

import org.jspecify.annotations.NullMarked;
