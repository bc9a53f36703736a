package io.tallykeep.service.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The tokens that may ask, by name. Only their SHA-256 is kept, and none is ever printed. Immutable
 * and thread-safe.
 */
public final class AccessTokens {
  /** No token: everybody who reaches the service may ask. */
  public static final AccessTokens NONE = new AccessTokens(Map.of());

  private static final int SHORTEST = 16;
  private static final String SCHEME = "Bearer ";

  private final Map<String, byte[]> hashes;

  private AccessTokens(Map<String, byte[]> hashes) {
    this.hashes = Collections.unmodifiableMap(new LinkedHashMap<>(hashes));
  }

  /**
   * Tokens by name.
   *
   * @param sha256 each token's SHA-256 as 64 hexadecimal digits
   * @throws IllegalArgumentException if a value is something else; the message does not show it
   */
  public static AccessTokens ofHashes(Map<String, String> sha256) {
    Map<String, byte[]> hashes = new LinkedHashMap<>();
    sha256.forEach(
        (name, hex) -> {
          if (!hex.matches("[0-9a-fA-F]{64}")) {
            throw new IllegalArgumentException(
                "token "
                    + name
                    + ": sha256 is not 64 hexadecimal digits. Make it with: printf %s TOKEN |"
                    + " sha256sum");
          }
          hashes.put(name, HexFormat.of().parseHex(hex));
        });
    return new AccessTokens(hashes);
  }

  /**
   * The hash that stands for a token.
   *
   * @param name named in the message
   * @throws IllegalArgumentException if the token is shorter than 16 characters or holds one that
   *     no header can carry; the message does not show it
   */
  public static String hashOf(String name, String token) {
    if (token.length() < SHORTEST || !token.matches("[\\x21-\\x7e]+")) {
      throw new IllegalArgumentException(
          "token "
              + name
              + " must have "
              + SHORTEST
              + " characters or more, printable ASCII without spaces. Make one with: openssl rand"
              + " -hex 32");
    }
    return HexFormat.of().formatHex(sha256(token));
  }

  public boolean isEmpty() {
    return hashes.isEmpty();
  }

  /**
   * Whose token this is. Takes the same time whichever token it is or is not.
   *
   * @param authorization the header's value, {@code Bearer TOKEN}
   * @return the token's name; empty if it is none of ours
   */
  public Optional<String> nameOf(String authorization) {
    if (!authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return Optional.empty();
    }
    byte[] asked = sha256(authorization.substring(SCHEME.length()).strip());
    Optional<String> found = Optional.empty();
    for (Map.Entry<String, byte[]> known : hashes.entrySet()) {
      if (MessageDigest.isEqual(asked, known.getValue())) {
        found = Optional.of(known.getKey());
      }
    }
    return found;
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** The names alone. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("AccessTokens[");
    hashes.keySet().forEach(name -> text.append(name).append("=*** "));
    return text.toString().strip() + "]";
  }
}
