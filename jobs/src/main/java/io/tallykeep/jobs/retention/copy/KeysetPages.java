package io.tallykeep.jobs.retention.copy;

import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.archive.schema.ArchiveColumn;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.RowReader;
import io.tallykeep.archive.schema.UnstorableValueException;
import io.tallykeep.archive.schema.ValueBinder;
import io.tallykeep.jobs.retention.session.Keyset;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads one table partition in the order of the unique key on identity and event day, in keyset
 * pages that are each their own autocommit read.
 *
 * <p>No long snapshot: that would hold the table's metadata lock, and every DDL and all writers
 * behind it would wait.
 */
final class KeysetPages {
  private final ArchiveSchema schema;
  private final RowReader reader;
  private final List<Integer> key;
  private final Keyset keyset;
  private final String select;
  private final String order;

  /**
   * @param keyName the unique key that holds exactly the identity and the event day
   * @param tablePartition the partition to read, empty for the whole table
   */
  KeysetPages(
      ArchiveSchema schema, Optional<Identifier> tablePartition, String keyName, int pageRows) {
    this.schema = schema;
    this.reader = new RowReader(schema);
    this.key = new ArrayList<>(schema.identityIndexes());
    this.key.add(schema.eventDayIndex());
    this.keyset = new Keyset(key.stream().map(index -> schema.column(index).name()).toList());
    TableName table = schema.table();
    this.select =
        "SELECT "
            + reader.selectList()
            + " FROM "
            + table.quoted()
            + tablePartition.map(name -> " PARTITION (" + name.quoted() + ")").orElse("")
            + " FORCE INDEX (`"
            + keyName
            + "`)";
    this.order = " ORDER BY " + keyset.list() + " LIMIT " + pageRows;
  }

  /** What is done with each row. */
  interface RowConsumer {
    void accept(@Nullable Object[] row) throws IOException;
  }

  /**
   * Hands every row of the range to the consumer, in key order.
   *
   * @param pageBreak is asked before each page
   * @return the number of rows read
   */
  long forEach(Connection connection, DayRange range, PageBreak pageBreak, RowConsumer consumer)
      throws SQLException, IOException, UnstorableValueException {
    long rows = 0;
    Object[] last = null;
    while (true) {
      pageBreak.pause(connection);
      long before = rows;
      try (PreparedStatement statement = connection.prepareStatement(page(range, last != null))) {
        int parameter = bind(statement, range);
        if (last != null) {
          bindAfter(statement, parameter, last);
        }
        try (ResultSet result = statement.executeQuery()) {
          while (result.next()) {
            last = reader.read(result);
            consumer.accept(last);
            rows++;
          }
        }
      }
      if (rows == before) {
        return rows;
      }
    }
  }

  private String page(DayRange range, boolean isNext) {
    List<String> conditions = new ArrayList<>();
    String day = name(schema.eventDayIndex());
    range.fromInclusive().ifPresent(from -> conditions.add(day + " >= ?"));
    range.untilExclusive().ifPresent(until -> conditions.add(day + " < ?"));
    if (isNext) {
      conditions.add("(" + keyset.isAfter() + ")");
    }
    String where = conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
    return select + where + order;
  }

  /** Binds the range's days; returns the number of the parameter after them. */
  private static int bind(PreparedStatement statement, DayRange range) throws SQLException {
    int parameter = 1;
    if (range.fromInclusive().isPresent()) {
      statement.setObject(parameter++, range.fromInclusive().get());
    }
    if (range.untilExclusive().isPresent()) {
      statement.setObject(parameter++, range.untilExclusive().get());
    }
    return parameter;
  }

  private void bindAfter(PreparedStatement statement, int first, @Nullable Object[] last)
      throws SQLException {
    int parameter = first;
    for (int length = 0; length < key.size(); length++) {
      for (int i = 0; i <= length; i++) {
        ArchiveColumn column = schema.column(key.get(i));
        ValueBinder.bind(statement, parameter++, column.type(), last[key.get(i)]);
      }
    }
  }

  private String name(int index) {
    return schema.column(index).name().quoted();
  }
}
