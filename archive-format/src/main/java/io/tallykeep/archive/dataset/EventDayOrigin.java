package io.tallykeep.archive.dataset;

/**
 * Where a row's event day comes from. It must follow from the identity, or the same event lands in
 * two table partitions and MySQL's unique key, which is per partition, does not see it.
 */
public enum EventDayOrigin {
  /** The day of an immutable time inside the event; the producer sends the same one every time. */
  EVENT_TIME,
  /** The UTC day inside a UUIDv7 (RFC 9562, section 5.7) that is the last identity column. */
  UUID_V7,
  /** The UTC day inside a ULID (48 bits of milliseconds) that is the last identity column. */
  ULID
}
