package io.tallykeep.verifier.hash;

/** One deterministic encoding of payloads. Safe for use by several threads. */
sealed interface Encoding permits CanonicalJson, DeclaredFields {

  /** The document's bytes; equal for documents that mean the same. */
  Encoded encode(StrictJson document) throws RefusedException;
}
