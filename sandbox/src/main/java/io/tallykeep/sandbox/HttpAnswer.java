package io.tallykeep.sandbox;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * What an {@link HttpFaultProxy} answers.
 *
 * @param status the status
 * @param headers without Content-Length, which is the body's; HEAD answers keep theirs
 * @param body the bytes that Content-Length promises
 * @param sent how many of them are sent before the connection ends; all, and it stays
 * @param delay before the first byte is sent
 */
public record HttpAnswer(
    int status, Map<String, String> headers, byte[] body, int sent, Duration delay) {

  static HttpAnswer of(int status, Map<String, String> headers, byte[] body) {
    return new HttpAnswer(status, headers, body, body.length, Duration.ZERO);
  }

  /** An error without a body. */
  public HttpAnswer instead(int otherStatus) {
    return new HttpAnswer(otherStatus, Map.of(), new byte[0], 0, delay);
  }

  /** The same, this much later. */
  public HttpAnswer after(Duration longer) {
    return new HttpAnswer(status, headers, body, sent, delay.plus(longer));
  }

  /** The connection ends in the middle of the body. */
  public HttpAnswer cutInHalf() {
    return new HttpAnswer(status, headers, body, body.length / 2, delay);
  }

  /** A body that lacks its last bytes, with a Content-Length that fits it. */
  public HttpAnswer shortBy(int bytes) {
    return withBody(Arrays.copyOf(body, Math.max(0, body.length - bytes)));
  }

  public HttpAnswer withBody(byte[] other) {
    return new HttpAnswer(status, headers, other, other.length, delay);
  }

  public HttpAnswer withHeader(String name, String value) {
    Map<String, String> changed = new LinkedHashMap<>(headers);
    changed.put(name, value);
    return new HttpAnswer(status, changed, body, sent, delay);
  }

  void waitFirst() {
    long end = System.nanoTime() + delay.toNanos();
    for (long left = delay.toNanos(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  /** Sends it. Returns whether the connection stays. */
  boolean send(boolean head, OutputStream out) throws IOException {
    StringBuilder text = new StringBuilder("HTTP/1.1 " + status + " -\r\n");
    headers.forEach((name, value) -> text.append(name).append(": ").append(value).append("\r\n"));
    if (!head && status != 204 && status != 304) {
      text.append("content-length: ").append(body.length).append("\r\n");
    }
    byte[] start = text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    byte[] all = Arrays.copyOf(start, start.length + (head ? 0 : sent));
    if (!head) {
      System.arraycopy(body, 0, all, start.length, sent);
    }
    out.write(all);
    out.flush();
    return sent == body.length;
  }
}
