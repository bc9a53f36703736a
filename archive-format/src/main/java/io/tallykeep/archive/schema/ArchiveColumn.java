package io.tallykeep.archive.schema;

import io.tallykeep.archive.dataset.Identifier;

/**
 * One column of the archive table.
 *
 * @param fieldId the Iceberg field id; Parquet files and the canonical encoding name the column by
 *     it, so it never changes and is never given to another column
 * @param name the MySQL column's name in the server's spelling
 * @param type how its values are held
 * @param required whether it is NOT NULL
 * @param mysqlType the MySQL type it was mapped from, kept in the archive as the column's comment
 */
public record ArchiveColumn(
    int fieldId, Identifier name, ArchiveType type, boolean required, String mysqlType) {}
