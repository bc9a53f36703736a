package io.tallykeep.archive.schema;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.OptionalInt;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/**
 * BINARY, VARBINARY and the BLOB types. BINARY(n) keeps its zero padding.
 *
 * @param length the number of bytes of every value of a BINARY(n) column; empty where it varies
 */
public record BinaryType(OptionalInt length) implements ArchiveType {
  public static BinaryType varying() {
    return new BinaryType(OptionalInt.empty());
  }

  public static BinaryType fixed(int length) {
    return new BinaryType(OptionalInt.of(length));
  }

  @Override
  public ValueKind kind() {
    return ValueKind.BYTES;
  }

  @Override
  public int tag() {
    return 4;
  }

  @Override
  public Type iceberg() {
    return length.isPresent()
        ? Types.FixedType.ofLength(length.getAsInt())
        : Types.BinaryType.get();
  }

  @Override
  public PrimitiveType parquet(String name, int fieldId, boolean required) {
    if (length.isPresent()) {
      return ParquetFields.primitive(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY, required)
          .length(length.getAsInt())
          .id(fieldId)
          .named(name);
    }
    return ParquetFields.primitive(PrimitiveTypeName.BINARY, required).id(fieldId).named(name);
  }

  @Override
  public @Nullable Object read(ResultSet row, int index) throws SQLException, NotStorableException {
    byte[] value = row.getBytes(index);
    if (value != null && length.isPresent() && value.length != length.getAsInt()) {
      throw new NotStorableException(
          "it has " + value.length + " bytes where every value has " + length.getAsInt());
    }
    return value;
  }

  @Override
  public void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
    statement.setBytes(parameter, (byte[]) value);
  }

  @Override
  public int compare(Object left, Object right) {
    return Arrays.compareUnsigned((byte[]) left, (byte[]) right);
  }

  @Override
  public String text(Object value) {
    return HexFormat.of().formatHex((byte[]) value);
  }

  /** Reads hex in either case. A short value of a BINARY(n) column is not padded: MySQL doesn't. */
  @Override
  public Object parse(String text) {
    byte[] value;
    try {
      value = HexFormat.of().parseHex(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("'" + text + "' is not hex, two digits per byte.", e);
    }
    if (length.isPresent() && value.length != length.getAsInt()) {
      throw new IllegalArgumentException(
          text + " has " + value.length + " bytes; the column's values have " + length.getAsInt());
    }
    return value;
  }
}
