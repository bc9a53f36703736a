package io.tallykeep.jobs.schema;

import io.tallykeep.archive.dataset.Identifier;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.migration.JavaMigration;

/**
 * Creates and migrates schemas with Flyway. A migration never alters the day ledger while guard
 * triggers exist: such DDL would block every insert of an old day. MySQL can't roll DDL back, so
 * each migration creates only what is missing, and one that was interrupted runs again.
 */
public final class Schemas {
  private Schemas() {}

  /**
   * Brings the control schema to the newest version; creates it where it is missing.
   *
   * @throws SQLException if the schema can't be created
   */
  public static void migrateControl(DataSource server, Identifier schema) throws SQLException {
    migrate(server, schema, "classpath:io/tallykeep/control", new SpringBatchTables());
  }

  /**
   * Creates the reference tables {@code inbox}, {@code operation} and {@code outbox_step} in a
   * schema of your own.
   *
   * @throws SQLException if the schema can't be created
   */
  public static void migrateReference(DataSource server, Identifier schema) throws SQLException {
    migrate(server, schema, "classpath:io/tallykeep/reference");
  }

  private static void migrate(
      DataSource server, Identifier schema, String location, JavaMigration... migrations)
      throws SQLException {
    try (Connection connection = server.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE DATABASE IF NOT EXISTS "
              + schema.quoted()
              + " CHARACTER SET utf8mb4 COLLATE utf8mb4_bin");
    }
    Flyway flyway =
        Flyway.configure()
            .dataSource(new SchemaDataSource(server, schema))
            .locations(location)
            .javaMigrations(migrations)
            .table("tallykeep_schema_history")
            .load();
    if (Arrays.stream(flyway.info().all()).anyMatch(migration -> migration.getState().isFailed())) {
      flyway.repair();
    }
    flyway.migrate();
  }
}
