package io.tallykeep.jobs.retention.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.EventDayOrigin;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.jobs.retention.testing.GuardedTable;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.verifier.ledger.DayLedger;
import io.tallykeep.verifier.ledger.LedgerDay;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GuardAdoptionIT {
  private GuardedTable table;

  @BeforeEach
  void createATable() throws SQLException {
    table = GuardedTable.bare(Sandbox.shared());
  }

  private GuardChange install(LocalDate coveredSince) throws SQLException {
    return table.installer().install(Optional.of(coveredSince));
  }

  private static List<String> codes(GuardChange change) {
    assertThat(change).isInstanceOf(GuardChange.Refused.class);
    return ((GuardChange.Refused) change).findings().stream().map(Finding::code).toList();
  }

  private List<LedgerDay> days() throws SQLException {
    return new DayLedger(table.source(), table.control(), "inbox", 0).days();
  }

  private List<String> triggers() throws SQLException {
    try (Session session = Session.open(table.source())) {
      return session.query(
          "SELECT TRIGGER_NAME FROM information_schema.TRIGGERS WHERE EVENT_OBJECT_SCHEMA = ?"
              + " ORDER BY TRIGGER_NAME",
          row -> row.getString(1),
          table.schema().value());
    }
  }

  @Test
  void everythingThatStandsAgainstItIsSaidAtOnce() throws SQLException {
    table.execute("DROP TABLE inbox");
    table.execute(
        "CREATE TABLE inbox (id BIGINT NOT NULL AUTO_INCREMENT, consumer VARCHAR(40) NULL,"
            + " event_id VARBINARY(40) NOT NULL, created DATETIME NOT NULL,"
            + " event_day DATE NULL DEFAULT (DATE(created)),"
            + " due DATE NOT NULL DEFAULT (created + INTERVAL 1 DAY), KEY (id),"
            + " UNIQUE KEY (event_day, consumer, event_id))"
            + " PARTITION BY RANGE COLUMNS (event_day)"
            + " (PARTITION p0 VALUES LESS THAN ('2020-01-01'),"
            + " PARTITION rest VALUES LESS THAN (MAXVALUE))");
    table.execute(
        "INSERT INTO inbox (consumer, event_id, created, due) VALUES ('c', 'e', NOW(), NOW())");
    table.execute(
        "CREATE TRIGGER fill BEFORE INSERT ON inbox FOR EACH ROW SET NEW.event_day = '2021-01-01'");

    assertThat(codes(install(LocalDate.of(2019, 1, 1))))
        .containsExactlyInAnyOrder(
            "DAY_NULLABLE",
            "IDENTITY_NULLABLE",
            "IDENTITY_COLLATION",
            "NO_IDENTITY_KEY",
            "DEFAULT_EXPRESSION",
            "DEFAULT_EXPRESSION",
            "MAXVALUE_HOLDS_ROWS",
            "FOREIGN_TRIGGER");
    assertThat(days()).isEmpty();
    assertThat(triggers()).containsExactly("fill");
  }

  @Test
  void dayColumnsThatAreNoPlainDatesAreRefused() throws SQLException {
    assertThat(codesOfDay("event_day DATETIME NOT NULL", "RANGE COLUMNS (event_day)"))
        .contains("DAY_NOT_A_DATE");
    assertThat(codesOfDay("event_day TIMESTAMP NOT NULL", "RANGE (UNIX_TIMESTAMP(event_day))"))
        .contains("DAY_NOT_A_DATE", "PARTITIONING");
    assertThat(
            codesOfDay(
                "at DATETIME NOT NULL, event_day DATE GENERATED ALWAYS AS (DATE(at)) STORED"
                    + " NOT NULL",
                "RANGE COLUMNS (event_day)"))
        .contains("DAY_GENERATED");
    assertThat(
            codesOfDay("event_day DATE NOT NULL DEFAULT (CURDATE())", "RANGE COLUMNS (event_day)"))
        .containsExactly("DEFAULT_EXPRESSION");
  }

  private List<String> codesOfDay(String column, String partitioning) throws SQLException {
    table.execute("DROP TABLE inbox");
    String bound = partitioning.contains("UNIX") ? "(1893456000)" : "('2030-01-01')";
    table.execute(
        "CREATE TABLE inbox (consumer VARCHAR(40) COLLATE utf8mb4_bin NOT NULL,"
            + " event_id VARBINARY(40) NOT NULL, "
            + column
            + ", PRIMARY KEY (consumer, event_id, event_day)) PARTITION BY "
            + partitioning
            + " (PARTITION p0 VALUES LESS THAN "
            + bound
            + ")");
    return codes(install(LocalDate.of(2026, 1, 1)));
  }

  @Test
  void aTableWithoutPartitionsAndATooShortSlackAreRefused() throws SQLException {
    table.execute("ALTER TABLE inbox REMOVE PARTITIONING");
    GuardDefinition tight = new GuardDefinition(table.dataset(), table.control(), 10, 2);

    GuardChange change =
        new GuardInstaller(table.source(), tight).install(Optional.of(table.today()));

    assertThat(codes(change)).containsExactly("WINDOW", "PARTITIONING");
  }

  @Test
  void aTableThatIsNotThereIsRefused() throws SQLException {
    table.execute("DROP TABLE inbox");

    assertThat(codes(install(table.today()))).containsExactly("TABLE_NOT_FOUND");
  }

  @Test
  void theFirstTimeTheFirstCoveredDayIsNeededAndLaterItCanNotChange() throws SQLException {
    assertThat(codes(table.installer().install(Optional.empty())))
        .containsExactly("COVERED_SINCE_MISSING");
    assertThat(codes(install(table.today().plusDays(30)))).containsExactly("NOTHING_TO_COVER");

    install(table.daysAgo(10));

    assertThat(codes(install(table.daysAgo(12)))).containsExactly("ALREADY_COVERED_SINCE");
    assertThat(days()).hasSize(14);
  }

  @Test
  void inTheFirstPartitionNoRowMayBeOlderThanTheFirstCoveredDay() throws SQLException {
    table.insert("old", table.daysAgo(18));

    GuardChange change = install(table.daysAgo(17));

    assertThat(codes(change)).containsExactly("OLDER_ROWS");
    assertThat(((GuardChange.Refused) change).findings().get(0).what())
        .contains(table.daysAgo(18).toString());
    assertThat(install(table.daysAgo(18))).isInstanceOf(GuardChange.Changed.class);
    assertThat(days().get(0).day()).isEqualTo(table.daysAgo(18));
  }

  @Test
  void monthsInToDaysPartitionsUnderAForeignNameWithACountingKey() throws SQLException {
    table.execute(
        "CREATE TABLE legacy_msgs (seq BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,"
            + " grp VARCHAR(20) CHARACTER SET latin1 COLLATE latin1_bin NOT NULL,"
            + " msg BINARY(16) NOT NULL, biz_date DATE NOT NULL,"
            + " body TEXT COMMENT 'it''s AUTO_INCREMENT; or not', PRIMARY KEY (seq, biz_date),"
            + " UNIQUE KEY once (grp, msg, biz_date)) DEFAULT CHARSET = latin1"
            + " PARTITION BY RANGE (TO_DAYS(biz_date)) ("
            + "PARTITION y26m08 VALUES LESS THAN (TO_DAYS('2026-09-01')),"
            + "PARTITION y26m09 VALUES LESS THAN (TO_DAYS('2026-10-01')),"
            + "PARTITION y26m10 VALUES LESS THAN (TO_DAYS('2026-11-01')),"
            + "PARTITION rest VALUES LESS THAN MAXVALUE)");
    Dataset dataset = legacy();
    GuardInstaller installer = new GuardInstaller(table.source(), table.definition(dataset));

    assertThat(codes(installer.install(Optional.of(LocalDate.of(2026, 9, 15)))))
        .containsExactly("NOT_A_BOUNDARY");
    assertThat(installer.install(Optional.of(LocalDate.of(2026, 9, 1))))
        .isInstanceOf(GuardChange.Changed.class);

    assertThat(installer.status()).isInstanceOf(GuardStatus.Healthy.class);
    assertThat(new DayLedger(table.source(), table.control(), "legacy", 0).days())
        .hasSize(61)
        .allSatisfy(
            day ->
                assertThat(day.tablePartition())
                    .contains(day.day().getMonthValue() == 9 ? "y26m09" : "y26m10"));
    table.execute(
        "INSERT INTO "
            + dataset.lateTable().quoted()
            + " (grp, msg, biz_date, body) VALUES ('g', 'm', '2026-09-03', 'b')");
    assertThat(table.number("SELECT seq FROM " + dataset.lateTable().quoted())).isZero();
  }

  private Dataset legacy() {
    return new Dataset(
        "legacy",
        0,
        table.table("legacy_msgs"),
        new TableName(table.control(), Identifier.of("late_legacy")),
        List.of(Identifier.of("grp"), Identifier.of("msg")),
        Identifier.of("biz_date"),
        EventDayOrigin.EVENT_TIME,
        Optional.empty(),
        List.of(),
        Optional.empty(),
        Optional.empty());
  }

  @Test
  void aLateTableThatDoesNotFitIsRefused() throws SQLException {
    install(table.daysAgo(16));
    table.execute("ALTER TABLE " + table.dataset().lateTable().quoted() + " DROP COLUMN amount");

    assertThat(codes(table.installer().install(Optional.empty())))
        .containsExactly("LATE_TABLE_DIFFERS");
  }

  @Test
  void aLateTableWithoutTransactionsIsRefused() throws SQLException {
    install(table.daysAgo(16));
    table.execute("ALTER TABLE " + table.dataset().lateTable().quoted() + " ENGINE = MyISAM");

    assertThat(codes(table.installer().install(Optional.empty())))
        .containsExactly("LATE_TABLE_DIFFERS");
  }

  @Test
  void theLateTableIsUniqueByIdentityOverAllDays() throws SQLException {
    install(table.daysAgo(16));
    String late = table.dataset().lateTable().quoted();

    assertThat(
            table.number(
                "SELECT COUNT(*) FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = '"
                    + table.control()
                    + "' AND TABLE_NAME = 'late_inbox' AND INDEX_NAME = 'PRIMARY'"
                    + " AND COLUMN_NAME IN ('consumer', 'event_id')"))
        .isEqualTo(2);
    table.execute(
        "INSERT INTO " + late + " (consumer, event_id, event_day) VALUES ('c', 'e', '2026-01-01')");
    try (Connection connection = table.application();
        Statement statement = connection.createStatement()) {
      assertThat(
              statement.executeUpdate(
                  "INSERT IGNORE INTO "
                      + late
                      + " (consumer, event_id, event_day) VALUES ('c', 'e', '2026-01-02')"))
          .isZero();
    }
  }
}
