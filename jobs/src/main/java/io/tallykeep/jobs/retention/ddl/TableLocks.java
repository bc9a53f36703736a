package io.tallykeep.jobs.retention.ddl;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.retention.lock.LockAttempt;
import io.tallykeep.jobs.retention.lock.TableLock;
import io.tallykeep.jobs.retention.session.Rest;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/** Takes a dataset's table lock: at once, or after a lost session has let go of it. */
public final class TableLocks {
  private static final Duration POLL = Duration.ofSeconds(1);

  private final RetentionServers servers;

  public TableLocks(RetentionServers servers) {
    this.servers = servers;
  }

  public LockAttempt<TableLock> tryAcquire(Dataset dataset) throws SQLException {
    return TableLock.tryAcquire(
        servers.source(), dataset.table(), servers.settings().worker().silence());
  }

  /**
   * Waits, within the configured bound, until the lock is free. A session whose client is gone
   * keeps it until its statement has ended, so that having the lock means the statement has ended
   * too.
   *
   * @return the lock; empty if it was not released in time
   */
  public Optional<TableLock> awaitRelease(Dataset dataset) throws SQLException {
    long polls = servers.settings().drop().outcomeWait().toSeconds();
    for (long poll = 0; poll <= polls; poll++) {
      if (tryAcquire(dataset) instanceof LockAttempt.Held<TableLock> held) {
        return Optional.of(held.lock());
      }
      Rest.of(POLL);
    }
    return Optional.empty();
  }
}
