package io.tallykeep.service.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;

/**
 * Splits a stream into lines of bounded length; of a longer one it says so and reads over the rest.
 * Lines end with LF or CRLF, the last one perhaps with the stream.
 */
final class LineReader {
  private static final int BUFFER = 8_192;

  private final InputStream in;
  private final int mostBytes;
  private final byte[] buffer = new byte[BUFFER];
  private int at;
  private int end;

  /** One line. */
  static final class Line {
    private final byte[] bytes;
    private final boolean tooLong;

    private Line(byte[] bytes, boolean tooLong) {
      this.bytes = bytes;
      this.tooLong = tooLong;
    }

    /** Without the line's end; none of a line that is too long. */
    byte[] bytes() {
      return bytes.clone();
    }

    boolean isTooLong() {
      return tooLong;
    }
  }

  LineReader(InputStream in, int mostBytes) {
    this.in = in;
    this.mostBytes = mostBytes;
  }

  /** The next line; empty at the end of the stream. Blocks until it is there. */
  Optional<Line> next() throws IOException {
    byte[] line = new byte[Math.min(mostBytes, 512)];
    int length = 0;
    boolean tooLong = false;
    boolean any = false;
    while (at < end || fill()) {
      any = true;
      byte read = buffer[at++];
      if (read == '\n') {
        return Optional.of(line(line, length, tooLong));
      }
      if (length == mostBytes) {
        tooLong = true;
      } else {
        if (length == line.length) {
          line = Arrays.copyOf(line, Math.min(mostBytes, line.length * 2));
        }
        line[length++] = read;
      }
    }
    return any ? Optional.of(line(line, length, tooLong)) : Optional.empty();
  }

  private static Line line(byte[] bytes, int length, boolean tooLong) {
    if (tooLong) {
      return new Line(new byte[0], true);
    }
    int whole = length > 0 && bytes[length - 1] == '\r' ? length - 1 : length;
    return new Line(Arrays.copyOf(bytes, whole), false);
  }

  private boolean fill() throws IOException {
    int read = 0;
    while (read == 0) {
      read = in.read(buffer, 0, buffer.length);
    }
    at = 0;
    end = Math.max(0, read);
    return read > 0;
  }
}
