package io.tallykeep.verifier.online;

import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.RowReader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of one identity, in the archive's column order and value forms, so that a row
 * compares alike wherever it comes from.
 *
 * <p>At most two rows are read: two say as much as more, that the identity is not unique. The
 * server gives up after {@link #MAX_EXECUTION_MILLIS}, also while the statement waits for DDL
 * (MySQL 8.0 manual, section 8.9.3, MAX_EXECUTION_TIME; tried with a pending ALTER TABLE).
 */
final class RowQuery {
  static final int MAX_EXECUTION_MILLIS = 10_000;

  private final ArchiveSchema schema;
  private final RowReader reader;
  private final IdentityPredicate identity;

  RowQuery(ArchiveSchema schema) {
    this.schema = schema;
    this.reader = new RowReader(schema);
    this.identity = new IdentityPredicate(schema);
  }

  /** The rows of the identity in {@code from}, whatever their day. */
  List<@Nullable Object[]> rows(Connection connection, String from, Object[] identityValues)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql(from, ""))) {
      identity.bind(statement, identityValues);
      return rows(statement);
    }
  }

  /** The rows of the identity and one of the days in {@code from}. */
  List<@Nullable Object[]> rows(
      Connection connection, String from, Object[] identityValues, List<LocalDate> days)
      throws SQLException {
    String eventDay = schema.column(schema.eventDayIndex()).name().quoted();
    String inDays = " AND " + eventDay + " IN (?" + ", ?".repeat(days.size() - 1) + ")";
    try (PreparedStatement statement = connection.prepareStatement(sql(from, inDays))) {
      int next = identity.bind(statement, identityValues);
      for (LocalDate day : days) {
        statement.setObject(next++, day);
      }
      return rows(statement);
    }
  }

  private String sql(String from, String inDays) {
    return "SELECT /*+ MAX_EXECUTION_TIME("
        + MAX_EXECUTION_MILLIS
        + ") */ "
        + reader.selectList()
        + " FROM "
        + from
        + " WHERE "
        + identity.sql()
        + inDays
        + " LIMIT 2";
  }

  private List<@Nullable Object[]> rows(PreparedStatement statement) throws SQLException {
    List<@Nullable Object[]> rows = new ArrayList<>();
    try (ResultSet row = statement.executeQuery()) {
      requireDays(row);
      while (row.next()) {
        rows.add(reader.read(row));
      }
    }
    return rows;
  }

  /**
   * The columns were read once; an answer tells, also without rows, what the event day is now. Rows
   * of other times of a day would be missed by comparing with the day.
   */
  private void requireDays(ResultSet row) throws SQLException {
    int eventDay = schema.eventDayIndex() + 1;
    if (row.getMetaData().getColumnType(eventDay) != Types.DATE) {
      throw new SQLException(
          "table "
              + schema.table()
              + ": column "
              + schema.column(schema.eventDayIndex()).name()
              + " has become "
              + row.getMetaData().getColumnTypeName(eventDay)
              + ", it was a DATE. Make it a DATE again: look-ups compare days, and would miss rows"
              + " of other times of a day");
    }
  }
}
