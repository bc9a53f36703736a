package io.tallykeep.verifier.hash;

import java.nio.charset.StandardCharsets;
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

  /** The hash's 32 bytes, for a BINARY(32) column. */
  public byte[] bytes() {
    return HexFormat.of().parseHex(hex);
  }

  /** The hexadecimal digits as 64 bytes of ASCII, for a CHAR(64) column. */
  public byte[] asciiBytes() {
    return hex.getBytes(StandardCharsets.US_ASCII);
  }
}
