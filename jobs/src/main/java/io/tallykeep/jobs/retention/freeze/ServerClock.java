package io.tallykeep.jobs.retention.freeze;

import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.jobs.retention.session.Session;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.Optional;

/**
 * The server's clock, held against its latest reading: with a clock that went back, days that are
 * closed would be young again to the guard. Immutable and thread-safe.
 */
public final class ServerClock {
  private final String table;

  public ServerClock(Identifier controlSchema) {
    this.table = controlSchema.quoted() + ".server_clock";
  }

  /** A reading, in UTC. */
  private record Reading(String serverUuid, LocalDateTime now, Optional<LocalDateTime> last) {}

  /**
   * Reads the clock and remembers the reading.
   *
   * @return what is wrong with it, if anything; the latest reading is then kept
   * @throws SQLException if the server fails
   */
  public Optional<String> observe(Session session) throws SQLException {
    Reading reading = read(session);
    if (reading.last().isPresent() && reading.now().isBefore(reading.last().get())) {
      return Optional.of(
          "the clock of server "
              + reading.serverUuid()
              + " says "
              + reading.now()
              + " UTC, but has said "
              + reading.last().get()
              + " before. Set it right; if the earlier time was the wrong one, set last_seen_at in "
              + table
              + " back by hand.");
    }
    session.update(
        "INSERT INTO "
            + table
            + " (server_uuid, last_seen_at) VALUES (?, ?) AS new"
            + " ON DUPLICATE KEY UPDATE last_seen_at ="
            + " GREATEST("
            + table
            + ".last_seen_at, new.last_seen_at)",
        reading.serverUuid(),
        reading.now());
    return Optional.empty();
  }

  /** The stored time is read before SYSDATE is, or another run's reading could seem newer. */
  private Reading read(Session session) throws SQLException {
    String uuid = session.first("SELECT @@server_uuid", row -> row.getString(1)).orElseThrow();
    Optional<LocalDateTime> last =
        session.first(
            "SELECT last_seen_at FROM " + table + " WHERE server_uuid = ?",
            row -> row.getObject(1, LocalDateTime.class),
            uuid);
    LocalDateTime now =
        session
            .first("SELECT SYSDATE(6)", row -> row.getObject(1, LocalDateTime.class))
            .orElseThrow();
    return new Reading(uuid, now, last);
  }
}
