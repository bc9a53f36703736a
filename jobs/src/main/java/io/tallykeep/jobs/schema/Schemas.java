package io.tallykeep.jobs.schema;

import io.tallykeep.archive.dataset.Identifier;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.migration.JavaMigration;

/**
 * Creates and migrates schemas with Flyway. A migration never alters the day ledger while guard
 * triggers exist: such DDL would block every insert of an old day. MySQL can't roll DDL back, so
 * each migration creates only what is missing, and one that was interrupted runs again.
 */
public final class Schemas {
  private static final String HISTORY = "tallykeep_schema_history";
  private static final List<String> ORDERS =
      List.of("control_switch", "legal_hold", "operator_action");

  private Schemas() {}

  /**
   * Brings the control schema to the newest version; creates it where it is missing.
   *
   * @throws SQLException if the schema can't be created
   * @throws SchemaMigrationException if it can't be migrated
   */
  public static void migrateControl(DataSource server, Identifier schema) throws SQLException {
    migrate(server, schema, "classpath:io/tallykeep/control", new SpringBatchTables());
  }

  /**
   * Migrates the control schema only where a table is missing that a pause or a legal hold is
   * written to: these must be possible whatever state the schema's history is in.
   *
   * @throws SQLException if the schema can't be looked at or created
   * @throws SchemaMigrationException if it must be migrated and can't be
   */
  public static void migrateForOrders(DataSource server, Identifier schema) throws SQLException {
    if (!missing(server, schema, ORDERS).isEmpty()) {
      migrateControl(server, schema);
    }
  }

  /** Those of the tables that the schema does not have. */
  static List<String> missing(DataSource server, Identifier schema, List<String> tables)
      throws SQLException {
    List<String> missing = new ArrayList<>(tables);
    try (Connection connection = server.getConnection();
        PreparedStatement statement =
            connection.prepareStatement(
                "SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = ?")) {
      statement.setString(1, schema.value());
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          missing.remove(row.getString(1));
        }
      }
    }
    return missing;
  }

  /**
   * Creates the reference tables {@code inbox}, {@code operation} and {@code outbox_step} in a
   * schema of your own.
   *
   * @throws SQLException if the schema can't be created
   * @throws SchemaMigrationException if it can't be migrated
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
    try {
      migrate(new SchemaDataSource(server, schema), location, migrations);
    } catch (FlywayException e) {
      throw new SchemaMigrationException(schema, HISTORY, e);
    }
  }

  private static void migrate(DataSource schema, String location, JavaMigration... migrations) {
    Flyway flyway =
        Flyway.configure()
            .dataSource(schema)
            .locations(location)
            .javaMigrations(migrations)
            .table(HISTORY)
            .load();
    if (Arrays.stream(flyway.info().all()).anyMatch(migration -> migration.getState().isFailed())) {
      flyway.repair();
    }
    flyway.migrate();
  }
}
