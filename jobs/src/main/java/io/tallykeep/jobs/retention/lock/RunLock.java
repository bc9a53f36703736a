package io.tallykeep.jobs.retention.lock;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/** The right to be the only live run of a job on a server: a second run beside it is refused. */
public final class RunLock implements AutoCloseable {
  private final ServerLock lock;

  private RunLock(ServerLock lock) {
    this.lock = lock;
  }

  /**
   * Takes the run's lock if it is free; does not wait.
   *
   * @param server opens unpooled connections to the server that holds the datasets
   * @param what what only one run may do at a time, such as {@code archive control.inbox/0}
   * @throws SQLException if the server can't be reached
   */
  public static LockAttempt<RunLock> tryAcquire(DataSource server, String what)
      throws SQLException {
    return tryAcquire(server, what, ServerLock.SILENCE);
  }

  /**
   * As {@link #tryAcquire(DataSource, String)}.
   *
   * @param silence the lock ends when its process has been stopped or cut off for so long; in whole
   *     seconds
   */
  public static LockAttempt<RunLock> tryAcquire(DataSource server, String what, Duration silence)
      throws SQLException {
    return ServerLock.tryAcquire(server, name(what), silence).map(RunLock::new);
  }

  /**
   * Takes the run's lock, ending the session that holds it; as {@link TableLock#takeOver}.
   *
   * @throws SQLException if the server can't be reached, or this account may not kill the holder
   */
  public static LockAttempt<RunLock> takeOver(DataSource server, String what, Duration atMost)
      throws SQLException {
    return ServerLock.takeOver(server, name(what), atMost).map(RunLock::new);
  }

  /** What only one run of a job may do at a time on a dataset. */
  public static String ofJob(String job, Identifier controlSchema, Dataset dataset) {
    return job + " " + controlSchema + "." + dataset.lockName();
  }

  private static LockName name(String what) {
    return LockName.of("run", what);
  }

  /**
   * Does nothing while the lock is held.
   *
   * @throws LockLostException if it no longer is: the run must stop
   */
  public void verify() throws LockLostException {
    lock.verified();
  }

  @Override
  public void close() throws SQLException {
    lock.close();
  }
}
