package io.tallykeep.archive.file;

import java.io.ByteArrayOutputStream;

/** Reads numbers of 1 to 5 bytes, seven bits each, the lowest first; and bytes between them. */
final class VarInts {
  private final byte[] bytes;
  private final int end;
  private int position;

  VarInts(byte[] bytes, int from, int end) {
    this.bytes = bytes;
    this.position = from;
    this.end = end;
  }

  static void write(ByteArrayOutputStream out, int value) {
    int left = value;
    while ((left & ~0x7F) != 0) {
      out.write((left & 0x7F) | 0x80);
      left >>>= 7;
    }
    out.write(left);
  }

  /**
   * The next number, never negative.
   *
   * @throws IllegalStateException if there is none or it has more than 31 bits
   */
  int next() {
    long value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      int one = one();
      value |= (long) (one & 0x7F) << shift;
      if ((one & 0x80) == 0) {
        if (value > Integer.MAX_VALUE) {
          break;
        }
        return (int) value;
      }
    }
    throw new IllegalStateException("a number of more than 31 bits before byte " + position);
  }

  private int one() {
    if (position >= end) {
      throw new IllegalStateException("the bytes end at " + end);
    }
    return bytes[position++] & 0xFF;
  }

  /** Copies the next bytes. */
  void copy(byte[] target, int offset, int count) {
    if (count > end - position) {
      throw new IllegalStateException("the bytes end at " + end);
    }
    System.arraycopy(bytes, position, target, offset, count);
    position += count;
  }

  int position() {
    return position;
  }

  boolean atEnd() {
    return position == end;
  }
}
