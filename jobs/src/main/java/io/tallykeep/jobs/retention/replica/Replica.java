package io.tallykeep.jobs.retention.replica;

import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.archive.mysql.MysqlSource;
import io.tallykeep.jobs.retention.replica.ReplicationBeat.Beat;
import io.tallykeep.jobs.retention.session.MysqlError;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.jobs.settings.ReplicaSettings;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/** One configured replica, asked anew on a connection of its own each time. Thread-safe. */
final class Replica {
  /** One that hangs holds a drop up, not for ever. */
  private static final Duration LONGEST_ANSWER = Duration.ofSeconds(5);

  private final String name;
  private final DataSource server;
  private final ReplicationBeat beats;
  private final Duration longestRead;

  Replica(ReplicaSettings.Server settings, ReplicationBeat beats, Duration longestRead) {
    this.name = settings.name();
    this.server =
        new MysqlSource(settings.url(), settings.username(), settings.password(), LONGEST_ANSWER)
            .dataSource();
    this.beats = beats;
    this.longestRead = longestRead;
  }

  /**
   * What speaks against a drop of one of the table's partitions, as far as this replica goes. That
   * it can't be asked is an objection too.
   *
   * @param wanted the beat it must have applied
   */
  Optional<String> objection(Beat wanted, TableName table) {
    try (Session session = Session.open(server)) {
      return look(session, wanted, table).map(what -> "replica " + name + " " + what);
    } catch (SQLException e) {
      return Optional.of("replica " + name + " can't be asked: " + MysqlError.text(e));
    }
  }

  private Optional<String> look(Session session, Beat wanted, TableName table) throws SQLException {
    String uuid = session.first("SELECT @@server_uuid", row -> row.getString(1)).orElseThrow();
    if (uuid.equals(wanted.serverUuid())) {
      return Optional.of(
          "is the server itself: give tallykeep.replicas the replica's own address.");
    }
    if (ReplicationState.isAppliedPerDatabase(session)) {
      return Optional.of(
          "applies several schemas at once (replica_parallel_type = DATABASE with more than one"
              + " worker), so that what it shows of the control schema says nothing of the table."
              + " Set replica_parallel_type = LOGICAL_CLOCK there, or one worker.");
    }
    Optional<Beat> shown = shown(session, wanted.serverUuid());
    List<String> holders = new TableHolders(session).longerThan(table, longestRead);
    String inTheWay =
        holders.isEmpty()
            ? ""
            : " Sessions there that keep table " + table + ": " + String.join(", ", holders) + ".";
    if (shown.isEmpty() || shown.get().number() < wanted.number()) {
      return Optional.of(behind(session, wanted, shown) + inTheWay);
    }
    return holders.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "is up to date, but its applier would wait for them, and all that comes after it."
                + inTheWay);
  }

  /** Empty also where the table is not there. */
  private Optional<Beat> shown(Session session, String serverUuid) throws SQLException {
    try {
      return beats.of(session, serverUuid);
    } catch (SQLException e) {
      if (MysqlError.isMissing(e)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static String behind(Session session, Beat wanted, Optional<Beat> shown)
      throws SQLException {
    String lag =
        shown
            .map(
                beat ->
                    "is "
                        + Duration.between(beat.at(), wanted.at()).toSeconds()
                        + " s or more behind")
            .orElse(
                "has never shown a write of server "
                    + wanted.serverUuid()
                    + ": it does not replicate the control schema from there");
    return lag + " (" + new ReplicationState(session).describe() + ").";
  }
}
