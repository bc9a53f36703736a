package io.tallykeep.jobs.retention.lock;

import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.jobs.retention.session.Session;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * The right to close, freeze, thaw, drop or provision one table, and to say what became of such a
 * statement. Held by one server session from the check to the end: run what it protects on {@link
 * #session()}, so that a statement that outlives its client keeps the lock until it has ended.
 */
public final class TableLock implements AutoCloseable {
  private final ServerLock lock;
  private final TableName table;

  private TableLock(ServerLock lock, TableName table) {
    this.lock = lock;
    this.table = table;
  }

  /**
   * Takes the table's lock if it is free; does not wait.
   *
   * @param server opens unpooled connections to the server that holds the table
   * @throws SQLException if the server can't be reached
   */
  public static LockAttempt<TableLock> tryAcquire(DataSource server, TableName table)
      throws SQLException {
    return tryAcquire(server, table, ServerLock.SILENCE);
  }

  /**
   * As {@link #tryAcquire(DataSource, TableName)}.
   *
   * @param silence the lock ends when its process has been stopped or cut off for so long; in whole
   *     seconds
   */
  public static LockAttempt<TableLock> tryAcquire(
      DataSource server, TableName table, Duration silence) throws SQLException {
    return ServerLock.tryAcquire(server, name(table), silence)
        .map(lock -> new TableLock(lock, table));
  }

  /**
   * Takes the table's lock, ending the session that holds it: only on demand, when that run is
   * known to be dead. Waits until the former holder is gone, which a running DDL can delay.
   *
   * @param atMost how long to wait, in whole seconds; then the attempt is refused
   * @throws SQLException if the server can't be reached, or this account may not kill the holder
   */
  public static LockAttempt<TableLock> takeOver(DataSource server, TableName table, Duration atMost)
      throws SQLException {
    return ServerLock.takeOver(server, name(table), atMost).map(lock -> new TableLock(lock, table));
  }

  /** Who holds the table's lock at this moment, if somebody does. */
  public static Optional<LockHolder> holder(Session session, TableName table) throws SQLException {
    return Optional.of(ServerLock.holder(session, name(table)))
        .filter(holder -> holder.connectionId() != 0);
  }

  private static LockName name(TableName table) {
    return LockName.of("table", table.toString());
  }

  public TableName table() {
    return table;
  }

  /**
   * The session that holds the lock, verified just now. Ask again before each statement that
   * destroys something.
   *
   * @throws LockLostException if the session no longer holds the lock
   */
  public Session session() throws LockLostException {
    return lock.verified();
  }

  /** Ends the session and with it the lock. */
  @Override
  public void close() throws SQLException {
    lock.close();
  }
}
