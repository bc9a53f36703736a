package io.tallykeep.statement.csv;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;

/**
 * A file's characters, decoded strictly: bytes that are not text of the encoding, and control
 * characters, end it with a {@link Refusal} that names the line. The byte order mark is not among
 * the characters. Reads ahead 16 KiB at most. For one thread.
 */
final class CsvText extends Reader {
  private static final int BUFFER = 16 * 1024;

  private final InputStream bytes;
  private final CharsetDecoder decoder;
  private final long maxBytes;
  private final ByteBuffer undecoded = ByteBuffer.allocate(BUFFER);

  private long bytesRead;
  private long line = 1;
  private boolean afterReturn;
  private boolean ended;
  private boolean flushed;

  /**
   * Reads from the bytes after a byte order mark.
   *
   * @param bytes positioned after the mark; closed with this
   * @param maxBytes more than that many bytes are refused
   */
  CsvText(InputStream bytes, Charset encoding, long maxBytes) {
    this.bytes = bytes;
    this.decoder =
        encoding
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    this.maxBytes = maxBytes;
    undecoded.limit(0);
  }

  @Override
  public int read(char[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    CharBuffer characters = CharBuffer.wrap(target, offset, length).slice();
    while (characters.position() == 0 && !flushed) {
      decodeInto(characters);
    }
    int count = characters.position();
    checkCharacters(target, offset, count);
    return count == 0 ? -1 : count;
  }

  private void decodeInto(CharBuffer characters) throws IOException {
    CoderResult result = decoder.decode(undecoded, characters, ended);
    if (result.isError()) {
      if (characters.position() > 0) {
        return; // What stands before the bad bytes is handed out first, so that lines are counted.
      }
      throw Refusal.atLine("BAD_ENCODING", line, "bytes that are not " + decoder.charset().name());
    }
    if (result.isUnderflow() && ended) {
      flushed = decoder.flush(characters).isUnderflow();
    } else if (result.isUnderflow()) {
      fill();
    }
  }

  private void fill() throws IOException {
    undecoded.compact();
    int count = bytes.read(undecoded.array(), undecoded.position(), undecoded.remaining());
    if (count < 0) {
      ended = true;
    } else {
      bytesRead += count;
      undecoded.position(undecoded.position() + count);
    }
    undecoded.flip();
    if (bytesRead > maxBytes) {
      throw Refusal.atLine("FILE_TOO_LARGE", line, "more than " + maxBytes + " bytes");
    }
  }

  private void checkCharacters(char[] target, int offset, int count) {
    for (int i = offset; i < offset + count; i++) {
      char character = target[i];
      if (character >= ' ' && character != '\u007f') {
        afterReturn = false;
        continue;
      }
      if (character == '\n') {
        line += afterReturn ? 0 : 1;
      } else if (character == '\r') {
        line++;
      } else if (character != '\t') {
        throw Refusal.atLine(
            "BAD_CHARACTER", line, String.format("control character U+%04X", (int) character));
      }
      afterReturn = character == '\r';
    }
  }

  @Override
  public void close() throws IOException {
    bytes.close();
  }
}
