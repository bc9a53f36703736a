package io.tallykeep.jobs;

import io.tallykeep.archive.mysql.MysqlSource;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.jobs.cli.Tallykeep;
import io.tallykeep.sandbox.MysqlAddress;
import io.tallykeep.sandbox.S3Address;
import io.tallykeep.sandbox.Sandbox;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * A table of any shape in a fresh schema, an empty control schema and a bucket of their own, with a
 * configuration file for the command line. The table is called {@code consumed}.
 */
public final class ConfiguredTable {
  private final MysqlAddress mysql;
  private final S3Address s3;
  private final String schema;
  private final String control;
  private final String bucket;
  private final Path configuration;
  private final DataSource server;
  private final LocalDate today = LocalDate.now(Clock.systemUTC());

  private ConfiguredTable(Sandbox sandbox, Path folder) {
    this.mysql = sandbox.mysql();
    this.s3 = sandbox.s3();
    this.schema = sandbox.newSchema("shop");
    this.control = sandbox.newSchema("ctl");
    this.bucket = sandbox.newBucket("arc");
    this.configuration = folder.resolve("tallykeep.yml");
    this.server = new MysqlSource(mysql.jdbcUrl(""), mysql.user(), mysql.password()).dataSource();
  }

  /**
   * Creates the table.
   *
   * @param definition what follows {@code CREATE TABLE name}
   */
  public static ConfiguredTable create(Sandbox sandbox, Path folder, String definition)
      throws SQLException {
    ConfiguredTable table = new ConfiguredTable(sandbox, folder);
    if (!definition.isEmpty()) {
      table.sql("CREATE TABLE " + table.table() + " " + definition);
    }
    return table;
  }

  /**
   * Writes the configuration.
   *
   * @param dataset the keys of dataset {@code messages} but its table, one a line
   */
  public void configure(String dataset) throws IOException {
    configure(mysql, s3, dataset);
  }

  /** As {@link #configure(String)}, with other addresses, such as a fault proxy's. */
  public void configure(MysqlAddress database, S3Address store, String dataset) throws IOException {
    Files.writeString(
        configuration,
        """
        tallykeep:
          source:
            url: "%s"
            username: "%s"
            password: "%s"
            control-schema: %s
          object-store:
            endpoint: "%s"
            region: "%s"
            bucket: "%s"
            path-style: true
            access-key: "%s"
            secret-key: "%s"
          window:
            upstream-redelivery: {replay: 8d}
            reconciliation-period: {daily: 1d}
            downstream-confirmation: {channel: 3d}
            margin: 2d
            direct-redelivery: 4d
          copy: {page-rows: 100, writer-memory: 8MB}
          drop: {lock-wait: 1s, tries: 2, pause: 1s, outcome-wait: 20s}
          datasets:
            messages:
              table: %s.consumed
        %s"""
            .formatted(
                database.jdbcUrl(""),
                database.user(),
                database.password(),
                control,
                store.endpoint(),
                store.region(),
                bucket,
                store.accessKey(),
                store.secretKey(),
                schema,
                dataset.indent(6)));
  }

  public String schema() {
    return schema;
  }

  public String control() {
    return control;
  }

  public MysqlAddress mysql() {
    return mysql;
  }

  public S3Address s3() {
    return s3;
  }

  public DataSource server() {
    return server;
  }

  /** The table's name, ready to stand in a statement. */
  public String table() {
    return "`" + schema + "`.`consumed`";
  }

  /** The day ledger's name, likewise. */
  public String ledger() {
    return "`" + control + "`.day_ledger";
  }

  public LocalDate today() {
    return today;
  }

  /** Runs statements on one connection. */
  public void sql(String... statements) throws SQLException {
    try (Connection connection = server.getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** The rows of a query, each as its values joined by blanks. */
  public List<String> query(String sql) throws SQLException {
    try (Connection connection = server.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> values = new ArrayList<>();
      while (rows.next()) {
        StringBuilder line = new StringBuilder(String.valueOf(rows.getString(1)));
        for (int i = 2; i <= rows.getMetaData().getColumnCount(); i++) {
          line.append(' ').append(rows.getString(i));
        }
        values.add(line.toString());
      }
      return values;
    }
  }

  /**
   * The partitions' names and bounds with their ids, which a partition that was made anew would not
   * have. (MySQL shows one CREATE_TIME for all partitions, that of the table's last DDL.)
   */
  public List<String> partitions() throws SQLException {
    return query(
        "SELECT p.PARTITION_NAME, p.PARTITION_DESCRIPTION, t.TABLE_ID, t.SPACE"
            + " FROM information_schema.PARTITIONS p"
            + " JOIN information_schema.INNODB_TABLES t"
            + " ON t.NAME = LOWER(CONCAT(p.TABLE_SCHEMA, '/', p.TABLE_NAME, '#p#',"
            + " p.PARTITION_NAME))"
            + " WHERE p.TABLE_SCHEMA = '"
            + schema
            + "' AND p.TABLE_NAME = 'consumed' ORDER BY p.PARTITION_ORDINAL_POSITION");
  }

  /** The names of the table's partitions, lowest bound first. */
  public List<String> partitionNames() throws SQLException {
    return query(
        "SELECT PARTITION_NAME FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = '"
            + schema
            + "' AND TABLE_NAME = 'consumed' ORDER BY PARTITION_ORDINAL_POSITION");
  }

  /** The ledger's days, each with its partition and progress. */
  public List<String> days() throws SQLException {
    return query(
        "SELECT event_day, table_partition, progress FROM "
            + ledger()
            + " WHERE table_partition IS NOT NULL ORDER BY event_day");
  }

  /** Runs a command in this JVM. */
  public Outcome run(String... words) {
    List<String> arguments = new ArrayList<>(List.of(words));
    arguments.add("--config");
    arguments.add(configuration.toString());
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        Tallykeep.run(new PrintWriter(out), new PrintWriter(err), arguments.toArray(String[]::new));
    return new Outcome(code, out.toString(), err.toString());
  }
}
