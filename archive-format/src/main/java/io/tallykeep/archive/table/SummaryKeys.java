package io.tallykeep.archive.table;

/** The keys Tallykeep sets in a snapshot's summary; other engines show them in their metadata. */
public final class SummaryKeys {
  /** {@code publish} or {@code expire}. */
  public static final String OPERATION = "tallykeep.operation";

  /** Unique per publication or expiry of the table; what a repeated commit is recognised by. */
  public static final String RUN_ID = "tallykeep.run-id";

  public static final String DATASET = "tallykeep.dataset";
  public static final String SHARD = "tallykeep.shard";

  /** Publish only: the MySQL table partition the rows came from. */
  public static final String TABLE_PARTITION = "tallykeep.table-partition";

  /** Publish only: the freeze number of the copy. */
  public static final String FREEZE_NUMBER = "tallykeep.freeze-number";

  /** Publish only: how many rows the added files hold. */
  public static final String ROW_COUNT = "tallykeep.row-count";

  /** Publish only: the digest of those rows, 64 hexadecimal digits. */
  public static final String DIGEST = "tallykeep.digest";

  /** Expire only: the removed event days in order, comma-separated. */
  public static final String EXPIRED_DAYS = "tallykeep.expired-days";

  static final String PUBLISH = "publish";
  static final String EXPIRE = "expire";

  private SummaryKeys() {}
}
