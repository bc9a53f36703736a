package io.tallykeep.jobs.retention.guard;

import io.tallykeep.jobs.retention.lock.TableLock;
import io.tallykeep.jobs.retention.session.MysqlError;
import io.tallykeep.jobs.retention.session.Session;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs DDL on a busy table: it waits at most {@value Session#METADATA_WAIT_SECONDS} seconds for the
 * metadata lock, since all later statements wait behind it, and then lets them pass.
 */
final class GuardDdl {
  private static final int TRIES = 5;
  private static final Duration PAUSE = Duration.ofSeconds(3);

  private final TableLock lock;
  private final int tries;

  GuardDdl(TableLock lock) {
    this(lock, TRIES);
  }

  GuardDdl(TableLock lock, int tries) {
    this.lock = lock;
    this.tries = tries;
  }

  /** Empty if it was done, else why not. */
  Optional<String> run(String sql) throws SQLException {
    for (int attempt = 1; attempt <= tries; attempt++) {
      try {
        lock.session().execute(sql);
        return Optional.empty();
      } catch (SQLException e) {
        if (!MysqlError.isLockFailure(e)) {
          throw e;
        }
      }
      if (attempt < tries) {
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
    return Optional.of(
        "could not get table "
            + lock.table()
            + " for '"
            + sql.lines().findFirst().orElse(sql)
            + "' in "
            + tries
            + " tries of "
            + Session.METADATA_WAIT_SECONDS
            + " s: transactions that have used it stay open. End them (information_schema.innodb_trx"
            + " lists them), or run it again at a quieter time.");
  }
}
