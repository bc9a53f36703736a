package io.tallykeep.archive.schema;

import java.util.OptionalInt;

/**
 * The mapping from MySQL's types. It follows information_schema, never a driver's opinion: a driver
 * makes TINYINT(1) a boolean and BIGINT UNSIGNED a double at somebody's wish.
 */
sealed interface TypeMapping {
  record Mapped(ArchiveType type) implements TypeMapping {}

  record Unsupported(String reason) implements TypeMapping {}

  static TypeMapping of(SourceColumn column) {
    if (column.generated()) {
      return new Unsupported("it is generated from other columns, and those are archived already");
    }
    return switch (column.dataType()) {
      case "tinyint", "smallint", "mediumint" -> new Mapped(new IntegerType(false));
      case "int" -> new Mapped(new IntegerType(column.unsigned()));
      case "bigint" ->
          new Mapped(column.unsigned() ? new DecimalType(20, 0) : new IntegerType(true));
      case "decimal" -> decimal(column);
      case "char", "varchar", "tinytext", "text", "mediumtext", "longtext" ->
          new Mapped(new TextType());
      case "binary" -> binary(column.length());
      case "varbinary", "tinyblob", "blob", "mediumblob", "longblob" ->
          new Mapped(BinaryType.varying());
      case "date" -> new Mapped(new DateType());
      case "datetime" -> new Mapped(new DateTimeType());
      case "timestamp" -> new Mapped(new TimestampType());
      default ->
          new Unsupported(
              "the type "
                  + column.dataType().toUpperCase(java.util.Locale.ROOT)
                  + " has no exact form in the archive yet; change the column's type or drop it");
    };
  }

  private static TypeMapping decimal(SourceColumn column) {
    int precision = column.precision().orElse(0);
    int scale = column.scale().orElse(0);
    if (precision < 1 || precision > DecimalType.MAX_PRECISION) {
      return new Unsupported(
          "Iceberg's decimals have at most 38 digits, this one has " + precision);
    }
    return new Mapped(new DecimalType(precision, scale));
  }

  private static TypeMapping binary(OptionalInt length) {
    int octets = length.orElse(0);
    return octets == 0
        ? new Unsupported("a BINARY(0) holds nothing but NULL; drop the column")
        : new Mapped(BinaryType.fixed(octets));
  }
}
