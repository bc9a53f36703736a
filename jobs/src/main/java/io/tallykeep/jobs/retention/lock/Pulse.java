package io.tallykeep.jobs.retention.lock;

import io.tallykeep.jobs.retention.session.Session;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the session of a lock from falling silent while its process runs: a lock may be held over a
 * long check of the object store. A stopped process has no pulse. The driver lets one statement at
 * a time through, so that a pulse waits for a long statement and never disturbs one.
 */
final class Pulse implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Pulse.class);
  private static final int BEATS = 4;

  private final Session session;
  private final LockName name;
  private final ScheduledExecutorService timer;
  private final ScheduledFuture<?> beats;

  private Pulse(Session session, LockName name, Duration every) {
    this.session = session;
    this.name = name;
    this.timer =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "pulse of " + name.value());
              thread.setDaemon(true);
              return thread;
            });
    this.beats =
        timer.scheduleWithFixedDelay(
            this::beat, every.toNanos(), every.toNanos(), TimeUnit.NANOSECONDS);
  }

  /**
   * @param silence what the session's wait_timeout is
   */
  static Pulse of(Session session, LockName name, Duration silence) {
    return new Pulse(session, name, silence.dividedBy(BEATS));
  }

  /** A failure says nothing here: whoever needs the lock asks the server whether it is held. */
  private void beat() {
    try {
      session.execute("DO 0");
    } catch (SQLException e) {
      LOG.debug("no pulse of lock '{}'", name.value(), e);
    }
  }

  @Override
  public void close() {
    beats.cancel(false);
    timer.shutdown();
  }
}
