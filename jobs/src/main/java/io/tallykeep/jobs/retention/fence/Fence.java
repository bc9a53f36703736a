package io.tallykeep.jobs.retention.fence;

import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.jobs.retention.ledger.Objection;
import io.tallykeep.jobs.retention.ledger.ShareLock;
import io.tallykeep.jobs.retention.ledger.Transition;
import io.tallykeep.jobs.retention.ledger.Veto;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.jobs.settings.WorkerSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A worker's right to do destructive work: its lease with a fencing number, and the pause switch.
 * Thread-safe.
 *
 * <p>The lease is taken while the run lock is held, which says that the session of the former
 * holder has ended; the number is what tells a former holder that still runs, or runs again, that
 * it is one. Whatever is destructive asks {@link #objections(Connection)} in the transaction that
 * does it, or on the session that holds the table's lock right before the statement. A lease that
 * has run out is never prolonged.
 */
public final class Fence implements AutoCloseable, Veto {
  private static final Logger LOG = LoggerFactory.getLogger(Fence.class);

  private final DataSource server;
  private final LeaseRow row;
  private final PauseSwitch pause;
  private final WorkerScope scope;
  private final WorkerSettings settings;
  private final long number;
  private final Heartbeat heartbeat;
  private volatile long renewedNanos;
  private volatile Optional<String> lost = Optional.empty();

  private Fence(
      DataSource server, Identifier controlSchema, WorkerScope scope, WorkerSettings settings)
      throws SQLException {
    this.server = server;
    this.row = new LeaseRow(controlSchema, scope);
    this.pause = new PauseSwitch(controlSchema);
    this.scope = scope;
    this.settings = settings;
    this.renewedNanos = System.nanoTime();
    try (Session session = Session.open(server)) {
      // A former holder's transaction may have the row FOR SHARE until the server ends it.
      session.execute("SET SESSION innodb_lock_wait_timeout = " + TAKE_WAIT_SECONDS);
      this.number = row.take(session, Worker.name(), settings.lease());
    }
    this.heartbeat = new Heartbeat(server, scope.toString(), settings.beat(), this::renew);
  }

  private static final int TAKE_WAIT_SECONDS = 20;

  /**
   * Takes the lease from whoever had it, and keeps renewing it until it is closed.
   *
   * @param server opens unpooled connections to the server that holds the control schema
   * @param scope whose run lock the caller holds
   * @throws SQLException if the server fails; the lease is not taken then, or runs out by itself
   */
  public static Fence take(
      DataSource server, Identifier controlSchema, WorkerScope scope, WorkerSettings settings)
      throws SQLException {
    return new Fence(server, controlSchema, scope, settings);
  }

  /** Rises with every taking of the scope's lease. */
  public long number() {
    return number;
  }

  /**
   * Why destructive work must not go on now: the pause switch, or the lease. Inside a transaction
   * the answer holds until its end.
   *
   * @param connection to the control schema's server
   * @throws SQLException if it can't be told: then it must not go on either
   */
  public List<Objection> objections(Connection connection) throws SQLException {
    return objections(connection, ShareLock.WAIT);
  }

  /**
   * As {@link #objections(Connection)}, for a transaction that holds ledger rows: a lock failure
   * where the answer would have to be waited for.
   */
  public List<Objection> objectionsAtOnce(Connection connection) throws SQLException {
    return objections(connection, ShareLock.NOWAIT);
  }

  private List<Objection> objections(Connection connection, ShareLock lock) throws SQLException {
    List<Objection> objections = new ArrayList<>(leaseObjections(connection, lock));
    pause.objection(Session.asItIs(connection), lock).ifPresent(objections::add);
    return objections;
  }

  /** As {@link #objections(Connection)} of the lease alone: for work that a pause lets go on. */
  public List<Objection> leaseObjections(Connection connection) throws SQLException {
    return leaseObjections(connection, ShareLock.WAIT);
  }

  private List<Objection> leaseObjections(Connection connection, ShareLock lock)
      throws SQLException {
    if (lost.isEmpty()) {
      Optional<LeaseRow.Reading> found = row.read(Session.asItIs(connection), lock);
      if (found.isEmpty()) {
        lose("its row is gone from worker_lease");
      } else if (found.get().number() != number) {
        lose(
            "lease "
                + found.get().number()
                + " was taken by "
                + found.get().holder()
                + " after this one");
      } else if (!found.get().live()) {
        lose("it ran out at " + found.get().expiresAt() + " UTC without being renewed");
      }
    }
    return lost.map(why -> List.of(new Objection(Objection.Code.LEASE_LOST, text(why))))
        .orElse(List.of());
  }

  /** What is destructive asks lease and switch, other work the lease; facts and thaws neither. */
  @Override
  public List<Objection> objections(
      Connection connection, Transition transition, List<LocalDate> days) throws SQLException {
    if (transition.isDestructive()) {
      return objections(connection, ShareLock.NOWAIT);
    }
    return transition.passesQuarantine()
        ? List.of()
        : leaseObjections(connection, ShareLock.NOWAIT);
  }

  /** Why the lease is known to be lost, without asking the server; empty while it may hold. */
  public Optional<String> lost() {
    if (lost.isEmpty() && System.nanoTime() - renewedNanos > settings.lease().toNanos()) {
      lose("this process did not renew it for longer than " + settings.lease());
    }
    return lost.map(this::text);
  }

  /** As {@link #lost}, after having asked the server, if it answers. */
  public Optional<String> lostByNow() {
    try (Session session = Session.open(server)) {
      leaseObjections(session.connection());
    } catch (SQLException e) {
      LOG.debug("the server did not say whether lease {} of {} holds", number, scope, e);
    }
    return lost();
  }

  private void renew(Session session) throws SQLException {
    if (lost.isPresent()) {
      return;
    }
    long asked = System.nanoTime();
    if (row.renew(session, number, settings.lease())) {
      renewedNanos = asked;
    } else {
      lose("it had run out, or another worker has taken it");
    }
  }

  private void lose(String why) {
    LOG.warn("lease {} of {} is lost: {}", number, scope, why);
    lost = Optional.of(why);
  }

  private String text(String why) {
    return "lease "
        + number
        + " for "
        + scope
        + " is lost: "
        + why
        + ". This worker does nothing destructive any more; run the job again.";
  }

  /** Gives the lease back. */
  @Override
  public void close() {
    heartbeat.close();
    try (Session session = Session.open(server)) {
      row.release(session, number);
    } catch (SQLException e) {
      LOG.debug("lease {} of {} was not given back; it runs out by itself", number, scope, e);
    }
  }
}
