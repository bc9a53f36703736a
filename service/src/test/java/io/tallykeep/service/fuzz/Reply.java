package io.tallykeep.service.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One HTTP reply as it came over the connection.
 *
 * @param status the status line's number
 * @param head status line and headers
 * @param body without chunk sizes
 * @param whole whether nothing of it is missing
 */
record Reply(int status, String head, String body, boolean whole) {
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d{3})( [^\r\n]*)?\r\n");
  private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: (\\d+)\r\n");
  private static final Pattern CHUNKED = Pattern.compile("(?i)\r\ntransfer-encoding: chunked\r\n");
  private static final Pattern CHUNK = Pattern.compile("([0-9a-fA-F]+)\r\n");

  String header(String name) {
    Matcher value = Pattern.compile("(?i)\r\n" + name + ": ([^\r\n]*)\r\n").matcher(head);
    return value.find() ? value.group(1) : "";
  }

  /**
   * Takes a connection's bytes apart, interim replies (1xx) left out.
   *
   * @param heads whether the requests were HEAD, whose replies have no body
   * @throws AssertionError if they are not replies one after the other
   */
  static List<Reply> all(byte[] bytes, boolean heads) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    List<Reply> replies = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      Matcher status = STATUS.matcher(text).region(at, text.length());
      int headEnd = text.indexOf("\r\n\r\n", at);
      if (!status.lookingAt() || headEnd < 0) {
        throw new AssertionError(
            "no reply begins with " + shown(text.substring(at, Math.min(at + 400, text.length()))));
      }
      String head = text.substring(at, headEnd + 4);
      int number = Integer.parseInt(status.group(1));
      at = headEnd + 4;
      if (number >= 200) {
        Body body = heads || number == 204 || number == 304 ? Body.NONE : body(head, text, at);
        at += body.length;
        replies.add(new Reply(number, head, utf8(body.text), body.whole));
      }
    }
    return replies;
  }

  private record Body(String text, int length, boolean whole) {
    private static final Body NONE = new Body("", 0, true);
  }

  private static Body body(String head, String text, int at) {
    Matcher length = LENGTH.matcher(head);
    if (length.find()) {
      int wanted = Integer.parseInt(length.group(1));
      int there = Math.min(wanted, text.length() - at);
      return new Body(text.substring(at, at + there), there, there == wanted);
    }
    if (CHUNKED.matcher(head).find()) {
      return chunks(text, at);
    }
    return new Body(text.substring(at), text.length() - at, true);
  }

  private static Body chunks(String text, int start) {
    StringBuilder body = new StringBuilder();
    int at = start;
    while (true) {
      Matcher chunk = CHUNK.matcher(text).region(at, text.length());
      if (!chunk.lookingAt()) {
        return new Body(body.toString(), text.length() - start, false);
      }
      int size = Integer.parseInt(chunk.group(1), 16);
      int from = chunk.end();
      if (from + size + 2 > text.length()) {
        return new Body(body.toString(), text.length() - start, false);
      }
      body.append(text, from, from + size);
      at = from + size + 2;
      if (size == 0) {
        return new Body(body.toString(), at - start, true);
      }
    }
  }

  private static String utf8(String bytes) {
    return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  /** Bytes as they can be printed. */
  static String shown(String text) {
    ByteArrayOutputStream shown = new ByteArrayOutputStream();
    for (char c : text.toCharArray()) {
      String printed = c >= ' ' && c < 127 ? String.valueOf(c) : String.format("\\x%02x", (int) c);
      shown.writeBytes(printed.getBytes(StandardCharsets.US_ASCII));
    }
    return shown.toString(StandardCharsets.US_ASCII);
  }
}
