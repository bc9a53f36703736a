package io.tallykeep.verifier.online;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.EventDayOrigin;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.verifier.online.PartitioningNotSupported.Reason;
import io.tallykeep.verifier.testing.TestSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TablePartitionsIT {
  private static TestSchema schema;

  @BeforeAll
  static void createSchema() {
    schema = TestSchema.create();
  }

  @BeforeEach
  void noTable() {
    schema.execute("DROP TABLE IF EXISTS t");
  }

  @Test
  void rangeColumnsGivesEachPartitionItsDays() throws Exception {
    create(
        "RANGE COLUMNS (event_day) (PARTITION p1 VALUES LESS THAN ('2026-01-02'),"
            + " PARTITION p2 VALUES LESS THAN ('2026-01-03'),"
            + " PARTITION p_rest VALUES LESS THAN (MAXVALUE))");

    TablePartitions partitions = read();

    assertThat(partitions.all())
        .containsExactly(
            partition("p1", null, "2026-01-02", 1),
            partition("p2", "2026-01-02", "2026-01-03", 2),
            partition("p_rest", "2026-01-03", null, 3));
    assertThat(nameOf(partitions, "1000-01-01")).contains("p1");
    assertThat(nameOf(partitions, "2026-01-01")).contains("p1");
    assertThat(nameOf(partitions, "2026-01-02")).contains("p2");
    assertThat(nameOf(partitions, "2026-01-03")).contains("p_rest");
    assertThat(nameOf(partitions, "9999-12-31")).contains("p_rest");
    assertThat(partitions.named("P2")).contains(partitions.all().get(1));
    assertThat(partitions.named("p3")).isEmpty();
  }

  @Test
  void withoutMaxvalueALaterDayHasNoPartition() throws Exception {
    create("RANGE COLUMNS (event_day) (PARTITION p1 VALUES LESS THAN ('2026-01-02'))");

    assertThat(read().partitionOf(LocalDate.of(2026, 1, 2))).isEmpty();
  }

  @Test
  void toDaysOfAnyWidthGivesTheSameDaysAsTheServer() throws Exception {
    create(
        "RANGE (TO_DAYS(event_day)) (PARTITION jan VALUES LESS THAN (TO_DAYS('2024-02-01')),"
            + " PARTITION feb VALUES LESS THAN (TO_DAYS('2024-03-01')),"
            + " PARTITION leap VALUES LESS THAN (739312), PARTITION rest VALUES LESS THAN MAXVALUE)");
    List<String> days =
        List.of("1000-01-01", "2024-01-31", "2024-02-01", "2024-02-29", "2024-03-01", "2024-03-02");
    for (String day : days) {
      schema.execute("INSERT INTO t (id, event_day) VALUES ('a', ?)", day);
    }

    TablePartitions partitions = read();

    for (String day : days) {
      String name = nameOf(partitions, day).orElseThrow();
      assertThat(
              schema.text(
                  "SELECT COUNT(*) FROM t PARTITION ("
                      + name
                      + ") WHERE event_day = '"
                      + day
                      + "'"))
          .as(day + " in " + name)
          .isEqualTo("1");
    }
  }

  @Test
  void aDroppedPartitionsDaysFallToTheNextOne() throws Exception {
    create(
        "RANGE COLUMNS (event_day) (PARTITION p1 VALUES LESS THAN ('2026-01-02'),"
            + " PARTITION p2 VALUES LESS THAN ('2026-01-03'))");
    schema.execute("ALTER TABLE t DROP PARTITION p1");

    assertThat(read().all()).containsExactly(partition("p2", null, "2026-01-03", 1));
    assertThat(nameOf(read(), "2026-01-01")).contains("p2");
  }

  @Test
  void columnNamesAreComparedWithoutRegardToCase() throws Exception {
    create("RANGE (to_days(EVENT_DAY)) (PARTITION p1 VALUES LESS THAN (739000))");

    assertThat(read().all()).hasSize(1);
  }

  @Test
  void whoKnowsTheEventDaysTypeReadsTheSame() throws Exception {
    create("RANGE COLUMNS (event_day) (PARTITION p1 VALUES LESS THAN ('2026-01-02'))");
    try (Connection connection = schema.dataSource().getConnection()) {
      assertThat(TablePartitions.read(connection, dataset("event_day"), "date").all())
          .isEqualTo(read().all());
      assertThat(
              catchThrowableOfType(
                  PartitioningNotSupported.class,
                  () -> TablePartitions.read(connection, dataset("event_day"), "datetime(6)")))
          .hasMessageContaining("is a datetime(6), not a DATE");
    }
  }

  @Test
  void theBoundsAreReadWhileAnotherSessionWaitsToChangeThem() throws Exception {
    create("RANGE COLUMNS (event_day) (PARTITION p1 VALUES LESS THAN ('2026-01-02'))");
    try (Connection holder = schema.dataSource().getConnection();
        Statement statement = holder.createStatement()) {
      statement.execute("LOCK TABLES t WRITE");

      assertThat(read().all()).hasSize(1);
    }
  }

  @Test
  void anArrivalDayIsRefusedWithTheReason() {
    create("RANGE COLUMNS (arrival_day) (PARTITION p1 VALUES LESS THAN ('2026-01-02'))");

    PartitioningNotSupported refused = refused();

    assertThat(refused.reason()).isEqualTo(Reason.NOT_THE_EVENT_DAY);
    assertThat(refused)
        .hasMessageContaining(schema.name() + ".t")
        .hasMessageContaining("`arrival_day`")
        .hasMessageContaining(
            "the same event redelivered on another day would land in another partition, and"
                + " MySQL's unique key, which is per partition, would not see it");
  }

  @Test
  void unixTimestampIsRefused() {
    create("RANGE (UNIX_TIMESTAMP(at)) (PARTITION p1 VALUES LESS THAN (1767225600))");

    assertThat(refused().reason()).isEqualTo(Reason.EXPRESSION);
    assertThat(refused()).hasMessageContaining("unix_timestamp(`at`)");
  }

  @Test
  void aRangeOfNumbersIsRefused() {
    create("RANGE (n) (PARTITION p1 VALUES LESS THAN (20260102))");

    assertThat(refused().reason()).isEqualTo(Reason.EXPRESSION);
  }

  @Test
  void hashAndListAreRefused() {
    create("HASH (TO_DAYS(event_day)) PARTITIONS 4");
    assertThat(refused().reason()).isEqualTo(Reason.NOT_A_RANGE);
    assertThat(refused()).hasMessageContaining("HASH");

    schema.execute("DROP TABLE t");
    create("LIST COLUMNS (event_day) (PARTITION p1 VALUES IN ('2026-01-02'))");
    assertThat(refused().reason()).isEqualTo(Reason.NOT_A_RANGE);
  }

  @Test
  void subpartitionsAreRefused() {
    create(
        "RANGE COLUMNS (event_day) SUBPARTITION BY KEY (id) SUBPARTITIONS 2"
            + " (PARTITION p1 VALUES LESS THAN ('2026-01-02'))");

    assertThat(refused().reason()).isEqualTo(Reason.SUBPARTITIONS);
  }

  @Test
  void severalColumnsAreRefused() {
    create("RANGE COLUMNS (event_day, n) (PARTITION p1 VALUES LESS THAN ('2026-01-02', 5))");

    assertThat(refused().reason()).isEqualTo(Reason.SEVERAL_COLUMNS);
  }

  @Test
  void aDateTimeColumnIsRefused() {
    create("RANGE (TO_DAYS(moment)) (PARTITION p1 VALUES LESS THAN (739312))");

    PartitioningNotSupported refused = refused("moment");

    assertThat(refused.reason()).isEqualTo(Reason.NOT_A_DATE);
    assertThat(refused).hasMessageContaining("datetime");
  }

  @Test
  void aTableWithoutPartitionsIsRefused() {
    schema.execute("CREATE TABLE t (id VARCHAR(9) PRIMARY KEY, event_day DATE NOT NULL)");

    assertThat(refused().reason()).isEqualTo(Reason.NOT_PARTITIONED);
  }

  @Test
  void aMissingTableIsRefused() {
    assertThat(refused().reason()).isEqualTo(Reason.TABLE_NOT_FOUND);
  }

  @Test
  void aPartitionNameThatCanNotBeQuotedSafelyIsRefused() {
    create("RANGE COLUMNS (event_day) (PARTITION `p-1` VALUES LESS THAN ('2026-01-02'))");

    assertThat(refused().reason()).isEqualTo(Reason.BOUND);
    assertThat(refused()).hasMessageContaining("p-1");
  }

  private static void create(String partitions) {
    schema.execute(
        "CREATE TABLE t (id VARCHAR(9) NOT NULL, event_day DATE NOT NULL, arrival_day DATE NOT NULL"
            + " DEFAULT '2026-01-01', moment DATETIME NOT NULL DEFAULT '2026-01-01 00:00:00', at"
            + " TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, n INT NOT NULL DEFAULT 0, PRIMARY KEY"
            + " (id, event_day, arrival_day, moment, at, n)) PARTITION BY "
            + partitions);
  }

  private static Dataset dataset(String eventDay) {
    return new Dataset(
        "inbox",
        0,
        schema.table("t"),
        schema.table("late_inbox"),
        List.of(Identifier.of("id")),
        Identifier.of(eventDay),
        EventDayOrigin.EVENT_TIME,
        Optional.empty(),
        List.of(),
        Optional.empty(),
        Optional.empty());
  }

  private static TablePartitions read() throws SQLException, PartitioningNotSupported {
    return read("event_day");
  }

  private static TablePartitions read(String eventDay)
      throws SQLException, PartitioningNotSupported {
    try (Connection connection = schema.dataSource().getConnection()) {
      return TablePartitions.read(connection, dataset(eventDay));
    }
  }

  private static PartitioningNotSupported refused() {
    return refused("event_day");
  }

  private static PartitioningNotSupported refused(String eventDay) {
    return catchThrowableOfType(PartitioningNotSupported.class, () -> read(eventDay));
  }

  private static Optional<String> nameOf(TablePartitions partitions, String day) {
    return partitions.partitionOf(LocalDate.parse(day)).map(partition -> partition.name().value());
  }

  private static TablePartition partition(
      String name, @Nullable String lower, @Nullable String upper, int ordinal) {
    return new TablePartition(
        Identifier.of(name),
        Optional.ofNullable(lower).map(LocalDate::parse),
        Optional.ofNullable(upper).map(LocalDate::parse),
        ordinal);
  }
}
