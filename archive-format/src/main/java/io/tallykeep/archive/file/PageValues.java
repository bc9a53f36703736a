package io.tallykeep.archive.file;

import java.io.IOException;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ValuesType;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.io.api.Binary;
import org.jspecify.annotations.Nullable;

/**
 * The values of one page, one after another. A column reader of parquet-java's for the {@link
 * ColumnCodec}s' sake, without its cost for values that are passed over. Not thread-safe.
 */
final class PageValues implements ColumnReader {
  private final ColumnDescriptor column;
  private final long rowCount;
  private final ValuesReader levels;
  private final ValuesReader values;

  /**
   * Opens a page and stands before its first value.
   *
   * @param dictionary the column's dictionary page, which the page may refer to
   */
  PageValues(ColumnDescriptor column, StoredPage page, @Nullable StoredPage dictionary)
      throws IOException {
    this.column = column;
    this.rowCount = page.rowCount();
    ByteBufferInputStream content = ByteBufferInputStream.wrap(page.content());
    this.levels = page.levelEncoding().getValuesReader(column, ValuesType.DEFINITION_LEVEL);
    if (column.getMaxDefinitionLevel() > 0) {
      levels.initFromPage(page.rowCount(), content);
    }
    this.values = reader(column, page.encoding(), dictionary);
    values.initFromPage(page.rowCount(), content);
  }

  private static ValuesReader reader(
      ColumnDescriptor column, Encoding encoding, @Nullable StoredPage dictionary)
      throws IOException {
    if (!encoding.usesDictionary()) {
      return encoding.getValuesReader(column, ValuesType.VALUES);
    }
    if (dictionary == null) {
      throw new IOException("column " + column.getPath()[0] + " has no dictionary");
    }
    int listed = dictionary.header().getDictionary_page_header().getNum_values();
    BytesInput bytes = BytesInput.from(dictionary.content());
    DictionaryPage page = new DictionaryPage(bytes, listed, dictionary.encoding());
    Dictionary entries = encoding.initDictionary(column, page);
    return encoding.getDictionaryBasedValuesReader(column, ValuesType.VALUES, entries);
  }

  /** The next value, null for NULL. */
  @Nullable Object next(ColumnCodec codec) {
    return isNull() ? null : codec.read(this);
  }

  private boolean isNull() {
    return column.getMaxDefinitionLevel() > 0 && levels.readInteger() == 0;
  }

  /** Passes over some values. */
  void pass(int count) {
    int present = count;
    if (column.getMaxDefinitionLevel() > 0) {
      for (int i = 0; i < count; i++) {
        present -= 1 - levels.readInteger();
      }
    }
    values.skip(present);
  }

  @Override
  public int getInteger() {
    return values.readInteger();
  }

  @Override
  public long getLong() {
    return values.readLong();
  }

  @Override
  public Binary getBinary() {
    return values.readBytes();
  }

  @Override
  public ColumnDescriptor getDescriptor() {
    return column;
  }

  @Override
  public long getTotalValueCount() {
    return rowCount;
  }

  @Override
  public boolean getBoolean() {
    throw new UnsupportedOperationException("archive files have no such values.");
  }

  @Override
  public float getFloat() {
    throw new UnsupportedOperationException("archive files have no such values.");
  }

  @Override
  public double getDouble() {
    throw new UnsupportedOperationException("archive files have no such values.");
  }

  @Override
  public void consume() {
    throw new UnsupportedOperationException("reading a value goes on to the next one.");
  }

  @Override
  public void skip() {
    pass(1);
  }

  @Override
  public int getCurrentRepetitionLevel() {
    return 0;
  }

  @Override
  public int getCurrentDefinitionLevel() {
    throw new UnsupportedOperationException("next answers null for NULL.");
  }

  @Override
  public void writeCurrentValueToConverter() {
    throw new UnsupportedOperationException("values are taken directly.");
  }

  @Override
  public int getCurrentValueDictionaryID() {
    throw new UnsupportedOperationException("values are taken directly.");
  }
}
