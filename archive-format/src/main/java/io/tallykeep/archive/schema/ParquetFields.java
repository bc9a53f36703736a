package io.tallykeep.archive.schema;

import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;
import org.apache.parquet.schema.Types.PrimitiveBuilder;

/** The one place where a column's NULL-ability becomes a Parquet repetition. */
final class ParquetFields {
  private ParquetFields() {}

  static PrimitiveBuilder<org.apache.parquet.schema.PrimitiveType> primitive(
      PrimitiveTypeName physical, boolean required) {
    return required ? Types.required(physical) : Types.optional(physical);
  }
}
