package io.tallykeep.archive.schema;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A column as information_schema.COLUMNS shows it.
 *
 * @param name the name in the server's spelling
 * @param ordinal its position, from 1
 * @param dataType DATA_TYPE in lower case: {@code varchar}
 * @param columnType COLUMN_TYPE: {@code varchar(64)}, {@code bigint unsigned}
 * @param nullable whether it may be NULL
 * @param length octets of a binary column, characters of a text column
 * @param precision digits of a DECIMAL
 * @param scale decimals of a DECIMAL
 * @param collation the collation of a text column
 * @param generated whether the column is computed from others
 * @param required whether an INSERT must give its value: NOT NULL, without default, AUTO_INCREMENT
 *     and expression
 */
public record SourceColumn(
    String name,
    int ordinal,
    String dataType,
    String columnType,
    boolean nullable,
    OptionalInt length,
    OptionalInt precision,
    OptionalInt scale,
    Optional<SourceCollation> collation,
    boolean generated,
    boolean required) {
  /** Whether the column's numbers are unsigned. */
  public boolean unsigned() {
    return columnType.toLowerCase(Locale.ROOT).contains(" unsigned");
  }
}
