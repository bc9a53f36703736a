package io.tallykeep.jobs.retention.late;

import io.tallykeep.archive.digest.TableDigest;
import io.tallykeep.jobs.retention.freeze.RowsFinding;
import io.tallykeep.jobs.retention.freeze.RowsFinding.Kind;
import io.tallykeep.jobs.retention.late.LateRun.Progress;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.verifier.ledger.LedgerKey;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The control schema's record of the attempts on one dataset's late rows ({@code late_run}). Every
 * change of progress is a compare-and-set. Immutable and thread-safe.
 */
public final class LateRuns {
  /**
   * Stands where a table partition's name would, in plans, in {@code archive_file} and in the
   * archive's snapshots. No table partition Tallykeep can work with has such a name.
   */
  public static final String TABLE_PARTITION = "(late)";

  private static final String UNPROVEN = " AND progress IN ('COPIED', 'PUBLISHED')";
  private static final String OF_DATASET = " WHERE dataset = ? AND shard = ?";

  private final LedgerKey key;
  private final String table;
  private final String files;

  public LateRuns(LedgerKey key) {
    this.key = key;
    this.table = key.controlSchema().quoted() + ".late_run";
    this.files = key.controlSchema().quoted() + ".archive_file";
  }

  /** Puts an attempt on record whose files are: COPIED. */
  void record(Session session, String runId, TableDigest digest, List<RowsFinding> keptBack)
      throws SQLException {
    session.update(
        "INSERT INTO "
            + table
            + " (run_id, dataset, shard, progress, row_count, digest, unarchivable_rows,"
            + " kept_back) VALUES (?, ?, ?, 'COPIED', ?, ?, ?, LEFT(?, 4000))",
        runId,
        key.dataset(),
        key.shard(),
        digest.rowCount(),
        digest.bytes(),
        keptBack.stream()
            .filter(finding -> finding.kind() == Kind.NOT_ARCHIVABLE)
            .mapToLong(RowsFinding::rowCount)
            .sum(),
        keptBack.stream().map(RowsFinding::toString).collect(Collectors.joining("; ")));
  }

  /** The attempt of that run id; empty if it never came to a record. */
  Optional<LateRun> find(Session session, String runId) throws SQLException {
    return select(session, " AND run_id = ?", runId).stream().findFirst();
  }

  /** The attempts whose rows may leave MySQL and have not all done so, the oldest first. */
  List<LateRun> proven(Session session) throws SQLException {
    return select(session, " AND progress = ? ORDER BY copied_at, run_id", Progress.PROVEN.name());
  }

  private List<LateRun> select(Session session, String condition, String value)
      throws SQLException {
    return session.query(
        "SELECT run_id, progress, snapshot_sequence, row_count, digest, unarchivable_rows,"
            + " kept_back, stopped_reason FROM "
            + table
            + OF_DATASET
            + condition,
        LateRuns::map,
        key.dataset(),
        key.shard(),
        value);
  }

  private static LateRun map(ResultSet row) throws SQLException {
    return new LateRun(
        row.getString("run_id"),
        Progress.valueOf(row.getString("progress")),
        row.getLong("snapshot_sequence"),
        TableDigest.of(row.getLong("row_count"), row.getBytes("digest")),
        row.getLong("unarchivable_rows"),
        row.getString("kept_back"),
        Optional.ofNullable(row.getString("stopped_reason")));
  }

  /** COPIED to PUBLISHED; false if the attempt is not COPIED any more. */
  boolean published(Session session, String runId, long snapshotSequence) throws SQLException {
    return session.update(
            "UPDATE "
                + table
                + " SET progress = 'PUBLISHED', snapshot_sequence = ?"
                + OF_DATASET
                + " AND run_id = ? AND progress = 'COPIED'",
            snapshotSequence,
            key.dataset(),
            key.shard(),
            runId)
        == 1;
  }

  /** One step on; false if the attempt is not where the step begins. */
  boolean advance(Session session, String runId, Progress from, Progress to) throws SQLException {
    return session.update(
            "UPDATE "
                + table
                + " SET progress = ?, stopped_reason = NULL"
                + OF_DATASET
                + " AND run_id = ? AND progress = ?",
            to.name(),
            key.dataset(),
            key.shard(),
            runId,
            from.name())
        == 1;
  }

  /**
   * Gives up every attempt that is not proven. One whose commit is on its way holds its row until
   * that has happened, so that afterwards its files are in the archive or never will be.
   */
  void abandonUnproven(Session session) throws SQLException {
    session.update(
        "UPDATE " + table + " SET progress = 'ABANDONED'" + OF_DATASET + UNPROVEN,
        key.dataset(),
        key.shard());
  }

  /** Run ids of the attempts that are unproven and not given up. */
  public Set<String> unproven(Session session) throws SQLException {
    return new TreeSet<>(
        session.query(
            "SELECT run_id FROM " + table + OF_DATASET + UNPROVEN,
            row -> row.getString(1),
            key.dataset(),
            key.shard()));
  }

  /**
   * Sets an unproven attempt whose files are in the archive to DONE: rows may have left MySQL for
   * it, so nobody may take its files out. Rows that are still there are archived once more; equal
   * copies count once.
   */
  public void keepArchived(Session session, String runId, long snapshotSequence)
      throws SQLException {
    session.update(
        "UPDATE "
            + table
            + " SET progress = 'DONE', snapshot_sequence = ?"
            + OF_DATASET
            + " AND run_id = ?"
            + UNPROVEN,
        snapshotSequence,
        key.dataset(),
        key.shard(),
        runId);
  }

  /** The files of attempts that were given up, to be replaced by the next commit. */
  Set<String> abandonedPaths(Session session) throws SQLException {
    return new TreeSet<>(
        session.query(
            "SELECT f.path FROM "
                + files
                + " AS f JOIN "
                + table
                + " AS r ON r.run_id = f.run_id"
                + " WHERE r.dataset = ? AND r.shard = ? AND r.progress = 'ABANDONED'",
            row -> row.getString(1),
            key.dataset(),
            key.shard()));
  }

  /** Records why an attempt stopped, for whoever looks at it. */
  void stopped(Session session, String runId, String reason) throws SQLException {
    session.update(
        "UPDATE " + table + " SET stopped_reason = LEFT(?, 2000)" + OF_DATASET + " AND run_id = ?",
        reason,
        key.dataset(),
        key.shard(),
        runId);
  }

  /**
   * Whether the attempt still is to be published. Its row then stays locked against change until
   * the transaction ends: the guard of the archive's commit.
   *
   * @param connection in a transaction
   */
  boolean isCopied(Connection connection, String runId) throws SQLException {
    return Session.asItIs(connection)
        .first(
            "SELECT 1 FROM "
                + table
                + OF_DATASET
                + " AND run_id = ? AND progress = 'COPIED' FOR SHARE",
            row -> true,
            key.dataset(),
            key.shard(),
            runId)
        .isPresent();
  }
}
