package io.tallykeep.sandbox;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Finds texts, one after the other, in a stream of bytes that comes in pieces, wherever a piece may
 * end. Not thread-safe: one for each stream.
 */
final class TextScan {
  private final List<Text> texts;
  private int current;
  private int matched;

  private TextScan(List<Text> texts) {
    this.texts = texts;
  }

  /** A text with, for each of its beginnings, the length of the longest that also ends it. */
  private record Text(byte[] bytes, int[] borders) {
    static Text of(String text) {
      if (text.isEmpty() || !StandardCharsets.US_ASCII.newEncoder().canEncode(text)) {
        throw new IllegalArgumentException(
            "The text to wait for must be ASCII and not empty: `" + text + "`.");
      }
      byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
      int[] borders = new int[bytes.length];
      for (int i = 1; i < bytes.length; i++) {
        borders[i] = next(bytes, borders, borders[i - 1], bytes[i]);
      }
      return new Text(bytes, borders);
    }

    /** How many bytes of the text match once this byte follows on so many that did. */
    int after(int matched, byte b) {
      return next(bytes, borders, matched, b);
    }

    private static int next(byte[] bytes, int[] borders, int matched, byte b) {
      int length = matched;
      while (length > 0 && bytes[length] != b) {
        length = borders[length - 1];
      }
      return bytes[length] == b ? length + 1 : length;
    }
  }

  /**
   * A scan that has seen nothing yet.
   *
   * @param texts ASCII, compared byte for byte
   */
  static TextScan of(List<String> texts) {
    if (texts.isEmpty()) {
      throw new IllegalArgumentException("There must be a text to wait for.");
    }
    return new TextScan(texts.stream().map(Text::of).toList());
  }

  /** A scan for the same texts that has seen nothing yet. */
  TextScan anew() {
    return new TextScan(texts);
  }

  /**
   * Takes the next piece of the stream.
   *
   * @return whether the last text ends in it; the scan then begins anew with the piece after it
   */
  boolean passes(byte[] bytes, int length) {
    for (int i = 0; i < length; i++) {
      matched = texts.get(current).after(matched, bytes[i]);
      if (matched == texts.get(current).bytes().length) {
        matched = 0;
        current = (current + 1) % texts.size();
        if (current == 0) {
          return true;
        }
      }
    }
    return false;
  }

  @Override
  public String toString() {
    return String.join(
        ", then ",
        texts.stream().map(text -> new String(text.bytes(), StandardCharsets.US_ASCII)).toList());
  }
}
