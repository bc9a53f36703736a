package io.tallykeep.verifier.ledger;

import io.tallykeep.archive.dataset.Identifier;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import javax.sql.DataSource;

/**
 * Reads the day ledger of one dataset and shard and changes nothing. What a read says comes from
 * one SELECT, bounded by {@link #MAX_EXECUTION_MILLIS} on the server; only {@link #readForShare}
 * takes a lock.
 *
 * <p>Two sentinel rows per dataset and shard, at {@link #FIRST_SENTINEL} and {@link
 * #LAST_SENTINEL}, keep the gap lock of a refused insert off the neighbouring datasets. They are
 * not days: a reading of such a day is empty and {@link #days()} leaves them out.
 *
 * <p>Safe for use by many threads: each call opens and closes a connection of its own.
 */
public final class DayLedger {
  /** The day of the sentinel row below every event day: the first DATE MySQL supports. */
  public static final LocalDate FIRST_SENTINEL = LocalDate.of(1000, 1, 1);

  /** The day of the sentinel row above every event day: the last DATE MySQL supports. */
  public static final LocalDate LAST_SENTINEL = LocalDate.of(9999, 12, 31);

  /** How long the server may work on one read of the ledger before it gives up with error 3024. */
  public static final int MAX_EXECUTION_MILLIS = 10_000;

  /** The columns {@link #map} reads, for a statement of the caller's own over the ledger. */
  public static final String COLUMNS =
      "event_day, progress, attention, attention_reason, epoch, freeze_number, table_partition,"
          + " run_id, snapshot_sequence, row_count, digest, hold_until";

  private static final String SELECT =
      "SELECT /*+ MAX_EXECUTION_TIME("
          + MAX_EXECUTION_MILLIS
          + ") */ @@server_uuid AS server_uuid,"
          + " @@GLOBAL.read_only OR @@GLOBAL.super_read_only"
          + " OR EXISTS (SELECT 1 FROM performance_schema.replication_connection_configuration"
          // Every member of a group has these; whether it takes writes, read_only tells.
          + " WHERE CHANNEL_NAME NOT LIKE 'group\\_replication\\_%') AS may_lag,"
          + " @@SESSION.transaction_isolation AS isolation, "
          + COLUMNS;

  /** Asks the server even where the ledger has no row. */
  private static final String FROM_SERVER = " FROM (SELECT 1) AS server LEFT JOIN ";

  private static final String OF_DAY = " dataset = ? AND shard = ? AND event_day = ?";

  /** Any other one may show what is not committed. */
  private static final Set<String> ISOLATED =
      Set.of("READ-COMMITTED", "REPEATABLE-READ", "SERIALIZABLE");

  private final DataSource dataSource;
  private final LedgerKey key;

  /**
   * @param dataSource opens connections to the writable server that holds the inbox
   * @param controlSchema the schema that holds {@code day_ledger}
   * @param dataset the dataset's name
   * @param shard its shard, 0 where there is one
   */
  public DayLedger(DataSource dataSource, Identifier controlSchema, String dataset, int shard) {
    this.dataSource = dataSource;
    this.key = new LedgerKey(controlSchema, dataset, shard);
  }

  /** Whether this is the day of a sentinel row, which no event can have. */
  public static boolean isSentinel(LocalDate day) {
    return day.equals(FIRST_SENTINEL) || day.equals(LAST_SENTINEL);
  }

