package io.tallykeep.jobs.retention.testing;

import io.tallykeep.archive.dataset.BusinessKey;
import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.EventDayOrigin;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.LiveRows;
import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.archive.mysql.MysqlSource;
import io.tallykeep.jobs.retention.guard.GuardChange;
import io.tallykeep.jobs.retention.guard.GuardDefinition;
import io.tallykeep.jobs.retention.guard.GuardInstaller;
import io.tallykeep.jobs.retention.lock.LockAttempt;
import io.tallykeep.jobs.retention.lock.TableLock;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.sandbox.MysqlAddress;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.verifier.ledger.DayLedger;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.ledger.LedgerKey;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/**
 * An inbox with one partition per day, its business keys and a control schema, each in schemas of
 * their own. The guard calls {@value #YOUNG_DAYS} days young.
 */
public final class GuardedTable {
  public static final int ONLINE_DAYS = 10;
  public static final int SLACK_DAYS = 3;
  public static final int YOUNG_DAYS = ONLINE_DAYS - SLACK_DAYS;

  /** Partitions reach from this many days ago to three days ahead. */
  public static final int OLDEST_DAYS_AGO = 16;

  private static final List<String> CONTROL_SCRIPTS =
      List.of("V1__control_schema.sql", "V3__late_run.sql", "V5__partition_drops.sql");

  private final MysqlAddress server;
  private final Identifier schema;
  private final Identifier control;
  private final DataSource source;
  private final LocalDate today;

  private GuardedTable(Sandbox sandbox) throws SQLException {
    this.server = sandbox.mysql();
    this.schema = Identifier.of(sandbox.newSchema("app"));
    this.control = Identifier.of(sandbox.newSchema("ctl"));
    this.source =
        new MysqlSource(server.jdbcUrl(schema.value()), server.user(), server.password())
            .dataSource();
    try (Session session = Session.open(source)) {
      this.today =
          session
              .first("SELECT DATE(SYSDATE())", row -> row.getObject(1, LocalDate.class))
              .orElseThrow();
    }
  }

  /** The table, not adopted, with the control tables beside it. */
  public static GuardedTable bare(Sandbox sandbox) throws SQLException {
    GuardedTable table = new GuardedTable(sandbox);
    table.createControlTables();
    table.execute(
        "CREATE TABLE inbox ("
            + " consumer VARCHAR(40) COLLATE utf8mb4_0900_bin NOT NULL,"
            + " event_id VARBINARY(40) NOT NULL,"
            + " event_day DATE NOT NULL,"
            + " status VARCHAR(16) COLLATE utf8mb4_0900_bin NULL,"
            + " operation_id VARCHAR(40) COLLATE utf8mb4_0900_bin NULL,"
            + " amount BIGINT NULL,"
            + " received_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),"
            + " PRIMARY KEY (consumer, event_id, event_day))"
            + " DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_ai_ci"
            + " PARTITION BY RANGE COLUMNS (event_day) ("
            + table.partitions()
            + ")");
    table.execute(
        "CREATE TABLE operation ("
            + " operation_id VARCHAR(40) COLLATE utf8mb4_0900_bin NOT NULL PRIMARY KEY,"
            + " status VARCHAR(16) COLLATE utf8mb4_0900_bin NULL)");
    return table;
  }

  /** The table on the shared sandbox, adopted from its oldest day on. */
  public static GuardedTable adopted() throws SQLException {
    return adopted(Sandbox.shared());
  }

  public static GuardedTable adopted(Sandbox sandbox) throws SQLException {
    GuardedTable table = bare(sandbox);
    table.install();
    return table;
  }

  private String partitions() {
    return daysAgo(OLDEST_DAYS_AGO)
        .datesUntil(today.plusDays(4))
        .map(day -> "PARTITION " + partition(day) + " VALUES LESS THAN ('" + day.plusDays(1) + "')")
        .collect(Collectors.joining(", "));
  }

  private void createControlTables() throws SQLException {
    for (String script : CONTROL_SCRIPTS) {
      runControlScript(script);
    }
  }

