package io.tallykeep.jobs.retention.replica;

import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.jobs.retention.lock.TableLock;
import io.tallykeep.jobs.retention.replica.ReplicationBeat.Beat;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.jobs.settings.ReplicaSettings;
import io.tallykeep.jobs.settings.SourceSettings;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What a drop asks before it goes on: has every configured replica applied all that the server did
 * so far, earlier drops included, and will nobody there keep its applier from this one?
 *
 * <p>The question is put by a beat written now and waited for ({@link ReplicationBeat}), so nothing
 * depends on what an earlier run, or a crash, had recorded. Immutable and thread-safe.
 */
public final class ReplicaGate {
  /** Also keeps the session that holds the table's lock from being idle. */
  private static final String POLL = "SELECT SLEEP(0.5)";

  private final ReplicationBeat beats;
  private final List<Replica> replicas;
  private final Duration longestWait;

  /**
   * @param source whose account is used where a replica has none of its own
   */
  public ReplicaGate(ReplicaSettings settings, SourceSettings source) {
    this.beats = new ReplicationBeat(Identifier.of(source.controlSchema()));
    this.replicas =
        settings.servers().stream()
            .map(each -> new Replica(each.orAccountOf(source), beats, settings.longestRead()))
            .toList();
    this.longestWait = settings.longestWait();
  }

  /**
   * Waits for the replicas, within the configured bound.
   *
   * @param lock the table's lock, held on the server they replicate from
   * @return one sentence per replica that stands in the way when the wait is over; empty if none
   * @throws SQLException if the server itself fails
   */
  public List<String> objections(TableLock lock) throws SQLException {
    if (replicas.isEmpty()) {
      return List.of();
    }
    Beat wanted = beats.next(lock.session());
    long end = System.nanoTime() + longestWait.toNanos();
    while (true) {
      List<String> objections = new ArrayList<>();
      for (Replica replica : replicas) {
        Session alive = lock.session();
        replica.objection(wanted, lock.table()).ifPresent(objections::add);
        if (!objections.isEmpty()) {
          alive.number(POLL);
        }
      }
      if (objections.isEmpty() || System.nanoTime() - end >= 0) {
        return List.copyOf(objections);
      }
    }
  }
}
