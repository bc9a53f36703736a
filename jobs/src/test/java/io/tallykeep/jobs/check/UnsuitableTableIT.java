package io.tallykeep.jobs.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.jobs.ConfiguredTable;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tables that can't be retained are refused with the reason and exit code 64, before anything is
 * touched: neither the table nor the control schema.
 */
class UnsuitableTableIT {
  private static final String REDELIVERED =
      "the same event redelivered on another day would land in another partition";
  private static final String DAYS = " (PARTITION p1 VALUES LESS THAN ('2026-03-02'))";
  private static final String TO_DAYS = " (PARTITION p1 VALUES LESS THAN (TO_DAYS('2026-03-02')))";

  @TempDir private Path folder;

  /**
   * One table.
   *
   * @param what what is wrong with it
   * @param definition what follows CREATE TABLE and its name
   * @param eventDay the event day's column, as configured
   * @param reasons what the refusal says
   */
  private record Unsuitable(String what, String definition, String eventDay, List<String> reasons) {
    @Override
    public String toString() {
      return what;
    }
  }

  /**
   * @param columns the columns after {@code consumer} and {@code event_id}
   * @param day the column after these two in the primary key
   */
  private static String table(String columns, String day, String partitioning) {
    return "(consumer VARCHAR(40) COLLATE utf8mb4_0900_bin NOT NULL,"
        + " event_id VARBINARY(40) NOT NULL, "
        + columns
        + ", PRIMARY KEY (consumer, event_id, "
        + day
        + ")) "
        + partitioning;
  }

  private static String byEventDay(String partitioning) {
    return table("event_day DATE NOT NULL", "event_day", partitioning);
  }

  /** From the partitions alone it can't be told what a day's partition is. */
  private static Stream<Unsuitable> partitionsTellNoDays() {
    return Stream.concat(
        partitionsOfSomethingElse(),
        Stream.of(
            new Unsuitable("not there", "", "event_day", List.of("account", ".consumed")),
            new Unsuitable(
                "not partitioned",
                byEventDay(""),
                "event_day",
                List.of("it has no partitions. Partition it by RANGE COLUMNS (event_day)")),
            new Unsuitable(
                "by hash",
                byEventDay("PARTITION BY HASH (TO_DAYS(event_day)) PARTITIONS 4"),
                "event_day",
                List.of("it is partitioned by HASH", "must be a range of event days")),
            new Unsuitable(
                "by list",
                byEventDay(
                    "PARTITION BY LIST COLUMNS (event_day)"
                        + " (PARTITION p1 VALUES IN ('2026-03-01'))"),
                "event_day",
                List.of("it is partitioned by LIST COLUMNS")),
            new Unsuitable(
                "in subpartitions",
                byEventDay(
                    "PARTITION BY RANGE (TO_DAYS(event_day)) SUBPARTITION BY KEY (consumer)"
                        + " SUBPARTITIONS 2"
                        + TO_DAYS),
                "event_day",
                List.of("subpartitioned by KEY", "Remove the subpartitions"))));
  }

  private static Stream<Unsuitable> partitionsOfSomethingElse() {
    return Stream.of(
        new Unsuitable(
            "by arrival time, beside an event day",
            table(
                "event_day DATE NOT NULL, received_at DATETIME(6) NOT NULL DEFAULT NOW(6)",
                "received_at",
                "PARTITION BY RANGE (TO_DAYS(received_at))" + TO_DAYS),
            "event_day",
            List.of(REDELIVERED, "the dataset's event day is event_day")),
        new Unsuitable(
            "by arrival time, called the event day",
            table(
                "received_at DATETIME(6) NOT NULL DEFAULT NOW(6)",
                "received_at",
                "PARTITION BY RANGE (TO_DAYS(received_at))" + TO_DAYS),
            "received_at",
            List.of("is a datetime, not a DATE")),
        new Unsuitable(
            "by arrival day, beside an event day",
            table(
                "event_day DATE NOT NULL, received_day DATE NOT NULL DEFAULT (CURRENT_DATE)",
                "received_day",
                "PARTITION BY RANGE COLUMNS (received_day)" + DAYS),
            "event_day",
            List.of(REDELIVERED, "it is partitioned by `received_day`")),
        new Unsuitable(
            "by several columns",
            byEventDay(
                "PARTITION BY RANGE COLUMNS (event_day, consumer)"
                    + " (PARTITION p1 VALUES LESS THAN ('2026-03-02', MAXVALUE))"),
            "event_day",
            List.of("partitioned by several columns", "Only the event day alone")),
        new Unsuitable(
            "by years",
            byEventDay(
                "PARTITION BY RANGE (YEAR(event_day)) (PARTITION p1 VALUES LESS THAN (2027))"),
            "event_day",
            List.of("partitioned by RANGE (year(`event_day`))")),
        new Unsuitable(
            "by a day with a time",
            table(
                "event_day DATETIME NOT NULL",
                "event_day",
                "PARTITION BY RANGE COLUMNS (event_day)" + DAYS),
            "event_day",
            List.of("event_day is a datetime, not a DATE")));
  }

