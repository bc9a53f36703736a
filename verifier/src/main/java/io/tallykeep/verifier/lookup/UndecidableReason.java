package io.tallykeep.verifier.lookup;

/** Why nothing can be said about an event: stable codes, each with the one who can mend it. */
public enum UndecidableReason {
  /** The ledger has no row for the event day: nobody vouches for it. */
  NOT_COVERED(Owner.DATA),
  /** No event day was given and no covered day holds a row: an uncovered day might. */
  EVENT_DAY_UNKNOWN(Owner.USER),
  /** The given day differs from the one in the identity or in the stored row. */
  EVENT_DAY_MISMATCH(Owner.USER),
  /** The identity should hold its day (UUIDv7, ULID) but doesn't. */
  EVENT_DAY_NOT_IN_IDENTITY(Owner.USER),
  /** MySQL would call this identity equal to another one. */
  AMBIGUOUS_IDENTITY(Owner.DATA),
  /** No row can hold this identity as it is; a lenient session would store another one. */
  IDENTITY_DOES_NOT_FIT(Owner.USER),
  /** No row can hold the given payload hash: it is longer or shorter than its column. */
  PAYLOAD_HASH_DOES_NOT_FIT(Owner.USER),
  /** Several rows of this identity, where one is possible. */
  SEVERAL_ROWS(Owner.DATA),
  /** A payload hash was given, but the row has none to compare it with. */
  NO_RECORDED_HASH(Owner.DATA),
  /** The server that answered is read-only or a replica: it may lag behind the primary. */
  READ_ONLY_SERVER(Owner.EXTERNAL),
  /** The data source's connections are in a transaction or read uncommitted rows. */
  UNSUITABLE_SESSION(Owner.USER),
  /** The day's table partition is gone, but the ledger doesn't say it was dropped. */
  PARTITION_GONE(Owner.DATA),
  /** The table's partitions don't tell days, so that no partition can vouch for one. */
  PARTITIONING_NOT_SUPPORTED(Owner.USER),
  /** The online or the late table is missing, or its tablespace is. */
  TABLE_UNREADABLE(Owner.EXTERNAL),
  /** A table has columns that can't be read, or not those of its archive. */
  UNSUPPORTED_COLUMNS(Owner.USER),
  /** The row found holds a value that can't be read. */
  ROW_UNREADABLE(Owner.DATA),
  /** The rows are gone from MySQL, and the archive isn't proven or holds fewer than were proven. */
  NOT_PROVEN(Owner.DATA),
  /** The archive's pointer is older than the ledger: a control schema was restored. */
  STALE_POINTER(Owner.DATA),
  /** Somebody else moved the archive's pointer; an audit must look first. */
  FOREIGN_HEAD(Owner.DATA),
  /** The archive can't be read: object store unreachable, object damaged, metadata unreadable. */
  ARCHIVE_UNREADABLE(Owner.EXTERNAL),
  /** The ledger or the archive changed during each of four tries. */
  KEEPS_CHANGING(Owner.EXTERNAL),
  /** The database can't be reached or answers with an error. */
  DATABASE_ERROR(Owner.EXTERNAL),
  /** No answer within the deadline. */
  DEADLINE(Owner.EXTERNAL),
  /** All look-up threads are taken and their queue is full. */
  OVERLOADED(Owner.EXTERNAL),
  /** The thread that asked was interrupted, or the verifier closed. */
  INTERRUPTED(Owner.EXTERNAL),
  /** A mistake in Tallykeep; the log has the details. */
  INTERNAL_ERROR(Owner.INTERNAL);

  /** Who can mend it. */
  public enum Owner {
    USER,
    DATA,
    INTERNAL,
    EXTERNAL
  }

  private final Owner owner;

  UndecidableReason(Owner owner) {
    this.owner = owner;
  }

  public Owner owner() {
    return owner;
  }
}
