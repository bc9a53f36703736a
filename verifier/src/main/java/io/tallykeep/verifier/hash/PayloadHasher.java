package io.tallykeep.verifier.hash;

import java.util.List;

/**
 * Hashes payloads: a deterministic encoding, then SHA-256. Safe for use by several threads.
 *
 * <p>Consumers and operators must hash in the same way, or every redelivery is a CONFLICT: agree on
 * one encoding, and on one list of fields, for as long as rows are kept.
 */
public final class PayloadHasher {
  /** Most bytes of one document: 16 MiB. */
  public static final int MAX_BYTES = 16 * 1024 * 1024;

  /** How deep objects and arrays may be nested. */
  public static final int MAX_DEPTH = 200;

  private final Encoding encoding;

  private PayloadHasher(Encoding encoding) {
    this.encoding = encoding;
  }

  /**
   * Hashes whole documents as RFC 8785 (JCS) writes them: order of members, white space and the way
   * characters and numbers are written make no difference. Numbers that RFC 8785 would change are
   * refused.
   */
  public static PayloadHasher canonicalJson() {
    return new PayloadHasher(new CanonicalJson());
  }

  /**
   * Hashes the declared fields only, in their declared order, with exact numbers. Members that are
   * not declared make no difference; a missing field, null, and an empty string are three things.
   *
   * @param fields names of members of the document's object, or JSON pointers (RFC 6901), which
   *     begin with a slash
   * @throws IllegalArgumentException if there is no field, one is declared twice, or one is neither
   *     a name nor a pointer
   */
  public static PayloadHasher declaredFields(List<String> fields) {
    return new PayloadHasher(new DeclaredFields(fields));
  }

  /**
   * Hashes one JSON document.
   *
   * @param document UTF-8 without a byte order mark, at most {@link #MAX_BYTES}
   */
  public HashOutcome hash(byte[] document) {
    try {
      Encoded encoded = encoding.encode(StrictJson.parse(document));
      return new HashOutcome.Hashed(PayloadHash.of(encoded.bytes()), encoded.missingFields());
    } catch (RefusedException e) {
      return e.outcome();
    }
  }
}
