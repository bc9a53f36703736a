package io.tallykeep.statement.text;

import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Limits;
import io.tallykeep.statement.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;

/**
 * A file's characters, decoded strictly: bytes that are not text of the encoding, control
 * characters other than tab and line ends, and lines above the limit end it with a {@link Refusal}
 * that names the line. Reads 16 KiB ahead at most. Not thread-safe.
 */
public final class StrictText extends Reader {
  private static final int BUFFER = 16 * 1024;

  private final InputStream bytes;
  private final CharsetDecoder decoder;
  private final int maxLine;
  private final ByteBuffer undecoded = ByteBuffer.allocate(BUFFER);

  private long line = 1;
  private int lineLength;
  private boolean afterReturn;
  private boolean ended;
  private boolean flushed;

  /**
   * Reads from the first character.
   *
   * @param text bytes after a byte order mark and their encoding; the bytes are closed with this
   */
  public StrictText(TextEncoding text, Limits limits) {
    this.bytes = text.bytes();
    this.decoder =
        text.charset()
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    this.maxLine = limits.lineChars();
    undecoded.limit(0);
  }

  /**
   * {@inheritDoc}
   *
   * @throws Refusal {@link FindingCode#BAD_ENCODING} or {@link FindingCode#LIMIT_LINE}, with its
   *     line; what stands before it has been handed out
   */
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
    check(target, offset, count);
    return count == 0 ? -1 : count;
  }

  private void decodeInto(CharBuffer characters) throws IOException {
    CoderResult result = decoder.decode(undecoded, characters, ended);
    if (result.isError()) {
      if (characters.position() > 0) {
        return; // What stands before the bad bytes is handed out first, so that lines are counted.
      }
      throw refusal(
          FindingCode.BAD_ENCODING, "bytes that are not " + decoder.charset().name() + " text");
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
      undecoded.position(undecoded.position() + count);
    }
    undecoded.flip();
  }

  private void check(char[] target, int offset, int count) {
    for (int i = offset; i < offset + count; i++) {
      char character = target[i];
      if (character >= ' ' && character != '\u007f') {
        afterReturn = false;
        if (++lineLength > maxLine) {
          throw refusal(FindingCode.LIMIT_LINE, "a line of more than " + maxLine + " characters");
        }
      } else {
        checkControl(character);
      }
    }
  }

  private void checkControl(char character) {
    if (character == '\r' || character == '\n') {
      line += character == '\n' && afterReturn ? 0 : 1;
      lineLength = 0;
    } else if (character != '\t') {
      throw refusal(
          FindingCode.BAD_ENCODING, String.format("control character U+%04X", (int) character));
    }
    afterReturn = character == '\r';
  }

  private Refusal refusal(FindingCode code, String detail) {
    return new Refusal(new Finding(code, line, null, detail));
  }

  @Override
  public void close() throws IOException {
    bytes.close();
  }
}
