package io.tallykeep.jobs.retention.late;

import io.tallykeep.archive.digest.TableDigest;
import java.util.Optional;

/**
 * One attempt to bring late rows into the archive.
 *
 * @param runId names it in the archive's snapshots and the job history
 * @param progress how far it is
 * @param snapshotSequence of the snapshot that names its files; 0 before it was published
 * @param digest count and digest of the rows it copied, from MySQL's values
 * @param unarchivableRows how many rows it did not copy because the archive can't hold them
 * @param keptBack what it did not copy and why, in words; empty if it copied all
 * @param stoppedReason why it stopped, if it did: a stable code and what was found
 */
record LateRun(
    String runId,
    Progress progress,
    long snapshotSequence,
    TableDigest digest,
    long unarchivableRows,
    String keptBack,
    Optional<String> stoppedReason) {
  /** How far an attempt is, in the order of its way. */
  enum Progress {
    /** Its files are written and on record; a snapshot may name them. */
    COPIED,
    /** A snapshot names its files. */
    PUBLISHED,
    /** Count and digest of its files were found to be right: its rows may leave MySQL. */
    PROVEN,
    /** Every row of it that was unchanged has left MySQL. */
    DONE,
    /** Never proven, and no row left MySQL for it: the next commit takes its files away. */
    ABANDONED
  }

  boolean hasRows() {
    return digest.rowCount() > 0;
  }
}
