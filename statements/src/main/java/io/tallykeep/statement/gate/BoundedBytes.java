package io.tallykeep.statement.gate;

import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Limits;
import io.tallykeep.statement.Refusal;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;

/**
 * A file's bytes: never more than the limit, and no archive. Compressed files are refused by their
 * first bytes, so that nothing is ever unpacked here. Not thread-safe.
 */
public final class BoundedBytes extends FilterInputStream {
  /** First bytes in hex. */
  private static final Map<String, String> ARCHIVES =
      Map.of(
          "504b0304", "a zip archive",
          "504b0506", "an empty zip archive",
          "1f8b", "a gzip file",
          "1f9d", "a compress file",
          "425a68", "a bzip2 file",
          "fd377a585a00", "an xz file",
          "377abcaf271c", "a 7-Zip archive",
          "28b52ffd", "a zstd file",
          "52617221", "a rar archive");

  private static final int SEEN = 6;

  private final long limit;
  private long count;

  private BoundedBytes(InputStream in, long limit) {
    super(in);
    this.limit = limit;
  }

  /**
   * Looks at the first bytes and bounds the rest.
   *
   * @throws Refusal {@link FindingCode#ARCHIVE_REFUSED}, {@link FindingCode#EMPTY_FILE}; reading on
   *     may throw {@link FindingCode#LIMIT_BYTES}
   * @throws IOException if the bytes can't be fetched
   */
  public static BoundedBytes of(InputStream in, Limits limits) throws IOException {
    PushbackInputStream bytes = new PushbackInputStream(in, SEEN);
    byte[] first = bytes.readNBytes(SEEN);
    bytes.unread(first);
    if (first.length == 0) {
      throw new Refusal(FindingCode.EMPTY_FILE, "The file has no bytes.");
    }
    String hex = HexFormat.of().formatHex(Arrays.copyOf(first, first.length));
    ARCHIVES.forEach(
        (magic, what) -> {
          if (hex.startsWith(magic)) {
            throw new Refusal(
                FindingCode.ARCHIVE_REFUSED,
                "The file is " + what + ": unpack it and import what is in it.");
          }
        });
    return new BoundedBytes(bytes, limits.bytes());
  }

  @Override
  public int read() throws IOException {
    int value = super.read();
    return value < 0 ? value : counted(1, value);
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int read = super.read(buffer, offset, length);
    return read <= 0 ? read : counted(read, read);
  }

  @Override
  public long skip(long bytes) throws IOException {
    return readNBytes((int) Math.min(bytes, 8192)).length;
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  /** The underlying stream is the caller's to close. */
  @Override
  public void close() {}

  private int counted(int bytes, int result) {
    count += bytes;
    if (count > limit) {
      throw new Refusal(
          new Finding(
              FindingCode.LIMIT_BYTES, 0, null, "The file has more than " + limit + " bytes."));
    }
    return result;
  }
}
