package io.tallykeep.jobs.retention.ledger;

import io.tallykeep.archive.table.ArchiveTable;
import io.tallykeep.archive.table.Pointer;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.verifier.ledger.LedgerKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Whether an archive's pointer is older than the day ledger says the archive had come to: it was
 * restored, or created anew. A commit on top of it would raise its sequence past the ledger's, and
 * look-ups would take rows that only the lost branch holds for unseen. Immutable and thread-safe.
 */
public final class StalePointer {
  private final LedgerKey key;
  private final ArchiveTable table;

  public StalePointer(LedgerKey key, ArchiveTable table) {
    this.key = key;
    this.table = table;
  }

  /**
   * What speaks against work on the archive as the pointer shows it; empty if it is recent. The
   * ledger is read first: commits move the pointer before they raise the ledger.
   *
   * @param connection to the control schema's server
   * @throws SQLException if it can't be told: then the work must not go on either
   */
  public Optional<Objection> objection(Connection connection) throws SQLException {
    long raisedTo = LedgerSequences.highest(Session.asItIs(connection), key);
    Pointer pointer = table.pointer(connection);
    if (pointer.snapshotSequence() >= raisedTo) {
      return Optional.empty();
    }
    return Optional.of(
        new Objection(
            Objection.Code.STALE_POINTER,
            "the archive's pointer "
                + pointer.metadataLocation()
                + " stands at snapshot sequence "
                + pointer.snapshotSequence()
                + ", but the day ledger was raised to "
                + raisedTo
                + ": the pointer was restored to an older state, or created anew. Run './tallykeep"
                + " jobs rebuild-catalog' before anything is committed."));
  }
}
