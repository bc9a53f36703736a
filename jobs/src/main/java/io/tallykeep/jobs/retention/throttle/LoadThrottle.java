package io.tallykeep.jobs.retention.throttle;

import io.tallykeep.jobs.retention.copy.PageBreak;
import io.tallykeep.jobs.retention.session.Rest;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.jobs.settings.ThrottleSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pauses a long read between two pages while the server is above a limit, and says why. Between
 * pages nothing is held: no cursor, no view, no metadata lock. For one read by one thread.
 */
public final class LoadThrottle implements PageBreak {
  private static final Logger LOG = LoggerFactory.getLogger(LoadThrottle.class);

  private final ThrottleSettings limits;
  private final ServerLoad load;
  private final String what;
  private long lastLook;
  private Duration paused = Duration.ZERO;

  /**
   * @param what the read that pauses, for the log
   */
  public LoadThrottle(ThrottleSettings limits, String what) {
    this.limits = limits;
    this.load = new ServerLoad(limits);
    this.what = what;
    this.lastLook = System.nanoTime() - limits.checkInterval().toNanos();
  }

  /**
   * Looks at the load, at most once per interval, and returns when it is below all limits.
   *
   * @param connection the read's own, which a pause so keeps in use
   * @throws ServerBusyException if it stays above one for longer than a pause may take
   */
  @Override
  public void pause(Connection connection) throws SQLException {
    if (!load.isLimited() || System.nanoTime() - lastLook < limits.checkInterval().toNanos()) {
      return;
    }
    Session session = Session.asItIs(connection);
    List<String> reasons = load.reasons(session);
    if (!reasons.isEmpty()) {
      LOG.warn("{} pauses: {}", what, String.join("; ", reasons));
      paused = paused.plus(untilBelow(session, reasons));
    }
    lastLook = System.nanoTime();
  }

  private Duration untilBelow(Session session, List<String> first) throws SQLException {
    List<String> reasons = first;
    long began = System.nanoTime();
    while (!reasons.isEmpty()) {
      if (Thread.currentThread().isInterrupted()
          || System.nanoTime() - began >= limits.longestWait().toNanos()) {
        throw new ServerBusyException(
            what
                + " has paused for "
                + seconds(began)
                + " s and the server is still busy: "
                + String.join("; ", reasons)
                + ".");
      }
      Rest.of(limits.checkInterval());
      reasons = load.reasons(session);
    }
    LOG.info("{} goes on after a pause of {} s", what, seconds(began));
    return Duration.ofNanos(System.nanoTime() - began);
  }

  private static long seconds(long began) {
    return Duration.ofNanos(System.nanoTime() - began).toSeconds();
  }

  /** How long it has paused so far, in words for a report; empty if it has not. */
  public String report() {
    return paused.isZero() ? "" : ", paused " + paused.toSeconds() + " s for the server's load";
  }
}
