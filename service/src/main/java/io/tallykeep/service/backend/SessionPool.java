package io.tallykeep.service.backend;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import java.time.Duration;
import javax.sql.DataSource;

/**
 * A bounded pool of autocommit sessions, each as the source opens it and asked for a sign of life
 * before it is handed out. Opens none until one is wanted. Thread-safe; close it once, at the end.
 */
public final class SessionPool implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(1);
  private static final Duration OLDEST = Duration.ofMinutes(10);
  private static final Duration IDLE = Duration.ofMinutes(1);

  private final HikariDataSource pool;

  /**
   * @param source opens the sessions
   * @param mostSessions no more are open at once
   */
  public SessionPool(DataSource source, int mostSessions) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("lookups");
    config.setDataSource(source);
    config.setAutoCommit(true);
    config.setMaximumPoolSize(mostSessions);
    config.setMinimumIdle(1);
    config.setIdleTimeout(IDLE.toMillis());
    config.setMaxLifetime(OLDEST.toMillis());
    config.setConnectionTimeout(PATIENCE.toMillis());
    config.setValidationTimeout(SIGN_OF_LIFE.toMillis());
    // Starts, and says DOWN, while MySQL is away.
    config.setInitializationFailTimeout(-1);
    this.pool = new HikariDataSource(config);
  }

  /** Hands sessions out; one that stays away for 2 seconds is an error. */
  public DataSource dataSource() {
    return pool;
  }

  /** Sessions that are open now. */
  public int open() {
    return bean().getTotalConnections();
  }

  /** Sessions in use now. */
  public int inUse() {
    return bean().getActiveConnections();
  }

  private HikariPoolMXBean bean() {
    return pool.getHikariPoolMXBean();
  }

  /** Ends the sessions. One that is being opened on a server that hangs is not waited for. */
  @Override
  public void close() {
    Thread closing = new Thread(pool::close, "sessions-close");
    closing.setDaemon(true);
    closing.start();
    try {
      closing.join(SIGN_OF_LIFE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
