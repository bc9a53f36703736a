package io.tallykeep.service.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Random choices and damage, all from one seeded source. */
final class Bytes {
  private final Random random;

  Bytes(Random random) {
    this.random = random;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  /** Once in so many times. */
  boolean once(int times) {
    return random.nextInt(times) == 0;
  }

  @SafeVarargs
  final <T> T any(T... values) {
    return values[random.nextInt(values.length)];
  }

  <T> T any(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  byte[] random(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Printable ASCII without line ends. */
  String text(int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append((char) (' ' + random.nextInt(95)));
    }
    return text.toString();
  }

  /** A few bytes replaced, taken out, put in or doubled; sometimes cut. */
  byte[] damaged(byte[] whole) {
    byte[] bytes = whole;
    for (int change = random.nextInt(4); change >= 0 && bytes.length > 0; change--) {
      int at = random.nextInt(bytes.length);
      int length = Math.min(bytes.length - at, 1 + random.nextInt(8));
      bytes =
          switch (random.nextInt(6)) {
            case 0 -> joined(upTo(bytes, at), random(length), after(bytes, at + length));
            case 1 -> joined(upTo(bytes, at), after(bytes, at + length));
            case 2 -> joined(upTo(bytes, at), random(length), after(bytes, at));
            case 3 -> joined(upTo(bytes, at + length), after(bytes, at));
            case 4 ->
                joined(
                    upTo(bytes, at),
                    utf8(any("\"", "{", "}", "[", ":", ",", "\\", "\0")),
                    after(bytes, at));
            default -> once(4) ? upTo(bytes, at) : bytes;
          };
    }
    return bytes;
  }

  static byte[] upTo(byte[] bytes, int end) {
    return Arrays.copyOf(bytes, end);
  }

  static byte[] after(byte[] bytes, int start) {
    return Arrays.copyOfRange(bytes, start, bytes.length);
  }

  static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
