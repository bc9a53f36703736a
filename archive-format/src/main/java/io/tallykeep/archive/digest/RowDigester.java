package io.tallykeep.archive.digest;

import io.tallykeep.archive.schema.ArchiveSchema;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;

/**
 * Adds rows up to a {@link TableDigest}. Keeps its buffers from row to row; not thread-safe, one
 * per thread.
 */
public final class RowDigester {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final RowEncoder encoder;
  private final MessageDigest sha256;
  private final byte[] hash = new byte[TableDigest.BYTES];
  private final long[] sum = new long[4];
  private long rowCount;

  public RowDigester(ArchiveSchema schema) {
    this.encoder = new RowEncoder(schema);
    try {
      this.sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Adds one row: its values in column order, null for NULL. */
  public void add(@Nullable Object[] row) {
    encoder.encode(row);
    sha256.update(encoder.buffer(), 0, encoder.length());
    try {
      sha256.digest(hash, 0, hash.length);
    } catch (DigestException e) {
      throw new IllegalStateException("a SHA-256 did not fit into 32 bytes", e);
    }
    addHash();
    rowCount++;
  }

  /** The length of the last row's canonical encoding, a measure of the row's size. */
  public int encodedBytes() {
    return encoder.length();
  }

  private void addHash() {
    long carry = 0;
    for (int word = 3; word >= 0; word--) {
      long addend = (long) LONG.get(hash, word * 8);
      long partial = sum[word] + addend;
      long carryOut = Long.compareUnsigned(partial, addend) < 0 ? 1 : 0;
      sum[word] = partial + carry;
      carryOut += carry == 1 && sum[word] == 0 ? 1 : 0;
      carry = carryOut;
    }
  }

  /** The digest of the rows added so far. */
  public TableDigest digest() {
    byte[] bytes = new byte[TableDigest.BYTES];
    for (int word = 0; word < 4; word++) {
      LONG.set(bytes, word * 8, sum[word]);
    }
    return new TableDigest(rowCount, new BigInteger(1, bytes));
  }
}
