package io.tallykeep.jobs;

import io.tallykeep.archive.table.ArchiveStorage;
import io.tallykeep.archive.table.Credentials;
import io.tallykeep.sandbox.S3Address;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Everything a command could have changed: the server's schemas and accounts, all definitions and
 * rows of an inbox's two schemas, the bucket's objects. Two states are equal exactly when nothing
 * was changed between them.
 *
 * @param lines one line per thing
 */
record ServerState(List<String> lines) {
  /** Reads all of it. */
  static ServerState of(TestInbox inbox, S3Address s3) throws SQLException {
    List<String> lines = new ArrayList<>();
    try (Connection connection = inbox.server().getConnection();
        Statement statement = connection.createStatement()) {
      add(lines, statement, "SELECT SCHEMA_NAME FROM information_schema.SCHEMATA");
      add(lines, statement, "SELECT User, Host FROM mysql.user");
      for (String schema : List.of(inbox.schema(), inbox.control())) {
        for (String view : List.of("COLUMNS", "STATISTICS", "PARTITIONS", "TRIGGERS")) {
          add(lines, statement, select(view, schema));
        }
        for (String table : tables(statement, schema)) {
          add(lines, statement, "SELECT '" + table + "', t.* FROM " + table + " t");
        }
      }
    }
    objects(inbox.bucket(), s3, lines);
    return new ServerState(lines.stream().sorted().toList());
  }

  private static String select(String view, String schema) {
    String columns =
        switch (view) {
          case "COLUMNS" -> "TABLE_NAME, COLUMN_NAME, COLUMN_TYPE, COLUMN_DEFAULT, COLLATION_NAME";
          case "STATISTICS" -> "TABLE_NAME, INDEX_NAME, COLUMN_NAME, SEQ_IN_INDEX";
          case "PARTITIONS" -> "TABLE_NAME, PARTITION_NAME, PARTITION_DESCRIPTION, CREATE_TIME";
          default -> "TRIGGER_NAME, ACTION_STATEMENT, DEFINER, CREATED";
        };
    String of = view.equals("TRIGGERS") ? "TRIGGER_SCHEMA" : "TABLE_SCHEMA";
    return "SELECT '"
        + view
        + "', "
        + columns
        + " FROM information_schema."
        + view
        + " WHERE "
        + of
        + " = '"
        + schema
        + "'";
  }

  private static List<String> tables(Statement statement, String schema) throws SQLException {
    List<String> tables = new ArrayList<>();
    try (ResultSet row =
        statement.executeQuery(
            "SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = '"
                + schema
                + "'")) {
      while (row.next()) {
        tables.add(schema + "." + row.getString(1));
      }
    }
    return tables;
  }

  private static void add(List<String> lines, Statement statement, String query)
      throws SQLException {
    try (ResultSet row = statement.executeQuery(query)) {
      int columns = row.getMetaData().getColumnCount();
      while (row.next()) {
        StringBuilder line = new StringBuilder();
        for (int i = 1; i <= columns; i++) {
          line.append(row.getString(i)).append(" | ");
        }
        lines.add(line.toString());
      }
    }
  }

  private static void objects(String bucket, S3Address s3, List<String> lines) {
    try (ArchiveStorage storage =
        new ArchiveStorage(
            Optional.of(s3.endpoint()),
            s3.region(),
            bucket,
            "",
            true,
            Optional.of(new Credentials(s3.accessKey(), s3.secretKey(), Optional.empty())))) {
      storage
          .s3Client()
          .listObjectsV2Paginator(request -> request.bucket(bucket))
          .contents()
          .forEach(object -> lines.add(line(object)));
    }
  }

  private static String line(S3Object object) {
    return "object " + object.key() + " " + object.size() + " " + object.eTag();
  }
}
