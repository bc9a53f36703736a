package io.tallykeep.jobs.retention.ddl;

import io.tallykeep.jobs.retention.ledger.Objection;
import io.tallykeep.jobs.retention.lock.LockLostException;
import io.tallykeep.jobs.retention.lock.TableLock;
import io.tallykeep.jobs.retention.session.MysqlError;
import io.tallykeep.jobs.retention.session.Rest;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.jobs.settings.DropSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one DDL statement on the session that holds the table's lock: a bounded wait for the
 * metadata lock per try, a rest between tries so that queued writers get through, then the sessions
 * in the way are named. Nobody is killed.
 */
public final class BoundedDdl {
  private static final Logger LOG = LoggerFactory.getLogger(BoundedDdl.class);

  private final DropSettings bounds;

  public BoundedDdl(DropSettings bounds) {
    this.bounds = bounds;
  }

  /** Asked on the statement's own session right before each try. */
  @FunctionalInterface
  public interface Permission {
    /** For statements that take nothing away. */
    Permission ALWAYS = connection -> List.of();

    /** What speaks against the try; then it is not made. */
    List<Objection> objections(Connection connection) throws SQLException;
  }

  /**
   * Runs the statement.
   *
   * @throws SQLException if the server refuses it for another reason than the lock
   * @throws LockLostException if the table's lock is gone before a try
   */
  public DdlOutcome execute(TableLock lock, String ddl, Permission permission)
      throws SQLException, LockLostException {
    String blockers = "";
    for (int tried = 1; tried <= bounds.tries(); tried++) {
      Session session = lock.session();
      try {
        session.execute("SET SESSION lock_wait_timeout = " + bounds.lockWait().toSeconds());
        List<Objection> objections = permission.objections(session.connection());
        if (!objections.isEmpty()) {
          return new DdlOutcome.Stopped(objections);
        }
        session.execute(ddl);
        return new DdlOutcome.Done();
      } catch (SQLException e) {
        if (isConnectionLost(e)) {
          return new DdlOutcome.AnswerLost(String.valueOf(e.getMessage()));
        }
        if (!MysqlError.isLockFailure(e)) {
          throw e;
        }
        blockers = new MetadataLocks(session).holders(lock.table());
        LOG.warn("try {} of {}: {} is blocked by {}", tried, bounds.tries(), ddl, blockers);
        if (tried < bounds.tries()) {
          Rest.of(bounds.pause());
        }
      }
    }
    return new DdlOutcome.Blocked(blockers);
  }

  private static boolean isConnectionLost(SQLException e) {
    return e.getSQLState() != null && e.getSQLState().startsWith("08");
  }
}
