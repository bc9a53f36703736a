package io.tallykeep.demo;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.EventDayOrigin;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.archive.digest.RowDigester;
import io.tallykeep.archive.digest.TableDigest;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.RowReader;
import io.tallykeep.archive.schema.SourceTable;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Counts and digests every event day of the inbox in MySQL, in table order and apart from the jobs,
 * so that the demo can compare what the archive proves with what was there.
 */
final class OnlineDigests {
  private final DataSource server;

  OnlineDigests(DataSource server) {
    this.server = server;
  }

  Map<LocalDate, TableDigest> byDay() throws SQLException {
    TableName table = TableName.parse(DemoConfiguration.SCHEMA + ".inbox");
    try (Connection connection = server.getConnection()) {
      SourceTable source = SourceTable.read(connection, table).orElseThrow();
      ArchiveSchema schema = ArchiveSchema.of(dataset(table), source);
      RowReader reader = new RowReader(schema);
      Map<LocalDate, RowDigester> days = new HashMap<>();
      try (Statement statement =
          connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
        statement.setFetchSize(Integer.MIN_VALUE);
        try (ResultSet rows =
            statement.executeQuery("SELECT " + reader.selectList() + " FROM " + table.quoted())) {
          while (rows.next()) {
            @Nullable Object[] row = reader.read(rows);
            days.computeIfAbsent(day(schema, row), day -> new RowDigester(schema)).add(row);
          }
        }
      }
      Map<LocalDate, TableDigest> digests = new HashMap<>();
      days.forEach((day, digester) -> digests.put(day, digester.digest()));
      return digests;
    }
  }

  private static LocalDate day(ArchiveSchema schema, @Nullable Object[] row) {
    return LocalDate.ofEpochDay((Integer) Objects.requireNonNull(row[schema.eventDayIndex()]));
  }

  private static Dataset dataset(TableName table) {
    return new Dataset(
        "inbox",
        0,
        table,
        table,
        List.of(Identifier.of("consumer_name"), Identifier.of("event_id")),
        Identifier.of("event_day"),
        EventDayOrigin.EVENT_TIME,
        Optional.empty(),
        List.of(),
        Optional.empty(),
        Optional.empty());
  }
}
