package io.tallykeep.verifier.gate.connection;

import java.lang.reflect.InvocationTargetException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What happened on an effect's connection, and the gatekeeper of its calls.
 *
 * <p>Calls run one at a time. The first error is remembered whether or not the effect caught it,
 * and no further call is let through after it; nor once the effect is over, from whatever thread it
 * comes. Thread-safe.
 */
public final class EffectWatch {
  private static final int LEAST_ANSWER_MILLIS = 200;

  /** How long the server gets, once it is told, to end a statement. */
  private static final int KILL_MILLIS = 2_000;

  private final ReentrantLock lock = new ReentrantLock();
  private final Connection raw;
  private final TimeLimit limit;
  private final StatementRule rule;
  private final Set<Statement> statements = Collections.newSetFromMap(new IdentityHashMap<>());
  private @Nullable SQLException firstError;
  private boolean over;

  /**
   * @param raw the transaction's connection
   * @param limit until when calls are let through
   * @param dialect how its session reads quoted text
   */
  public EffectWatch(Connection raw, TimeLimit limit, SqlDialect dialect) {
    this.raw = raw;
    this.limit = limit;
    this.rule = new StatementRule(dialect);
  }

  /** A call to the driver, by reflection. */
  @FunctionalInterface
  interface Call {
    @Nullable Object run() throws IllegalAccessException, InvocationTargetException, SQLException;
  }

  /**
   * Lets a call through, if the attempt still stands.
   *
   * @throws SQLException the call's own error, or why it was not let through
   */
  @Nullable Object run(Call call) throws SQLException {
    lock.lock();
    try {
      requireStanding();
      raw.setNetworkTimeout(
          Runnable::run, limit.remainingMillis(LEAST_ANSWER_MILLIS) + KILL_MILLIS);
      return runAlways(call);
    } catch (SQLException e) {
      throw remembered(e);
    } finally {
      lock.unlock();
    }
  }

  /** Hands a call over that is harmless at any time. */
  @Nullable Object runAlways(Call call) throws SQLException {
    lock.lock();
    try {
      return call.run();
    } catch (InvocationTargetException e) {
      throw failed(e.getCause());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("a public method of JDBC can't be called.", e);
    } finally {
      lock.unlock();
    }
  }

  private void requireStanding() throws SQLException {
    if (over) {
      throw new RefusedCallException(
          "the effect is over, and so is its connection. Use it only inside the effect.");
    }
    if (firstError != null) {
      throw new RefusedCallException(
          "an earlier error ended this attempt: " + firstError.getMessage());
    }
    if (limit.isOver()) {
      throw new TimeLimitException(limit);
    }
  }

  private SQLException failed(@Nullable Throwable cause) {
    if (cause instanceof SQLException sql) {
      return remembered(sql);
    }
    if (cause instanceof Error error) {
      throw error;
    }
    return remembered(new SQLException("the driver failed: " + cause, cause));
  }

  private SQLException remembered(SQLException error) {
    if (firstError == null && !over) {
      firstError = error;
    }
    return error;
  }

  /** Notes that a call was refused, and hands back what to throw. */
  SQLException refused(String what) {
    lock.lock();
    try {
      return remembered(
          new RefusedCallException(
              what + ": refused inside the gate, which begins and ends the transaction itself."));
    } finally {
      lock.unlock();
    }
  }

  /**
   * Checks a statement's text.
   *
   * @throws SQLException if it is not let through
   */
  void requireAllowed(String sql) throws SQLException {
    Optional<String> refusal = rule.refusal(sql);
    if (refusal.isPresent()) {
      throw refused("a statement that " + refusal.get());
    }
  }

  /**
   * Has the driver end a statement at the server ({@code KILL QUERY}, on a connection of its own)
   * when the limit is over: a client that only goes away leaves it running, with its locks.
   */
  void boundAtServer(Statement statement) throws SQLException {
    int left = (limit.remainingMillis(1) + 999) / 1000;
    run(
        () -> {
          int own = statement.getQueryTimeout();
          statement.setQueryTimeout(own == 0 ? left : Math.min(own, left));
          return null;
        });
  }

  /** A statement of the connection's; it reads its results whole whatever the URL says. */
  void opened(Statement statement) throws SQLException {
    lock.lock();
    try {
      if (statement.getFetchSize() == Integer.MIN_VALUE) {
        statement.setFetchSize(0);
      }
      statements.add(statement);
    } finally {
      lock.unlock();
    }
  }

  void closed(Statement statement) {
    lock.lock();
    try {
      statements.remove(statement);
    } finally {
      lock.unlock();
    }
  }

  /** Ends the attempt with an error that happened outside the connection. */
  public void doom(SQLException error) {
    lock.lock();
    try {
      remembered(error);
    } finally {
      lock.unlock();
    }
  }

  /** The first error, if there was one. */
  public Optional<SQLException> firstError() {
    lock.lock();
    try {
      return Optional.ofNullable(firstError);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Ends the effect's use of the connection: waits for a call that is under way, lets no further
   * one through, and closes what the effect left open.
   */
  public void end() {
    lock.lock();
    try {
      for (Statement statement : List.copyOf(statements)) {
        try {
          statement.close();
        } catch (SQLException e) {
          remembered(e);
        }
      }
      statements.clear();
      over = true;
    } finally {
      lock.unlock();
    }
  }
}
