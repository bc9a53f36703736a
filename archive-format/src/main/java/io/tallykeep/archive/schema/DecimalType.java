package io.tallykeep.archive.schema;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types.PrimitiveBuilder;
import org.jspecify.annotations.Nullable;

/**
 * DECIMAL up to 38 digits, and BIGINT UNSIGNED as decimal(20,0). Values carry exactly the column's
 * scale; nothing is rounded.
 *
 * <p>Parquet form by precision as Iceberg's specification demands (appendix A, "Parquet"): up to 9
 * digits INT32, up to 18 INT64, else the shortest fixed-length array.
 */
public record DecimalType(int precision, int scale) implements ArchiveType {
  static final int MAX_PRECISION = 38;

  public DecimalType {
    if (precision < 1 || precision > MAX_PRECISION || scale < 0 || scale > precision) {
      throw new IllegalArgumentException(
          "decimal(" + precision + "," + scale + ") is outside decimal(1..38, 0..precision).");
    }
  }

  @Override
  public ValueKind kind() {
    return ValueKind.DECIMAL;
  }

  @Override
  public int tag() {
    return 2;
  }

  @Override
  public Type iceberg() {
    return Types.DecimalType.of(precision, scale);
  }

  @Override
  public PrimitiveType parquet(String name, int fieldId, boolean required) {
    return builder(required)
        .as(LogicalTypeAnnotation.decimalType(scale, precision))
        .id(fieldId)
        .named(name);
  }

  private PrimitiveBuilder<PrimitiveType> builder(boolean required) {
    if (precision <= 9) {
      return ParquetFields.primitive(PrimitiveTypeName.INT32, required);
    }
    if (precision <= 18) {
      return ParquetFields.primitive(PrimitiveTypeName.INT64, required);
    }
    return ParquetFields.primitive(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY, required)
        .length(TypeUtil.decimalRequiredBytes(precision));
  }

  @Override
  public @Nullable Object read(ResultSet row, int index) throws SQLException, NotStorableException {
    BigDecimal value = row.getBigDecimal(index);
    if (value == null) {
      return null;
    }
    try {
      return fit(value);
    } catch (IllegalArgumentException e) {
      throw new NotStorableException(String.valueOf(e.getMessage()));
    }
  }

  private BigDecimal fit(BigDecimal value) {
    BigDecimal scaled;
    try {
      scaled = value.setScale(scale, RoundingMode.UNNECESSARY);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          value.toPlainString() + " has more than " + scale + " decimals.", e);
    }
    if (scaled.precision() > precision) {
      throw new IllegalArgumentException(
          value.toPlainString()
              + " has more digits than decimal("
              + precision
              + ","
              + scale
              + ").");
    }
    return scaled;
  }

  @Override
  public void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
    statement.setBigDecimal(parameter, (BigDecimal) value);
  }

  @Override
  public int compare(Object left, Object right) {
    return ((BigDecimal) left).compareTo((BigDecimal) right);
  }

  @Override
  public String text(Object value) {
    return ((BigDecimal) value).toPlainString();
  }

  @Override
  public Object parse(String text) {
    try {
      return fit(new BigDecimal(text));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + text + "' is no decimal number.", e);
    }
  }
}
