package io.tallykeep.jobs.retention.replica;

import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.jobs.retention.ledger.Epoch;
import io.tallykeep.jobs.retention.session.Session;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.Optional;

/**
 * A row that the server writes and its replicas show once they have got that far. A replica applies
 * a transaction that began after a DDL had ended only after that DDL, with one applier thread or
 * many, with GTIDs or without (only several workers per schema don't, {@link Replica}): so whoever
 * shows a beat has applied every drop before it.
 *
 * <p>Immutable and thread-safe.
 */
final class ReplicationBeat {
  private final String table;

  ReplicationBeat(Identifier controlSchema) {
    this.table = controlSchema.quoted() + ".replication_beat";
  }

  /**
   * One beat.
   *
   * @param serverUuid the server that wrote it
   * @param number rises with each beat of a server, like an epoch: also over a crash that lost the
   *     last ones, which a replica may have
   * @param at when it was written, by that server's clock, in UTC
   */
  record Beat(String serverUuid, long number, LocalDateTime at) {}

  /**
   * Writes the server's next beat.
   *
   * @param session of the server, in autocommit mode
   */
  Beat next(Session session) throws SQLException {
    session.update(
        "INSERT INTO "
            + table
            + " (server_uuid, beat, beat_at) VALUES (@@server_uuid, "
            + Epoch.NOW
            + ", SYSDATE(6)) ON DUPLICATE KEY UPDATE beat = "
            + Epoch.after("beat")
            + ", beat_at = SYSDATE(6)");
    String uuid = session.first("SELECT @@server_uuid", row -> row.getString(1)).orElseThrow();
    return of(session, uuid).orElseThrow();
  }

  /** The newest beat of a server that another one shows; empty if it shows none. */
  Optional<Beat> of(Session session, String serverUuid) throws SQLException {
    return session.first(
        "SELECT beat, beat_at FROM " + table + " WHERE server_uuid = ?",
        row -> new Beat(serverUuid, row.getLong(1), row.getObject(2, LocalDateTime.class)),
        serverUuid);
  }
}