  /** Where adopting and archiving look beyond the partitions. */
  private static Stream<Unsuitable> definitionsThatDoNotHold() {
    String days = "PARTITION BY RANGE COLUMNS (event_day)" + DAYS;
    return Stream.of(
        unsupportedColumns(days),
        new Unsuitable(
            "by arrival day, called the event day",
            table(
                "received_day DATE NOT NULL DEFAULT (CURRENT_DATE)",
                "received_day",
                "PARTITION BY RANGE COLUMNS (received_day)" + DAYS),
            "received_day",
            List.of(REDELIVERED, "received_day has the default (curdate())", "day of arrival")),
        new Unsuitable(
            "by arrival time, called the event day",
            table(
                "received_at DATETIME(6) NOT NULL DEFAULT NOW(6)",
                "received_at",
                "PARTITION BY RANGE (TO_DAYS(received_at))" + TO_DAYS),
            "received_at",
            List.of(
                REDELIVERED,
                "event day column received_at is a datetime(6)",
                "DAY_NOT_A_DATE",
                "PARTITIONING")),
        new Unsuitable(
            "a key that calls A and a the same",
            byEventDay(days).replace("0900_bin", "0900_ai_ci"),
            "event_day",
            List.of(
                "IDENTITY_COLLATION",
                "utf8mb4_0900_ai_ci, which calls different identities equal")),
        new Unsuitable(
            "a day that may be NULL",
            byEventDay(days)
                .replace("event_day DATE NOT NULL", "event_day DATE NULL")
                .replace("PRIMARY KEY", "UNIQUE KEY"),
            "event_day",
            List.of("DAY_NULLABLE", "event_day may be NULL")),
        new Unsuitable(
            "no key over identity and day",
            byEventDay(days).replace("(consumer, event_id, event_day)", "(event_day, event_id)"),
            "event_day",
            List.of("NO_IDENTITY_KEY", "no primary or unique key is exactly")));
  }

  private static Unsuitable unsupportedColumns(String partitioning) {
    return new Unsuitable(
        "columns the archive can't hold",
        table(
            "event_day DATE NOT NULL, mood ENUM('a', 'b'), marks SET('x', 'y'), doc JSON,"
                + " ratio FLOAT, mean DOUBLE, flags BIT(3), took TIME, born YEAR,"
                + " big DECIMAL(65,30), twice INT AS (1 + 1)",
            "event_day",
            partitioning),
        "event_day",
        Stream.of(
                "mood (enum('a','b'))",
                "marks (set('x','y'))",
                "doc (json)",
                "ratio (float)",
                "mean (double)",
                "flags (bit(3))",
                "took (time)",
                "born (year)",
                "big (decimal(65,30))",
                "twice (int)",
                "status (missing)")
            .map(column -> "column " + column)
            .toList());
  }

  private ConfiguredTable create(Unsuitable unsuitable) throws SQLException, IOException {
    ConfiguredTable table =
        ConfiguredTable.create(Sandbox.shared(), folder, unsuitable.definition());
    table.configure(
        """
        identity: [consumer, event_id]
        event-day: %s
        result: [%s]
        windows: {online-days: 4, slack-days: 3, hold-days: 0, identity-days: 10, provision-days: 3}
        """
            .formatted(
                unsuitable.eventDay(), unsuitable.what().startsWith("columns") ? "status" : ""));
    return table;
  }

  @ParameterizedTest
  @MethodSource("partitionsTellNoDays")
  void everyCommandIsRefusedWherePartitionsTellNoDays(Unsuitable unsuitable) throws Exception {
    ConfiguredTable table = create(unsuitable);

    assertRefused(table, unsuitable, "jobs", "plan", "archive");
    assertRefused(table, unsuitable, "jobs", "run", "provision");
    assertAdoptionAndArchivingAreRefused(table, unsuitable);
  }

  @ParameterizedTest
  @MethodSource("definitionsThatDoNotHold")
  void adoptionAndArchivingAreRefusedWhereTheDefinitionDoesNotHold(Unsuitable unsuitable)
      throws Exception {
    assertAdoptionAndArchivingAreRefused(create(unsuitable), unsuitable);
  }

  private static void assertAdoptionAndArchivingAreRefused(
      ConfiguredTable table, Unsuitable unsuitable) throws SQLException {
    List<String> before = dictionary(table);

    assertRefused(table, unsuitable, "jobs", "guard", "install", "--covered-since", "2026-03-01");
    assertRefused(table, unsuitable, "jobs", "run", "archive");
    Outcome check = table.run("check");
    assertThat(check.exitCode()).as(check.toString()).isEqualTo(64);
    assertThat(check.out()).contains(unsuitable.reasons());

    assertThat(dictionary(table)).isEqualTo(before);
    assertThat(
            table.query(
                "SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = '"
                    + table.control()
                    + "'"))
        .as("tables in the control schema")
        .isEmpty();
  }

