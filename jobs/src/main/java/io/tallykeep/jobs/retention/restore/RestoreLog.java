package io.tallykeep.jobs.retention.restore;

import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.archive.digest.TableDigest;
import io.tallykeep.jobs.retention.session.Session;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The control schema's record of restores and of how far each of their files is. */
final class RestoreLog {
  private final String restores;
  private final String files;

  RestoreLog(Identifier controlSchema) {
    this.restores = controlSchema.quoted() + ".restore";
    this.files = controlSchema.quoted() + ".restore_file";
  }

  Optional<RestoreRecord> find(Session session, TableName target) throws SQLException {
    return session.first(
        "SELECT restore_id, dataset, first_day, last_day, metadata_location FROM "
            + restores
            + " WHERE target_schema = ? AND target_table = ?",
        row ->
            new RestoreRecord(
                row.getString("restore_id"),
                row.getString("dataset"),
                row.getObject("first_day", LocalDate.class),
                row.getObject("last_day", LocalDate.class),
                target,
                row.getString("metadata_location")),
        target.schema().value(),
        target.table().value());
  }

  /** Puts a restore and all its files on record, in one transaction. */
  RestoreRecord begin(
      Session session, RestoreRequest request, String metadataLocation, List<RestoreFile> taken)
      throws SQLException {
    RestoreRecord record =
        new RestoreRecord(
            UUID.randomUUID().toString(),
            request.retained().name(),
            request.firstDay(),
            request.lastDay(),
            request.target(),
            metadataLocation);
    session.execute("START TRANSACTION");
    session.update(
        "INSERT INTO "
            + restores
            + " (restore_id, dataset, shard, first_day, last_day, target_schema, target_table,"
            + " metadata_location) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        record.restoreId(),
        record.dataset(),
        request.retained().dataset().shard(),
        record.firstDay(),
        record.lastDay(),
        record.target().schema().value(),
        record.target().table().value(),
        metadataLocation);
    for (RestoreFile file : taken) {
      session.update(
          "INSERT INTO "
              + files
              + " (restore_id, ordinal, event_day, path, size_bytes, sequence, row_count, digest)"
              + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
          record.restoreId(),
          file.ordinal(),
          file.eventDay(),
          file.path(),
          file.sizeBytes(),
          file.sequence(),
          file.rowCount(),
          TableDigest.ZERO.bytes());
    }
    session.execute("COMMIT");
    return record;
  }

  /** The restore's files in order. */
  List<RestoreFile> files(Session session, RestoreRecord record) throws SQLException {
    return session.query(
        "SELECT ordinal, event_day, path, size_bytes, sequence, row_count, rows_taken,"
            + " rows_restored, digest, file_digest FROM "
            + files
            + " WHERE restore_id = ? ORDER BY ordinal",
        RestoreLog::file,
        record.restoreId());
  }

  private static RestoreFile file(ResultSet row) throws SQLException {
    byte[] whole = row.getBytes("file_digest");
    long rowCount = row.getLong("row_count");
    return new RestoreFile(
        row.getInt("ordinal"),
        row.getObject("event_day", LocalDate.class),
        row.getString("path"),
        row.getLong("size_bytes"),
        row.getLong("sequence"),
        rowCount,
        row.getLong("rows_taken"),
        TableDigest.of(row.getLong("rows_restored"), row.getBytes("digest")),
        Optional.ofNullable(whole).map(bytes -> TableDigest.of(rowCount, bytes)));
  }

  /**
   * Records, in the caller's transaction, that rows of a file were dealt with.
   *
   * @return false if somebody else has moved the file on meanwhile: the transaction must not commit
   */
  boolean advance(Session session, RestoreRecord record, RestoreFile from, RestoreFile to)
      throws SQLException {
    return session.update(
            "UPDATE "
                + files
                + " SET rows_taken = ?, rows_restored = ?, digest = ?"
                + " WHERE restore_id = ? AND ordinal = ? AND rows_taken = ?",
            to.rowsTaken(),
            to.restored().rowCount(),
            to.restored().bytes(),
            record.restoreId(),
            from.ordinal(),
            from.rowsTaken())
        == 1;
  }

  /** Records that a file was read to its end. */
  void finished(Session session, RestoreRecord record, RestoreFile file, TableDigest whole)
      throws SQLException {
    session.update(
        "UPDATE " + files + " SET file_digest = ? WHERE restore_id = ? AND ordinal = ?",
        whole.bytes(),
        record.restoreId(),
        file.ordinal());
  }

  void verified(Session session, RestoreRecord record) throws SQLException {
    session.update(
        "UPDATE " + restores + " SET verified_at = SYSDATE(6) WHERE restore_id = ?",
        record.restoreId());
  }

  /** Takes a restore off the record; its table is gone. */
  void forget(Session session, RestoreRecord record) throws SQLException {
    session.update("DELETE FROM " + files + " WHERE restore_id = ?", record.restoreId());
    session.update("DELETE FROM " + restores + " WHERE restore_id = ?", record.restoreId());
  }
}
