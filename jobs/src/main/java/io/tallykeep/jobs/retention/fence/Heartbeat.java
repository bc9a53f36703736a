package io.tallykeep.jobs.retention.fence;

import io.tallykeep.jobs.retention.session.Session;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews a lease at even intervals, in a thread and on a session of its own. An error is no end:
 * the next beat tries again on a new session, and if the lease runs out before one succeeds, it
 * has.
 */
final class Heartbeat implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Heartbeat.class);

  private final DataSource server;
  private final Beat beat;
  private final ScheduledExecutorService timer;
  private final ScheduledFuture<?> beats;
  private @Nullable Session session;

  Heartbeat(DataSource server, String name, Duration every, Beat beat) {
    this.server = server;
    this.beat = beat;
    this.timer =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "lease of " + name);
              thread.setDaemon(true);
              return thread;
            });
    this.beats =
        timer.scheduleWithFixedDelay(
            this::run, every.toNanos(), every.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** What is done at each interval. */
  @FunctionalInterface
  interface Beat {
    void on(Session session) throws SQLException;
  }

  private void run() {
    try {
      if (session == null) {
        session = Session.open(server);
      }
      beat.on(session);
    } catch (SQLException e) {
      LOG.warn("the lease was not renewed: {}", e.getMessage());
      end();
    }
  }

  private void end() {
    Session ended = session;
    session = null;
    if (ended != null) {
      try {
        ended.close();
      } catch (SQLException e) {
        LOG.debug("the lease's session had ended before", e);
      }
    }
  }

  /** No beat begins after this; one that runs is let end. */
  @Override
  public void close() {
    beats.cancel(false);
    timer.execute(this::end);
    timer.shutdown();
  }
}
