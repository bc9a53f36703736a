package io.tallykeep.verifier.lookup;

import io.tallykeep.archive.schema.SourceColumn;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Whether a column stores a value as it is. */
final class ColumnFit {
  private ColumnFit() {}

  /** Why the column would store another value, if it would; a sentence that follows the value. */
  static Optional<String> misfit(SourceColumn column, Object value) {
    return switch (column.dataType()) {
      case "char", "varchar" -> text(column, new String((byte[]) value, StandardCharsets.UTF_8));
      case "binary", "varbinary" -> bytes(column, (byte[]) value);
      case "tinyint" -> number(column, value, 8);
      case "smallint" -> number(column, value, 16);
      case "mediumint" -> number(column, value, 24);
      case "int" -> number(column, value, 32);
      case "bigint" -> number(column, value, 64);
      case "decimal" -> decimal(column, (BigDecimal) value);
      case "date" -> Optional.empty();
      default ->
          Optional.of(
              "can't be looked up: a column of type " + column.columnType() + " may round values");
    };
  }

  private static Optional<String> text(SourceColumn column, String text) {
    int length = text.codePointCount(0, text.length());
    if (length > column.length().orElse(0)) {
      return Optional.of("has " + length + " characters");
    }
    if (column.dataType().equals("char") && text.endsWith(" ")) {
      return Optional.of("ends in a space, which a CHAR column drops");
    }
    String charset = column.collation().map(collation -> collation.charset()).orElse("");
    return text.codePoints().allMatch(character -> holds(charset, character))
        ? Optional.empty()
        : Optional.of("holds a character that the character set " + charset + " lacks");
  }

  private static boolean holds(String charset, int character) {
    return switch (charset) {
      case "ascii" -> character < 0x80;
      // MySQL's latin1 is cp1252, which has other characters at U+0080 to U+009F.
      case "latin1" -> character < 0x80 || (character >= 0xA0 && character <= 0xFF);
      case "utf8", "utf8mb3", "ucs2" -> Character.isBmpCodePoint(character);
      default -> true;
    };
  }

  private static Optional<String> bytes(SourceColumn column, byte[] value) {
    return value.length > column.length().orElse(0)
        ? Optional.of("has " + value.length + " bytes")
        : Optional.empty();
  }

  private static Optional<String> decimal(SourceColumn column, BigDecimal value) {
    return column.unsigned() && value.signum() < 0
        ? Optional.of("is negative, and the column is unsigned")
        : Optional.empty();
  }

  private static Optional<String> number(SourceColumn column, Object value, int bits) {
    BigInteger number = new BigDecimal(value.toString()).toBigInteger();
    boolean fits =
        column.unsigned()
            ? number.signum() >= 0 && number.bitLength() <= bits
            : number.bitLength() < bits;
    return fits ? Optional.empty() : Optional.of("is outside the column's range");
  }
}
