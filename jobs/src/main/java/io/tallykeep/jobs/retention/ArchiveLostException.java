package io.tallykeep.jobs.retention;

import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.table.ArchiveTable;
import io.tallykeep.jobs.retention.ledger.LedgerSequences;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.verifier.ledger.LedgerKey;
import java.sql.SQLException;
import java.util.Optional;

/** The ledger has archived days and the catalog has no table for them. Nothing was changed. */
public final class ArchiveLostException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private ArchiveLostException(String message) {
    super(message);
  }

  /**
   * Opens the dataset's archive table, and creates it where nothing was ever archived.
   *
   * @throws ArchiveLostException if there must have been one: an empty one in its place would make
   *     look-ups answer UNSEEN for what it held
   */
  public static ArchiveTable tableOrThrow(
      RetentionServers servers, Session session, ArchiveSchema schema) throws SQLException {
    Optional<ArchiveTable> table = servers.catalog().open(schema.dataset(), schema);
    if (table.isPresent()) {
      return table.get();
    }
    LedgerKey key = LedgerKey.of(servers.controlSchema(), schema.dataset());
    long raisedTo = LedgerSequences.highest(session, key);
    if (raisedTo > 0) {
      throw new ArchiveLostException(
          "the catalog has no archive table for "
              + key.dataset()
              + ", but the day ledger says that the archive had come to snapshot sequence "
              + raisedTo
              + ". No empty one is created in its place: run './tallykeep jobs rebuild-catalog'.");
    }
    return servers.catalog().ensureTable(schema.dataset(), schema);
  }
}