  /**
   * The day's ledger row and the server that answered, in one SELECT.
   *
   * @throws SQLException if the server can't be reached or the ledger can't be read
   */
  public LedgerReading read(LocalDate day) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      return read(connection, key, day);
    }
  }

  /**
   * All days of the dataset and shard, oldest first, without the sentinels.
   *
   * @throws SQLException if the server can't be reached or the ledger can't be read
   */
  public List<LedgerDay> days() throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      return days(connection, key).days();
    }
  }

  /**
   * As {@link #read(LocalDate)}, on the caller's connection.
   *
   * @throws SQLException if the ledger can't be read
   */
  public static LedgerReading read(Connection connection, LedgerKey key, LocalDate day)
      throws SQLException {
    return read(connection, key, day, "");
  }

  /**
   * As {@link #read(Connection, LedgerKey, LocalDate)}, and keeps the row from being changed until
   * the connection's transaction ends. A day without a row locks nothing under READ COMMITTED;
   * under REPEATABLE READ it keeps the day's row from being inserted.
   *
   * @throws SQLException if the ledger can't be read, or the row stays locked for longer than the
   *     session waits
   */
  public static LedgerReading readForShare(Connection connection, LedgerKey key, LocalDate day)
      throws SQLException {
    return read(connection, key, day, " FOR SHARE");
  }

  /**
   * Where there is no row, and so no word of the server, a second SELECT is asked and alone counts:
   * an outer join, which costs the server more.
   */
  private static LedgerReading read(
      Connection connection, LedgerKey key, LocalDate day, String locking) throws SQLException {
    String covered = SELECT + " FROM " + key.table() + " WHERE" + OF_DAY + locking;
    Optional<LedgerReading> reading = select(connection, covered, key, day);
    if (reading.isPresent()) {
      return reading.get();
    }
    String whether = SELECT + FROM_SERVER + key.table() + " ON" + OF_DAY + locking;
    return select(connection, whether, key, day)
        .orElseThrow(() -> new SQLException("the server gave no row to an outer join."));
  }

  private static Optional<LedgerReading> select(
      Connection connection, String sql, LedgerKey key, LocalDate day) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      key.bind(statement);
      statement.setObject(3, day);
      try (ResultSet row = statement.executeQuery()) {
        if (!row.next()) {
          return Optional.empty();
        }
        boolean covered = hasDay(row) && !isSentinel(day);
        return Optional.of(
            new LedgerReading(
                covered ? Optional.of(map(row)) : Optional.empty(),
                row.getString("server_uuid"),
                row.getBoolean("may_lag"),
                readsUncommitted(row)));
      }
    }
  }

  private static boolean readsUncommitted(ResultSet row) throws SQLException {
    String isolation = row.getString("isolation");
    return isolation == null || !ISOLATED.contains(isolation);
  }

  /**
   * As {@link #days()}, on the caller's connection, with the server that answered.
   *
   * @throws SQLException if the ledger can't be read
   */
  public static LedgerListing days(Connection connection, LedgerKey key) throws SQLException {
    String sql =
        SELECT
            + FROM_SERVER
            + key.table()
            + " ON dataset = ? AND shard = ? AND event_day > ? AND event_day < ?"
            + " ORDER BY event_day";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      key.bind(statement);
      statement.setObject(3, FIRST_SENTINEL);
      statement.setObject(4, LAST_SENTINEL);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        String serverUuid = row.getString("server_uuid");
        boolean mayLag = row.getBoolean("may_lag");
        boolean readsUncommitted = readsUncommitted(row);
        List<LedgerDay> days = new ArrayList<>();
        if (hasDay(row)) {
          do {
            days.add(map(row));
          } while (row.next());
        }
        return new LedgerListing(days, serverUuid, mayLag, readsUncommitted);
      }
    }
  }

  /**
   * The ledger row the result set stands on.
   *
   * @param row a row of a SELECT that names {@link #COLUMNS}
   * @throws SQLException if a column is missing or can't be read
   */
  public static LedgerDay map(ResultSet row) throws SQLException {
    byte[] digest = row.getBytes("digest");
    return new LedgerDay(
        row.getObject("event_day", LocalDate.class),
        Progress.valueOf(row.getString("progress")),
        Attention.valueOf(row.getString("attention")),
        Optional.ofNullable(row.getString("attention_reason")),
        row.getLong("epoch"),
        optionalLong(row, "freeze_number"),
        Optional.ofNullable(row.getString("table_partition")),
        Optional.ofNullable(row.getString("run_id")),
        row.getLong("snapshot_sequence"),
        optionalLong(row, "row_count"),
        Optional.ofNullable(digest).map(HexFormat.of()::formatHex),
        Optional.ofNullable(row.getObject("hold_until", LocalDate.class)));
  }

  private static boolean hasDay(ResultSet row) throws SQLException {
    return row.getObject("event_day") != null;
  }

  private static OptionalLong optionalLong(ResultSet row, String column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(value);
  }
}
