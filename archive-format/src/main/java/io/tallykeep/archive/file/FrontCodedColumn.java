package io.tallykeep.archive.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesReader;

/**
 * An identity column in DELTA_BYTE_ARRAY: each value states how many bytes it shares with the one
 * before, so most of them are compared by their first other byte. Not thread-safe.
 */
final class FrontCodedColumn implements IdentityColumn {
  private final Iterator<StoredPage> pages;
  private final byte[] asked;
  private DeltaBinaryPackingValuesReader sharedLengths = new DeltaBinaryPackingValuesReader();
  private DeltaBinaryPackingValuesReader moreLengths = new DeltaBinaryPackingValuesReader();
  private byte[] more = new byte[0];
  private int position;
  private int left;
  private boolean first = true;

  private byte[] value = new byte[64];
  private int length;

  /** How many bytes the value and the asked one begin with in common, and how they compare. */
  private int common;

  private int order = -1;

  FrontCodedColumn(List<StoredPage> pages, byte[] asked) {
    this.pages = pages.iterator();
    this.asked = asked;
  }

  @Override
  public int advance() throws IOException {
    boolean opened = left == 0;
    if (opened) {
      open(pages.next());
    }
    left--;
    int shared = sharedLengths.readInteger();
    int added = moreLengths.readInteger();
    if (shared < 0
        || shared > (opened ? 0 : length)
        || added < 0
        || added > more.length - position) {
      throw new IOException("a value shares " + shared + " bytes and adds " + added);
    }
    int step = first ? 1 : compareWithPrevious(shared, added);
    first = false;
    take(shared, added);
    if (left == 0 && position != more.length) {
      throw new IOException("a page has bytes behind its last value");
    }
    return step;
  }

  private void open(StoredPage page) throws IOException {
    ByteBufferInputStream content = ByteBufferInputStream.wrap(page.content());
    sharedLengths = new DeltaBinaryPackingValuesReader();
    sharedLengths.initFromPage(page.rowCount(), content);
    moreLengths = new DeltaBinaryPackingValuesReader();
    moreLengths.initFromPage(page.rowCount(), content);
    ByteBuffer rest = content.slice(content.available());
    more = new byte[rest.remaining()];
    rest.get(more);
    position = 0;
    left = page.rowCount();
  }

  private int compareWithPrevious(int shared, int added) {
    return Arrays.compareUnsigned(more, position, position + added, value, shared, length);
  }

  private void take(int shared, int added) {
    length = shared + added;
    if (length > value.length) {
      value = Arrays.copyOf(value, Math.max(length, 2 * value.length));
    }
    System.arraycopy(more, position, value, shared, added);
    position += added;
    if (shared <= common) {
      int mismatch = Arrays.mismatch(value, shared, length, asked, shared, asked.length);
      common = mismatch < 0 ? length : shared + mismatch;
      order = Arrays.compareUnsigned(value, common, length, asked, common, asked.length);
    }
  }

  @Override
  public int order() {
    return order;
  }

  @Override
  public Object value() {
    return Arrays.copyOf(value, length);
  }
}
