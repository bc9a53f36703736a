package io.tallykeep.archive.file;

import io.tallykeep.archive.schema.ArchiveSchema;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.apache.parquet.column.values.bloomfilter.XxHash;

/**
 * Asks one block of a split-block Bloom filter, as Parquet's specification (BloomFilter.md) lays it
 * out: 32 bytes, eight words, one bit in each. Stateless; parquet-java's own filter keeps its mask
 * in a field and must not be shared by threads.
 */
final class FilterProbe {
  static final int BLOCK_BYTES = 32;

  private static final int[] SALT = {
    0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31
  };

  private FilterProbe() {}

  /** The column that filters are made of: the identity's last. */
  static int column(ArchiveSchema schema) {
    List<Integer> identity = schema.identityIndexes();
    return identity.get(identity.size() - 1);
  }

  /** XXH64 with seed 0 of a value's plain encoding. */
  static long hash(byte[] plain) {
    return new XxHash().hashBytes(plain);
  }

  /** Where the block of a hash begins in a filter of so many bytes. */
  static int blockFrom(long hash, int filterBytes) {
    long blocks = filterBytes / BLOCK_BYTES;
    return (int) (((hash >>> 32) * blocks) >>> 32) * BLOCK_BYTES;
  }

  /** Whether all eight bits of a hash are set in its block. */
  static boolean mayHold(byte[] block, long hash) {
    ByteBuffer words = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);
    int key = (int) hash;
    for (int i = 0; i < SALT.length; i++) {
      int bit = 1 << (key * SALT[i] >>> 27);
      if ((words.getInt(i * Integer.BYTES) & bit) == 0) {
        return false;
      }
    }
    return true;
  }
}
