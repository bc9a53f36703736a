package io.tallykeep.verifier.hash;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A payload's SHA-256.
 *
 * @param hex 64 lower-case hexadecimal digits, as {@code verifier lookup --payload-hash} takes them
 */
public record PayloadHash(String hex) {
  public PayloadHash {
    if (!hex.matches("[0-9a-f]{64}")) {
      throw new IllegalArgumentException(
          "A payload hash is 64 lower-case hexadecimal digits, not '" + hex + "'.");
    }
  }

  static PayloadHash of(byte[] encoded) {
    try {
      return new PayloadHash(
          HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(encoded)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** The hash's 32 bytes, as look-up and gate take them, whatever the column's type. */
  public byte[] bytes() {
    return HexFormat.of().parseHex(hex);
  }
}
