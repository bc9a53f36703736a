package io.tallykeep.archive.schema;

/** The Java classes of archive values. A row is an {@code Object[]} of these, and null for NULL. */
public enum ValueKind {
  /** {@link Long}: integers and times in microseconds. */
  LONG,
  /** {@link Integer}: days since 1970-01-01. */
  DAY,
  /** {@link java.math.BigDecimal} with exactly the column's scale. */
  DECIMAL,
  /** {@code byte[]}, never changed by whoever holds it: UTF-8 text and binary. */
  BYTES
}
