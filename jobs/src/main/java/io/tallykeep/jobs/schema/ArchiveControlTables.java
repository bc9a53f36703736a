package io.tallykeep.jobs.schema;

import io.tallykeep.archive.dataset.Identifier;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * The control schema's tables about the archive. A migration creates them once; one that somebody
 * dropped afterwards is created again here, as that migration wrote it. The day ledger is not among
 * them: its days can't be told from a bucket.
 */
public final class ArchiveControlTables {
  private static final String MIGRATION = "/io/tallykeep/control/V1__control_schema.sql";
  private static final List<String> TABLES =
      List.of("archive_file", "iceberg_tables", "iceberg_namespace_properties", "archive_head");

  private ArchiveControlTables() {}

  /** The tables that are missing. */
  public static List<String> missing(DataSource server, Identifier schema) throws SQLException {
    return Schemas.missing(server, schema, TABLES);
  }

  /** Creates those that are missing, empty. */
  public static void create(DataSource server, Identifier schema) throws SQLException {
    List<String> missing = missing(server, schema);
    try (Connection connection = new SchemaDataSource(server, schema).getConnection();
        Statement statement = connection.createStatement()) {
      for (String table : missing) {
        statement.execute(definition(table));
      }
    }
  }

  private static String definition(String table) {
    String begin = "CREATE TABLE IF NOT EXISTS " + table + " (";
    String statements =
        migration()
            .lines()
            .filter(line -> !line.startsWith("--"))
            .collect(Collectors.joining("\n"));
    return Stream.of(statements.split(";"))
        .map(String::strip)
        .filter(statement -> statement.startsWith(begin))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(MIGRATION + " creates no " + table));
  }

  private static String migration() {
    try (InputStream in = ArchiveControlTables.class.getResourceAsStream(MIGRATION)) {
      return new String(
          Objects.requireNonNull(in, MIGRATION).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
