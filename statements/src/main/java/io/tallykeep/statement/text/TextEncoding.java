package io.tallykeep.statement.text;

import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A file's bytes after its byte order mark, and the encoding they are in.
 *
 * @param bytes what follows the mark
 * @param charset the encoding
 */
public record TextEncoding(InputStream bytes, Charset charset) {
  private static final int MARK = 4;

  /**
   * Decides by the byte order mark (UTF-8, UTF-16), or where there is none by the declaration.
   *
   * @param declared what the format or the profile says, null if nothing does
   * @throws Refusal {@link FindingCode#ENCODING_MISMATCH} if mark and declaration contradict each
   *     other, neither says anything, or the encoding is UTF-32
   * @throws IOException if the bytes can't be fetched
   */
  public static TextEncoding decide(InputStream in, @Nullable Charset declared) throws IOException {
    PushbackInputStream bytes = new PushbackInputStream(in, MARK);
    byte[] first = bytes.readNBytes(MARK);
    Charset marked = marked(first);
    int skip = marked == null ? 0 : marked.equals(StandardCharsets.UTF_8) ? 3 : 2;
    bytes.unread(first, skip, first.length - skip);
    if (marked == null) {
      return new TextEncoding(bytes, unmarked(declared));
    }
    if (declared != null && !declared.equals(marked) && !isFamily(declared, marked)) {
      throw new Refusal(
          FindingCode.ENCODING_MISMATCH,
          "The byte order mark says " + marked + ", declared is " + declared + ".");
    }
    return new TextEncoding(bytes, marked);
  }

  private static boolean isFamily(Charset declared, Charset marked) {
    return declared.equals(StandardCharsets.UTF_16) && !marked.equals(StandardCharsets.UTF_8);
  }

  private static Charset unmarked(@Nullable Charset declared) {
    if (declared == null || declared.equals(StandardCharsets.UTF_16)) {
      throw new Refusal(
          FindingCode.ENCODING_MISMATCH,
          "The file has no byte order mark: declare its encoding (UTF-16LE or UTF-16BE, not"
              + " UTF-16).");
    }
    return declared;
  }

  private static @Nullable Charset marked(byte[] first) {
    if (startsWith(first, 0x00, 0x00, 0xfe, 0xff) || startsWith(first, 0xff, 0xfe, 0x00, 0x00)) {
      throw new Refusal(FindingCode.ENCODING_MISMATCH, "UTF-32 is not read.");
    }
    if (startsWith(first, 0xef, 0xbb, 0xbf)) {
      return StandardCharsets.UTF_8;
    }
    if (startsWith(first, 0xfe, 0xff)) {
      return StandardCharsets.UTF_16BE;
    }
    return startsWith(first, 0xff, 0xfe) ? StandardCharsets.UTF_16LE : null;
  }

  private static boolean startsWith(byte[] bytes, int... mark) {
    if (bytes.length < mark.length) {
      return false;
    }
    for (int i = 0; i < mark.length; i++) {
      if ((bytes[i] & 0xff) != mark[i]) {
        return false;
      }
    }
    return true;
  }
}
