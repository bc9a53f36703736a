package io.tallykeep.archive.file;

import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;

/** Column readers want a converter although values are taken from them directly. */
final class UnusedConverter extends GroupConverter {
  @Override
  public Converter getConverter(int field) {
    return new PrimitiveConverter() {};
  }

  @Override
  public void start() {}

  @Override
  public void end() {}
}
