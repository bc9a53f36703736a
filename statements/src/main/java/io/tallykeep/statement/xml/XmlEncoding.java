package io.tallykeep.statement.xml;

import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Refusal;
import io.tallykeep.statement.text.TextEncoding;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A document's encoding by XML 1.0, section 4.3.3: the byte order mark's, else the declaration's,
 * else UTF-8; a mark and a declaration that differ are refused.
 */
final class XmlEncoding {
  private static final int SEEN = 256;
  private static final Pattern DECLARED =
      Pattern.compile("^\\s*<\\?xml\\s[^>]*?\\sencoding\\s*=\\s*[\"']([A-Za-z0-9._-]+)[\"']");

  private XmlEncoding() {}

  static TextEncoding decide(InputStream in) throws IOException {
    PushbackInputStream bytes = new PushbackInputStream(in, SEEN);
    byte[] first = bytes.readNBytes(SEEN);
    bytes.unread(first);
    return TextEncoding.decide(bytes, declared(first));
  }

  /** What the declaration says, which is ASCII; without one UTF-16 after its mark, else UTF-8. */
  private static Charset declared(byte[] first) {
    boolean wide = first.length > 1 && (first[0] & 0xff) + (first[1] & 0xff) == 0xfe + 0xff;
    String text =
        wide
            ? new String(first, StandardCharsets.UTF_16)
            : new String(first, StandardCharsets.ISO_8859_1).replace("\u00ef\u00bb\u00bf", "");
    Matcher declared = DECLARED.matcher(text);
    if (declared.find()) {
      return charset(declared.group(1));
    }
    return wide ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8;
  }

  private static Charset charset(String name) {
    try {
      return Charset.forName(name);
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      throw new Refusal(
          new Finding(
              FindingCode.ENCODING_MISMATCH,
              1,
              null,
              "The encoding " + Finding.quote(name) + " is not read."));
    }
  }
}
