package io.tallykeep.archive.file;

import com.github.luben.zstd.Zstd;
import java.io.IOException;
import java.util.zip.CRC32;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.schema.PrimitiveType;

/**
 * One page within the bytes of a row group, not looked into yet.
 *
 * @param group the row group's bytes
 * @param from the first byte behind the page's header
 * @param firstRow the row of its first value, counted within the row group; 0 for a dictionary
 */
record StoredPage(byte[] group, int from, PageHeader header, byte codec, int firstRow) {

  /** Whether this is a dictionary, which stands before the first page of values. */
  boolean isDictionary() {
    return header.getType() == PageType.DICTIONARY_PAGE;
  }

  int end() {
    return from + header.getCompressed_page_size();
  }

  /** How many rows it has a value of, NULL included; a dictionary has none. */
  int rowCount() {
    return isDictionary() ? 0 : header.getData_page_header().getNum_values();
  }

  /**
   * The values of a page.
   *
   * @throws IOException if it fails its checksum or is not as long as it states
   */
  DataPage values(PrimitiveType type) throws IOException {
    DataPageHeader values = header.getData_page_header();
    return new DataPageV1(
        content(),
        values.getNum_values(),
        header.getUncompressed_page_size(),
        Statistics.noopStats(type),
        encoding(values.getRepetition_level_encoding()),
        encoding(values.getDefinition_level_encoding()),
        encoding(values.getEncoding()));
  }

  /** The values a dictionary lists. */
  DictionaryPage dictionary() throws IOException {
    DictionaryPageHeader values = header.getDictionary_page_header();
    return new DictionaryPage(content(), values.getNum_values(), encoding(values.getEncoding()));
  }

  private static Encoding encoding(org.apache.parquet.format.Encoding encoding) {
    return Encoding.valueOf(encoding.name());
  }

  private BytesInput content() throws IOException {
    int length = header.getCompressed_page_size();
    CRC32 checksum = new CRC32();
    checksum.update(group, from, length);
    if (!header.isSetCrc() || (int) checksum.getValue() != header.getCrc()) {
      throw new IOException("the page at byte " + from + " of its row group fails its checksum");
    }
    int size = header.getUncompressed_page_size();
    if (codec == SparseIndexEntry.STORED) {
      requireSize(length, size);
      return BytesInput.from(group, from, length);
    }
    byte[] content = new byte[size];
    requireSize(Zstd.getFrameContentSize(group, from, length, false), size);
    requireSize(Zstd.decompressByteArray(content, 0, size, group, from, length), size);
    return BytesInput.from(content);
  }

  private void requireSize(long found, int stated) throws IOException {
    if (found != stated) {
      throw new IOException(
          "the page at byte "
              + from
              + " of its row group holds "
              + found
              + " bytes, not "
              + stated);
    }
  }
}
