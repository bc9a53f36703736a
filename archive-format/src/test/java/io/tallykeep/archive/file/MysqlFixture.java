package io.tallykeep.archive.file;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.EventDayOrigin;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.archive.mysql.MysqlSource;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.RowReader;
import io.tallykeep.archive.schema.SourceTable;
import io.tallykeep.sandbox.MysqlAddress;
import io.tallykeep.sandbox.Sandbox;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/** A schema of its own on the sandbox's MySQL. */
final class MysqlFixture {
  final String schema = Sandbox.shared().newSchema("format");
  final DataSource source = source(Sandbox.shared().mysql(), schema);

  private static DataSource source(MysqlAddress mysql, String schema) {
    return new MysqlSource(mysql.jdbcUrl(schema), mysql.user(), mysql.password()).dataSource();
  }

  void execute(String... statements) throws SQLException {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  ArchiveSchema map(String table, String... identity) throws SQLException {
    Dataset dataset =
        new Dataset(
            "edges",
            0,
            TableName.parse(schema + "." + table),
            TableName.parse(schema + "." + table + "_late"),
            Arrays.stream(identity).map(Identifier::of).toList(),
            Identifier.of("event_day"),
            EventDayOrigin.EVENT_TIME,
            Optional.empty(),
            List.of(),
            Optional.empty(),
            Optional.empty());
    try (Connection connection = source.getConnection()) {
      SourceTable found = SourceTable.read(connection, dataset.table()).orElseThrow();
      return ArchiveSchema.of(dataset, found);
    }
  }

  List<Object[]> rows(ArchiveSchema archive, String orderBy) throws SQLException {
    RowReader reader = new RowReader(archive);
    List<Object[]> rows = new ArrayList<>();
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement();
        ResultSet result =
            statement.executeQuery(
                "SELECT "
                    + reader.selectList()
                    + " FROM "
                    + archive.table().quoted()
                    + " ORDER BY "
                    + orderBy)) {
      while (result.next()) {
        rows.add(reader.read(result));
      }
    }
    return rows;
  }

  List<List<String>> strings(String query) throws SQLException {
    try (Connection connection = source.getConnection()) {
      return strings(connection, query);
    }
  }

  static List<List<String>> strings(Connection connection, String query) throws SQLException {
    List<List<String>> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          row.add(result.getString(i));
        }
        rows.add(row);
      }
    }
    return rows;
  }
}
