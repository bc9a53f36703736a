package io.tallykeep.archive.file;

import com.github.luben.zstd.Zstd;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;

/**
 * One page within the bytes of a row group, not looked into yet.
 *
 * @param group the row group's bytes
 * @param from the first byte behind the page's header
 * @param codec how the page is compressed, as {@link SparseIndexEntry} numbers it
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

  /** How the values are encoded; those of a dictionary or those of a page. */
  Encoding encoding() {
    return encoding(
        isDictionary()
            ? header.getDictionary_page_header().getEncoding()
            : header.getData_page_header().getEncoding());
  }

  /** How a page tells which values are NULL. */
  Encoding levelEncoding() {
    return encoding(header.getData_page_header().getDefinition_level_encoding());
  }

  private static Encoding encoding(org.apache.parquet.format.Encoding encoding) {
    return Encoding.valueOf(encoding.name());
  }

  /**
   * The page's bytes as they were before compression; not to be changed.
   *
   * @throws IOException if it fails its checksum or is not as long as it states
   */
  ByteBuffer content() throws IOException {
    int length = header.getCompressed_page_size();
    CRC32 checksum = new CRC32();
    checksum.update(group, from, length);
    if (!header.isSetCrc() || (int) checksum.getValue() != header.getCrc()) {
      throw new IOException("the page at byte " + from + " of its row group fails its checksum");
    }
    int size = header.getUncompressed_page_size();
    if (codec == SparseIndexEntry.STORED) {
      requireSize(length, size);
      return ByteBuffer.wrap(group, from, length).slice();
    }
    requireSize(Zstd.getFrameContentSize(group, from, length, false), size);
    byte[] content = new byte[size];
    requireSize(Zstd.decompressByteArray(content, 0, size, group, from, length), size);
    return ByteBuffer.wrap(content);
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
