package io.tallykeep.verifier.lookup;

import io.tallykeep.archive.schema.ArchiveSchema;
import org.jspecify.annotations.Nullable;

/**
 * A row that was found, and the columns it is to be read by.
 *
 * @param where the place it was found in
 * @param schema names the positions of its values
 * @param row its values in the schema's column order
 */
record FoundRow(Where where, ArchiveSchema schema, @Nullable Object[] row) {}
