package io.tallykeep.archive.table;

/** How a commit ended: done, done before, certainly not done, or unknown. */
public sealed interface CommitOutcome {

  /**
   * The commit is in the table, and every file it names was found in it.
   *
   * @param snapshotId the new snapshot
   * @param sequence its sequence number: a pointer below it is older than this commit
   * @param metadataLocation the metadata file of this commit; others may have committed on top
   */
  record Committed(long snapshotId, long sequence, String metadataLocation)
      implements CommitOutcome {}

  /**
   * The run id was in the table's history already, with the same content, which is still live.
   *
   * @param snapshotId the snapshot with that run id
   * @param sequence its sequence number
   * @param metadataLocation the metadata file in which it was found
   */
  record AlreadyCommitted(long snapshotId, long sequence, String metadataLocation)
      implements CommitOutcome {}

  /**
   * The commit is certainly not in the table and never will be.
   *
   * @param detail which table, what was found, what to do
   */
  record NotCommitted(Reason reason, String detail) implements CommitOutcome {}

  /**
   * It can't be told yet. Nothing was deleted. Ask for the run id again later ({@link
   * ArchiveTable#findRun}); until then treat the commit as possibly done.
   */
  record Unknown(String detail) implements CommitOutcome {}

  /** Why a commit did not happen. */
  enum Reason {
    /** The guard said no. */
    GUARD_REFUSED,
    /** The pointer is not where Tallykeep's own last commit left it. */
    FOREIGN_HEAD,
    /** Others kept committing; every try found a moved pointer. */
    CONFLICT,
    /** MySQL refused the transaction or lost it before it was applied. */
    NOT_APPLIED
  }
}
