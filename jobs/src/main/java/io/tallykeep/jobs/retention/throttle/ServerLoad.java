package io.tallykeep.jobs.retention.throttle;

import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.jobs.settings.ThrottleSettings;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The server's load, held against the limits. Immutable and thread-safe. */
final class ServerLoad {
  private static final String THREADS_RUNNING = "SHOW GLOBAL STATUS LIKE 'Threads_running'";
  private static final String HISTORY_LENGTH =
      "SELECT COUNT FROM information_schema.INNODB_METRICS"
          + " WHERE NAME = 'trx_rseg_history_len' AND STATUS = 'enabled'";

  private final ThrottleSettings limits;

  ServerLoad(ThrottleSettings limits) {
    this.limits = limits;
  }

  boolean isLimited() {
    return limits.threadsRunning() > 0 || limits.historyLength() > 0;
  }

  /** Each limit the server is above, in words; a figure it does not tell counts as above. */
  List<String> reasons(Session session) throws SQLException {
    List<String> reasons = new ArrayList<>();
    if (limits.threadsRunning() > 0) {
      reason(
              "Threads_running",
              session.first(THREADS_RUNNING, row -> row.getLong(2)),
              limits.threadsRunning())
          .ifPresent(reasons::add);
    }
    if (limits.historyLength() > 0) {
      reason(
              "trx_rseg_history_len",
              session.first(HISTORY_LENGTH, row -> row.getLong(1)),
              limits.historyLength())
          .ifPresent(reasons::add);
    }
    return List.copyOf(reasons);
  }

  private static Optional<String> reason(String figure, Optional<Long> now, long limit) {
    if (now.isEmpty()) {
      return Optional.of("the server does not tell " + figure);
    }
    return now.get() > limit
        ? Optional.of(figure + " is " + now.get() + ", the limit is " + limit)
        : Optional.empty();
  }
}
