package io.tallykeep.sandbox;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A fault of a {@link FaultProxy}: answers of requests that contain a text are lost, a given number
 * of times. Safe for use by several threads.
 */
public final class AnswerLoss {
  private final byte[] text;
  private final AtomicInteger left;
  private final AtomicInteger lost = new AtomicInteger();

  AnswerLoss(String text, int times) {
    if (text.isEmpty() || !StandardCharsets.US_ASCII.newEncoder().canEncode(text)) {
      throw new IllegalArgumentException(
          "The text to wait for must be ASCII and not empty: `" + text + "`.");
    }
    if (times < 1) {
      throw new IllegalArgumentException(
          "An answer is lost at least once, not " + times + " times.");
    }
    this.text = text.getBytes(StandardCharsets.US_ASCII);
    this.left = new AtomicInteger(times);
  }

  /**
   * How many answers have been lost; each of those requests was done by the server or refused by
   * it.
   */
  public int lostAnswers() {
    return lost.get();
  }

  int textLength() {
    return text.length;
  }

  /** Whether the text is within the first {@code length} bytes and may be used once more. */
  boolean takes(byte[] bytes, int length) {
    for (int at = 0; at + text.length <= length; at++) {
      if (matches(bytes, at)) {
        return left.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
      }
    }
    return false;
  }

  private boolean matches(byte[] bytes, int at) {
    for (int i = 0; i < text.length; i++) {
      if (bytes[at + i] != text[i]) {
        return false;
      }
    }
    return true;
  }

  void lost() {
    lost.incrementAndGet();
  }
}
