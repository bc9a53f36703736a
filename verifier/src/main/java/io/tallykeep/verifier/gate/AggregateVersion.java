package io.tallykeep.verifier.gate;

import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.TableName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The version of the thing that events change in an order of their own, such as an account: for use
 * inside an {@link Effect}. Which event comes next follows from the row, not from the order in
 * which events arrive.
 *
 * <p>Immutable and thread-safe.
 */
public final class AggregateVersion {
  private final TableName table;
  private final Identifier versionColumn;
  private final Map<String, Object> key;

  private AggregateVersion(TableName table, Identifier versionColumn, Map<String, Object> key) {
    this.table = table;
    this.versionColumn = versionColumn;
    this.key = Columns.copyOf(key);
    if (key.isEmpty()) {
      throw new IllegalArgumentException(
          "the aggregate's key in " + table + " has no column: it would lock every row.");
    }
  }

  /**
   * The version of one row.
   *
   * @param table the aggregates
   * @param versionColumn the whole number that each applied event raises by one
   * @param key the row's primary key
   */
  public static AggregateVersion of(
      TableName table, Identifier versionColumn, Map<String, Object> key) {
    return new AggregateVersion(table, versionColumn, key);
  }

  /** Where an event stands, compared with what has been applied. */
  public sealed interface Position {
    /** It is the one that comes next; the row stays locked for this transaction. */
    record Next() implements Position {}

    /**
     * It was applied before, or something newer was.
     *
     * @param current the aggregate's version
     */
    record Stale(long current) implements Position {
      /** The effect's answer: nothing is applied, and the event's row says so. */
      public EffectResult result(Map<String, Object> columns) {
        return EffectResult.stale("the aggregate is at version " + current, columns);
      }
    }

    /**
     * There is no such aggregate: an event that creates it inserts the row, with its version. For
     * any other the effect knows whether it is still to come ({@link #result}), or must be rejected
     * since nothing will ever create it.
     *
     * @param waitsFor the aggregate, in the form {@code payments.account id=1}
     */
    record NoAggregate(String waitsFor) implements Position {
      /** The effect's answer where the aggregate is still to come: not applicable yet. */
      public EffectResult result() {
        return EffectResult.notApplicableYet(waitsFor);
      }
    }

    /**
     * One or more versions between what has been applied and this event are missing.
     *
     * @param current the aggregate's version
     * @param waitsFor the missing version next to be applied, in the form {@code payments.account
     *     id=1 version 11}
     */
    record MissingPredecessor(long current, String waitsFor) implements Position {
      /** The effect's answer: not applicable yet. */
      public EffectResult result() {
        return EffectResult.notApplicableYet(waitsFor);
      }
    }
  }

  /**
   * Locks the aggregate's row and compares.
   *
   * @param connection the effect's connection
   * @param eventVersion the version the aggregate has once the event is applied
   * @throws SQLException if the row can't be read, or its version is NULL
   */
  public Position compare(Connection connection, long eventVersion) throws SQLException {
    OptionalLong locked = lock(connection);
    if (locked.isEmpty()) {
      return new Position.NoAggregate(name());
    }
    long current = locked.getAsLong();
    if (eventVersion <= current) {
      return new Position.Stale(current);
    }
    if (eventVersion - 1 == current) {
      return new Position.Next();
    }
    return new Position.MissingPredecessor(current, waitsFor(current + 1));
  }

  /** How a version of this aggregate is named where something waits for it. */
  public String waitsFor(long version) {
    return name() + " version " + version;
  }

  private String name() {
    StringBuilder text = new StringBuilder(table.toString());
    key.forEach((column, value) -> text.append(' ').append(column).append('=').append(value));
    return text.toString();
  }

  /**
   * Raises the version by one, after {@link Position.Next}.
   *
   * @param eventVersion the version the aggregate has now
   * @throws SQLException if the row is not at the version before
   */
  public void advance(Connection connection, long eventVersion) throws SQLException {
    RowWriter where = new RowWriter().with(key);
    String sql =
        "UPDATE "
            + table.quoted()
            + " SET "
            + versionColumn.quoted()
            + " = ? WHERE "
            + where.equations(" AND ")
            + " AND "
            + versionColumn.quoted()
            + " = ?";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setLong(1, eventVersion);
      int next = where.bind(statement, 2);
      statement.setLong(next, eventVersion - 1);
      if (statement.executeUpdate() != 1) {
        throw new SQLException(
            waitsFor(eventVersion) + ": the row is not at version " + (eventVersion - 1) + ".");
      }
    }
  }

  /** The row's version; empty if there is no row. */
  private OptionalLong lock(Connection connection) throws SQLException {
    RowWriter where = new RowWriter().with(key);
    String sql =
        "SELECT "
            + versionColumn.quoted()
            + " FROM "
            + table.quoted()
            + " WHERE "
            + where.equations(" AND ")
            + " FOR UPDATE";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      where.bind(statement, 1);
      try (ResultSet row = statement.executeQuery()) {
        if (!row.next()) {
          return OptionalLong.empty();
        }
        long version = row.getLong(1);
        if (row.wasNull()) {
          throw new SQLException(
              table + ": the version of " + key + " is NULL. Give the row one, 0 if it is new.");
        }
        return OptionalLong.of(version);
      }
    }
  }
}
