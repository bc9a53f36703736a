package io.tallykeep.statement.identity;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;

/** SHA-256 over fields, each with its length before it. Not thread-safe. */
final class FieldDigest {
  private final MessageDigest digest;

  FieldDigest() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256.", e);
    }
  }

  /** A text, or that there is none. */
  FieldDigest text(@Nullable String text) {
    if (text == null) {
      return number(-1);
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    number(bytes.length);
    digest.update(bytes);
    return this;
  }

  FieldDigest number(long number) {
    digest.update(ByteBuffer.allocate(Long.BYTES).putLong(number).array());
    return this;
  }

  byte[] bytes() {
    return digest.digest();
  }
}
