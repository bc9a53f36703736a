package io.tallykeep.archive.schema;

import java.util.HexFormat;

/** Bytes for people: lower-case hex, long values cut in messages. */
final class Hex {
  private static final int SHOWN = 64;

  private Hex() {}

  static String of(byte[] value) {
    if (value.length <= SHOWN) {
      return HexFormat.of().formatHex(value);
    }
    return HexFormat.of().formatHex(value, 0, SHOWN) + "… of " + value.length + " bytes";
  }
}