  private void runControlScript(String name) throws SQLException {
    try (InputStream script =
            GuardedTable.class.getResourceAsStream("/io/tallykeep/control/" + name);
        Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      if (script == null) {
        throw new IllegalStateException("the control schema's script is not on the class path");
      }
      statement.execute("USE " + control.quoted());
      String text =
          new String(script.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^--.*$", "");
      for (String sql : text.split(";\\s*\\n")) {
        if (!sql.isBlank()) {
          statement.execute(sql);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Installs the guard, covering all days, and insists that it was done. */
  public void install() throws SQLException {
    GuardChange change = installer().install(Optional.empty());
    if (change instanceof GuardChange.Refused) {
      change = installer().install(Optional.of(daysAgo(OLDEST_DAYS_AGO)));
    }
    if (!(change instanceof GuardChange.Changed)) {
      throw new IllegalStateException("the guard was not installed: " + change);
    }
  }

  public GuardInstaller installer() {
    return new GuardInstaller(source, definition());
  }

  public GuardDefinition definition() {
    return definition(dataset());
  }

  public GuardDefinition definition(Dataset dataset) {
    return new GuardDefinition(dataset, control, ONLINE_DAYS, SLACK_DAYS);
  }

  /** The dataset, with live rows and a business key. */
  public Dataset dataset() {
    return dataset(
        Optional.of(new LiveRows(Identifier.of("status"), Set.of("PROCESSING", "DEFERRED"))),
        Optional.of(
            new BusinessKey(
                List.of(Identifier.of("operation_id")),
                table("operation"),
                List.of(Identifier.of("operation_id")),
                Identifier.of("status"),
                Set.of("UNKNOWN", "PROCESSING"),
                List.of())));
  }

  public Dataset dataset(Optional<LiveRows> liveRows, Optional<BusinessKey> businessKey) {
    return new Dataset(
        "inbox",
        0,
        table("inbox"),
        new TableName(control, Identifier.of("late_inbox")),
        List.of(Identifier.of("consumer"), Identifier.of("event_id")),
        Identifier.of("event_day"),
        EventDayOrigin.EVENT_TIME,
        Optional.empty(),
        List.of(),
        liveRows,
        businessKey);
  }

  public TableName table(String name) {
    return new TableName(schema, Identifier.of(name));
  }

  public MysqlAddress server() {
    return server;
  }

  public Identifier schema() {
    return schema;
  }

  public Identifier control() {
    return control;
  }

  /** The product's connections, as administrator. */
  public DataSource source() {
    return source;
  }

  /** The product's connections, as another account. */
  public DataSource sourceAs(String user) {
    return new MysqlSource(server.jdbcUrl(schema.value()), user, "secret").dataSource();
  }

  public LocalDate today() {
    return today;
  }

  public LocalDate daysAgo(int days) {
    return today.minusDays(days);
  }

  /** The name of a day's partition. */
  public static String partition(LocalDate day) {
    return "p" + day.toString().replace("-", "");
  }

  /** A connection as an application has it, with the server's default session. */
  public Connection application() throws SQLException {
    return application("");
  }

  /**
   * @param parameters more parameters of the URL, each begun with {@code &}
   */
  public Connection application(String parameters) throws SQLException {
    return DriverManager.getConnection(
        server.jdbcUrl(schema.value()) + parameters, server.user(), server.password());
  }

  /** Runs a statement as administrator in the table's schema. */
  public void execute(String sql) throws SQLException {
    try (Session session = Session.open(source)) {
      session.execute(sql);
    }
  }

  public long number(String sql) throws SQLException {
    try (Session session = Session.open(source)) {
      return session.number(sql);
    }
  }

  /** Inserts a done row. */
  public void insert(String event, LocalDate day) throws SQLException {
    execute(insertSql(event, day));
  }

  public static String insertSql(String event, LocalDate day) {
    return "INSERT INTO inbox (consumer, event_id, event_day, status) VALUES ('c', '"
        + event
        + "', '"
        + day
        + "', 'DONE')";
  }

  /** Sets a day's progress by hand, past all checks. */
  public void force(LocalDate day, String progress) throws SQLException {
    execute(
        "UPDATE "
            + ledger()
            + " SET progress = '"
            + progress
            + "', closed_at = COALESCE(closed_at, SYSDATE(6)) WHERE event_day = '"
            + day
            + "'");
  }

  /** The ledger, ready to stand in a statement. */
  public String ledger() {
    return control.quoted() + ".day_ledger";
  }

  public LedgerKey ledgerKey() {
    return LedgerKey.of(control, dataset());
  }

  public LedgerDay day(LocalDate day) throws SQLException {
    return new DayLedger(source, control, "inbox", 0).read(day).day().orElseThrow();
  }

  public TableLock lock() throws SQLException {
    LockAttempt<TableLock> attempt = TableLock.tryAcquire(source, table("inbox"));
    if (attempt instanceof LockAttempt.Held<TableLock> held) {
      return held.lock();
    }
    throw new IllegalStateException("the table's lock is not free: " + attempt);
  }
}
