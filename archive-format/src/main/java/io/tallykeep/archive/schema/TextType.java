package io.tallykeep.archive.schema;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/**
 * CHAR, VARCHAR and the TEXT types of every character set, as UTF-8.
 *
 * <p>The server converts to utf8mb4; the bytes are taken from the wire without a Java string in
 * between and checked to be UTF-8, since other readers of the files refuse anything else.
 */
public record TextType() implements ArchiveType {
  @Override
  public ValueKind kind() {
    return ValueKind.BYTES;
  }

  @Override
  public int tag() {
    return 3;
  }

  @Override
  public Type iceberg() {
    return Types.StringType.get();
  }

  @Override
  public PrimitiveType parquet(String name, int fieldId, boolean required) {
    return ParquetFields.primitive(PrimitiveTypeName.BINARY, required)
        .as(LogicalTypeAnnotation.stringType())
        .id(fieldId)
        .named(name);
  }

  @Override
  public @Nullable Object read(ResultSet row, int index) throws SQLException, NotStorableException {
    byte[] value = row.getBytes(index);
    if (value != null && !isUtf8(value)) {
      throw new NotStorableException(
          "its bytes (hex " + Hex.of(value) + ") are not UTF-8: correct the value in the table");
    }
    return value;
  }

  static boolean isUtf8(byte[] value) {
    for (byte b : value) {
      if (b < 0) {
        return decodes(value);
      }
    }
    return true;
  }

  private static boolean decodes(byte[] value) {
    try {
      CharBuffer unused = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(value));
      return unused != null;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  @Override
  public void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
    statement.setString(parameter, text(value));
  }

  @Override
  public int compare(Object left, Object right) {
    return Arrays.compareUnsigned((byte[]) left, (byte[]) right);
  }

  @Override
  public String text(Object value) {
    return new String((byte[]) value, StandardCharsets.UTF_8);
  }

  @Override
  public Object parse(String text) {
    byte[] value = text.getBytes(StandardCharsets.UTF_8);
    if (!text.equals(new String(value, StandardCharsets.UTF_8))) {
      throw new IllegalArgumentException(
          "the text holds half a surrogate pair: no such character.");
    }
    return value;
  }
}
