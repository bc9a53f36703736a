package io.tallykeep.archive.schema;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.apache.iceberg.types.Type;
import org.apache.parquet.schema.PrimitiveType;
import org.jspecify.annotations.Nullable;

/**
 * How the values of one MySQL column are held in the archive.
 *
 * <p>A type knows everything that differs between types: its Iceberg and Parquet form, how a value
 * is read from a result set, compared and shown. What is common to several types hangs on their
 * {@link ValueKind}. A value is never null here; NULL is the caller's. Immutable and thread-safe.
 */
public sealed interface ArchiveType
    permits IntegerType, DecimalType, TextType, BinaryType, DateType, DateTimeType, TimestampType {

  /** The Java class of the values and with it their form in files and in the canonical encoding. */
  ValueKind kind();

  /** The type's tag in the canonical encoding: 1 to 255, never reused for another meaning. */
  int tag();

  Type iceberg();

  /** The column as a Parquet field. */
  PrimitiveType parquet(String name, int fieldId, boolean required);

  /**
   * Reads the column from the current row of a connection that {@code MysqlSource} opened.
   *
   * @return the value, or null for NULL
   * @throws NotStorableException if the archive can't hold the value
   */
  @Nullable Object read(ResultSet row, int index) throws SQLException, NotStorableException;

  /** Binds a value as a statement's parameter, in the form that lets MySQL use an index. */
  void bind(PreparedStatement statement, int parameter, Object value) throws SQLException;

  /**
   * Orders two values as MySQL's index does: numbers and times by value, bytes unsigned.
   *
   * @return negative, zero or positive
   */
  int compare(Object left, Object right);

  /** The value for people and JSON: binary in lower-case hex, times in ISO-8601. */
  String text(Object value);

  /**
   * The value that {@link #text} rendered, as a command line or a JSON document states it.
   *
   * @throws IllegalArgumentException if the text is no value of this type; says why
   */
  Object parse(String text);
}
