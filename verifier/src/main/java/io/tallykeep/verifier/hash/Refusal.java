package io.tallykeep.verifier.hash;

/** Why a payload has no hash. The names are stable; docs/payload-hash.md lists them. */
public enum Refusal {
  /** No document: no bytes, or blanks only. */
  EMPTY,
  /** More than {@link PayloadHasher#MAX_BYTES} bytes. */
  TOO_LARGE,
  /** It begins with a byte order mark, which JSON texts must not (RFC 8259, section 8.1). */
  BYTE_ORDER_MARK,
  /** Not UTF-8: readers would repair it in different ways. */
  NOT_UTF8,
  /** Not one JSON text (RFC 8259): syntax, NaN, something after the end. */
  NOT_JSON,
  /** Objects and arrays are nested deeper than {@link PayloadHasher#MAX_DEPTH}. */
  TOO_DEEP,
  /** An object has one name twice: readers take the first or the last (RFC 7493, section 2.3). */
  DUPLICATE_NAME,
  /** Half of a surrogate pair: it has no UTF-8 form (RFC 7493, section 2.1). */
  LONE_SURROGATE,
  /** A number that RFC 8785 would hash as another number. */
  INEXACT_NUMBER,
  /** None of the declared fields is there: all such payloads would have one hash. */
  NO_DECLARED_FIELD
}