  private static void assertRefused(
      ConfiguredTable table, Unsuitable unsuitable, String... command) {
    Outcome outcome = table.run(command);
    assertThat(outcome.exitCode()).as(outcome.toString()).isEqualTo(64);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).contains(unsuitable.reasons());
  }

  private static List<String> dictionary(ConfiguredTable table) throws SQLException {
    String schema = table.schema();
    return table.query(
        "SELECT CONCAT_WS(' ', TABLE_NAME, CREATE_TIME, TABLE_ROWS) FROM information_schema.TABLES"
            + " WHERE TABLE_SCHEMA = '"
            + schema
            + "' UNION ALL SELECT TRIGGER_NAME FROM information_schema.TRIGGERS"
            + " WHERE TRIGGER_SCHEMA = '"
            + schema
            + "' UNION ALL SELECT CONCAT_WS(' ', PARTITION_NAME, CREATE_TIME)"
            + " FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = '"
            + schema
            + "'");
  }

  @Test
  void aDatasetThatIsNotConfiguredIsRefusedWithThoseThatAre() throws Exception {
    ConfiguredTable table =
        create(
            new Unsuitable(
                "sound",
                byEventDay("PARTITION BY RANGE COLUMNS (event_day)" + DAYS),
                "event_day",
                List.of()));
    for (List<String> command :
        List.of(
            List.of("jobs", "plan"),
            List.of("jobs", "run", "archive"),
            List.of("jobs", "guard", "install", "--covered-since", "2026-03-01"),
            List.of("jobs", "guard", "remove"),
            List.of("jobs", "guard", "status"),
            List.of("jobs", "status"),
            List.of("verifier", "lookup", "--consumer", "c", "--event", "e"))) {
      Outcome outcome =
          table.run(
              Stream.concat(command.stream(), Stream.of("--dataset", "orders"))
                  .toArray(String[]::new));
      assertThat(outcome.exitCode()).as(command + ": " + outcome).isEqualTo(64);
      assertThat(outcome.err())
          .contains("There is no dataset 'orders'. The configuration has: [messages].");
    }
  }

  @Test
  void operationsThatCouldHaveTwoEffectsAreForAPersonAndStopNoJob() throws Exception {
    ConfiguredTable table =
        ConfiguredTable.create(
            Sandbox.shared(),
            folder,
            table(
                "event_day DATE NOT NULL, operation_id VARCHAR(64)",
                "event_day",
                "PARTITION BY RANGE COLUMNS (event_day)" + DAYS));
    table.sql(
        "CREATE TABLE "
            + table.schema()
            + ".operation (operation_id VARCHAR(64) NOT NULL, status VARCHAR(16), payee"
            + " VARCHAR(64), KEY (operation_id)) ENGINE = MyISAM");
    table.configure(
        """
        identity: [consumer, event_id]
        event-day: event_day
        business-key: {columns: [operation_id], table: %s.operation, key-columns: [operation_id], status-column: status, intent: [payee]}
        windows: {online-days: 4, slack-days: 3, hold-days: 0, identity-days: 10, provision-days: 3}
        """
            .formatted(table.schema()));

    assertThat(table.run("check").out())
        .contains(
            "OPERATIONS_NOT_UNIQUE",
            "its engine is MyISAM, which rolls nothing back; no visible primary or unique key is"
                + " over exactly the columns [operation_id]");
    assertThat(table.run("jobs", "run", "archive").err()).doesNotContain("OPERATIONS_NOT_UNIQUE");
  }

  @Test
  void rowsInTheCatchAllAreForAPersonAndTouchedByNobody() throws Exception {
    ConfiguredTable table =
        create(
            new Unsuitable(
                "sound",
                byEventDay(
                    "PARTITION BY RANGE COLUMNS (event_day) (PARTITION p1 VALUES LESS THAN"
                        + " ('2026-03-02'), PARTITION rest VALUES LESS THAN (MAXVALUE))"),
                "event_day",
                List.of()));
    table.sql("INSERT INTO " + table.table() + " VALUES ('c', 'e', '2026-04-01')");

    Outcome install = table.run("jobs", "guard", "install", "--covered-since", "2026-03-01");

    assertThat(install.exitCode()).as(install.toString()).isEqualTo(3);
    assertThat(install.err())
        .contains("table partition rest (MAXVALUE) holds rows", "MAXVALUE_HOLDS_ROWS");
    assertThat(table.run("check").exitCode()).isEqualTo(3);
    assertThat(table.query("SELECT event_id FROM " + table.table() + " PARTITION (rest)"))
        .containsExactly("e");
  }
}
