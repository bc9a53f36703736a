package io.tallykeep.archive.table;

/**
 * One thing {@link ArchiveStorage#probe()} found wrong with the bucket.
 *
 * @param kind what is wrong
 * @param detail which bucket or object, what the store said, and what to do
 */
public record StorageFinding(Kind kind, String detail) {
  /** Stable names of the findings. */
  public enum Kind {
    /** The bucket does not exist. */
    BUCKET_MISSING,
    /** No answer: name not resolved, connection refused, timeout. */
    UNREACHABLE,
    /** The store refused a request the archive needs: put, get, head or delete. */
    DENIED,
    /** The store refuses uploads with a Content-MD5, or accepts one that is wrong. */
    CHECKSUM_UNSUPPORTED,
    /** A lifecycle rule of the bucket takes archived files away too early. */
    LIFECYCLE_TOO_SHORT,
    /** Whether one does can't be told: the rules can't be read. */
    LIFECYCLE_UNKNOWN,
    /** The store answered in another way that makes it unusable. */
    FAILED
  }
}
