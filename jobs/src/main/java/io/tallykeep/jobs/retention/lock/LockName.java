package io.tallykeep.jobs.retention.lock;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/**
 * A GET_LOCK name: at most 64 characters, readable, and different for different things on one
 * server. Lower case throughout, since MySQL compares lock names without regard to case: two tables
 * whose names differ only in case share a lock, which is safe.
 */
record LockName(String value) {
  private static final int MAXIMUM = 64;
  private static final int HASH_DIGITS = 16;

  /**
   * @param kind what is locked, short
   * @param what its name on the server, of any length
   */
  static LockName of(String kind, String what) {
    String name = "tallykeep:" + kind + ":" + what.toLowerCase(Locale.ROOT);
    if (name.length() <= MAXIMUM) {
      return new LockName(name);
    }
    String hash = HexFormat.of().formatHex(sha256(name)).substring(0, HASH_DIGITS);
    return new LockName(name.substring(0, MAXIMUM - HASH_DIGITS - 1) + "#" + hash);
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
