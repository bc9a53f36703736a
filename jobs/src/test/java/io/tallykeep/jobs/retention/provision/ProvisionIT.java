package io.tallykeep.jobs.retention.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.jobs.ConfiguredTable;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.jobs.retention.lock.LockAttempt;
import io.tallykeep.jobs.retention.lock.TableLock;
import io.tallykeep.sandbox.AnswerLoss;
import io.tallykeep.sandbox.FaultProxy;
import io.tallykeep.sandbox.Sandbox;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Partitions three days ahead; the guard calls days younger than one day young. */
class ProvisionIT {
  private static final String DATASET =
      """
      identity: [consumer, event_id]
      event-day: event_day
      windows: {online-days: 4, slack-days: 3, hold-days: 0, identity-days: 10, provision-days: 3}
      """;

  @TempDir private Path folder;
  private final LocalDate today = LocalDate.now(Clock.systemUTC());

  @SuppressWarnings("NullAway.Init") // each test begins with create()
  private ConfiguredTable table;

  private static String p(LocalDate day) {
    return "p" + day.toString().replace("-", "");
  }

  private static String lessThan(String name, LocalDate endExclusive) {
    return "PARTITION " + name + " VALUES LESS THAN ('" + endExclusive + "')";
  }

  /** Daily partitions, the first and the last day given. */
  private static List<String> daily(LocalDate first, LocalDate last) {
    return first
        .datesUntil(last.plusDays(1))
        .map(day -> lessThan(p(day), day.plusDays(1)))
        .toList();
  }

  private void create(List<String> partitions, String... more) throws Exception {
    List<String> all = new ArrayList<>(partitions);
    all.addAll(List.of(more));
    table =
        ConfiguredTable.create(
            Sandbox.shared(),
            folder,
            "(consumer VARCHAR(40) COLLATE utf8mb4_0900_bin NOT NULL,"
                + " event_id VARBINARY(40) NOT NULL, event_day DATE NOT NULL,"
                + " PRIMARY KEY (consumer, event_id, event_day))"
                + " PARTITION BY RANGE COLUMNS (event_day) ("
                + String.join(", ", all)
                + ")");
    table.configure(DATASET);
  }

  private static String catchAll() {
    return "PARTITION p_future VALUES LESS THAN (MAXVALUE)";
  }

  private void insert(LocalDate day, int rows) throws SQLException {
    for (int row = 0; row < rows; row++) {
      table.sql(
          "INSERT INTO "
              + table.table()
              + " VALUES ('c', '"
              + day
              + "/"
              + row
              + "', '"
              + day
              + "')");
    }
  }

  private void adopt(LocalDate since) {
    Outcome adopted = table.run("jobs", "guard", "install", "--covered-since", since.toString());
    assertThat(adopted.exitCode()).as(adopted.toString()).isZero();
  }

  private Outcome provision(int exitCode) {
    Outcome outcome = table.run("jobs", "run", "provision");
    assertThat(outcome.exitCode()).as(outcome.toString()).isEqualTo(exitCode);
    return outcome;
  }

  private static List<String> names(LocalDate first, LocalDate last) {
    return first.datesUntil(last.plusDays(1)).map(ProvisionIT::p).toList();
  }

  private void assertCovered(LocalDate first, LocalDate last) throws SQLException {
    assertThat(table.days())
        .isEqualTo(
            first.datesUntil(last.plusDays(1)).map(day -> day + " " + p(day) + " ONLINE").toList());
  }

  private List<String> rowCounts(List<String> partitions) throws SQLException {
    List<String> counts = new ArrayList<>();
    for (String partition : partitions) {
      counts.addAll(
          table.query("SELECT COUNT(*) FROM " + table.table() + " PARTITION (" + partition + ")"));
    }
    return counts;
  }

  @Test
  void daysAreSplitOffAnEmptyCatchAllAndNoPartitionWithRowsIsTouched() throws Exception {
    create(daily(today.minusDays(2), today), catchAll());
    insert(today.minusDays(1), 3);
    insert(today, 2);
    adopt(today.minusDays(2));
    List<String> old = table.partitions().subList(0, 3);

    Outcome first = provision(0);

    assertThat(first.out()).contains("3 partition(s) created; 3 day(s) covered");
    List<String> wanted = new ArrayList<>(names(today.minusDays(2), today.plusDays(3)));
    wanted.add("p_future");
    assertThat(table.partitionNames()).isEqualTo(wanted);
    assertThat(table.partitions().subList(0, 3)).as("name, bound, ids").isEqualTo(old);
    assertThat(rowCounts(wanted)).containsExactly("0", "3", "2", "0", "0", "0", "0");
    assertCovered(today.minusDays(2), today.plusDays(3));

    List<String> ledger = table.query("SELECT * FROM " + table.ledger() + " ORDER BY event_day");
    List<String> partitions = table.partitions();
    assertThat(provision(0).out()).contains("provision messages: nothing to do");
    assertThat(table.query("SELECT * FROM " + table.ledger() + " ORDER BY event_day"))
        .isEqualTo(ledger);
    assertThat(table.partitions()).isEqualTo(partitions);
  }

  @Test
  void daysAreAddedWhereThereIsNoCatchAllWhichThePlanSays() throws Exception {
    create(daily(today.minusDays(2), today.plusDays(1)));
    adopt(today.minusDays(2));

    Outcome plan = table.run("jobs", "plan", "provision");
    provision(0);

    assertThat(plan.exitCode()).isZero();
    assertThat(plan.out())
        .contains("NO_CATCH_ALL: the table has no MAXVALUE partition", "error 1526")
        .containsPattern(p(today.plusDays(2)) + " .*RUN .*MISSING: to be created, 3 d ahead");
    assertThat(table.partitionNames()).isEqualTo(names(today.minusDays(2), today.plusDays(3)));
    assertCovered(today.minusDays(2), today.plusDays(3));
    assertThat(provision(0).out()).contains("nothing to do");
  }

  @Test
  void weeksGoOnAsWeeksWithEveryDayCovered() throws Exception {
    LocalDate end = today.plusDays(2);
    create(
        List.of(
            lessThan("w_" + end.minusWeeks(2).toString().replace('-', '_'), end.minusWeeks(1)),
            lessThan("w_" + end.minusWeeks(1).toString().replace('-', '_'), end)),
        catchAll());
    adopt(end.minusWeeks(2));

    provision(0);

    String name = "w_" + end.toString().replace('-', '_');
    assertThat(table.partitionNames()).hasSize(4).element(2).isEqualTo(name);
    assertThat(table.partitions().get(2)).startsWith(name + " '" + end.plusWeeks(1) + "'");
    assertThat(table.days())
        .hasSize(21)
        .endsWith(end.plusDays(6) + " " + name + " ONLINE")
        .filteredOn(day -> day.contains(name))
        .hasSize(7);
  }

  @Test
  void monthsGoOnAsMonthsWithEveryDayCovered() throws Exception {
    LocalDate end = today.plusDays(3).withDayOfMonth(1);
    create(
        List.of(
            lessThan("p0", end.minusMonths(1)),
            lessThan(String.format(Locale.ROOT, "p%tY%<tm", end.minusMonths(1)), end)));

    provision(0);

    String name = String.format(Locale.ROOT, "p%tY%<tm", end);
    assertThat(table.partitionNames()).hasSize(3).element(2).isEqualTo(name);
    assertThat(table.partitions().get(2)).startsWith(name + " '" + end.plusMonths(1) + "'");
    assertThat(provision(0).out()).contains("nothing to do");
  }

  @Test
  void partitionsNamedByTheirBoundGoOnThatWay() throws Exception {
    create(List.of(lessThan(p(today), today), lessThan(p(today.plusDays(1)), today.plusDays(1))));

    provision(0);

    assertThat(table.partitionNames()).isEqualTo(names(today, today.plusDays(4)));
    assertThat(table.partitions().get(4)).contains("'" + today.plusDays(4) + "'");
  }

  @Test
  void aCatchAllWithRowsIsForAPersonAndNeverTouched() throws Exception {
    create(daily(today.minusDays(2), today), catchAll());
    adopt(today.minusDays(2));
    insert(today.plusDays(1), 2);
    List<String> before = table.partitions();

    Outcome refused = provision(3);

    assertThat(refused.out())
        .contains(
            "provision messages p_future: ATTENTION, CATCH_ALL_HOLDS_ROWS: it holds 2 row(s), event"
                + " days "
                + today.plusDays(1)
                + " to "
                + today.plusDays(1));
    assertThat(table.partitions()).isEqualTo(before);
    assertThat(rowCounts(List.of("p_future"))).containsExactly("2");
    assertCovered(today.minusDays(2), today);

    table.sql("DELETE FROM " + table.table() + " PARTITION (p_future)");
    assertThat(provision(0).out()).contains("3 partition(s) created; 3 day(s) covered");
  }

  @Test
  void aCadenceThatIsNeitherDayNorWeekNorMonthIsForAPerson() throws Exception {
    create(
        List.of(lessThan("q1", today.minusDays(90)), lessThan("q2", today.plusDays(2))),
        catchAll());
    List<String> before = table.partitions();

    assertThat(table.run("jobs", "plan", "provision").out())
        .contains("ATTENTION", "CADENCE_UNCLEAR");
    assertThat(provision(3).out()).contains("CADENCE_UNCLEAR", "by hand");

    assertThat(table.partitions()).isEqualTo(before);
  }

  @Test
  void aTableThatIsNotAdoptedGetsPartitionsAndNoLedgerRows() throws Exception {
    create(daily(today.minusDays(2), today), catchAll());

    Outcome outcome = provision(0);

    assertThat(outcome.out())
        .contains("3 partition(s) created; not adopted yet, so no ledger rows");
    assertThat(table.partitionNames()).hasSize(7);
    assertThat(table.query("SELECT COUNT(*) FROM " + table.ledger())).containsExactly("0");
  }

  @Test
  void partitionsMadeByHandOrByARunThatEndedGetTheirLedgerRowsOnce() throws Exception {
    create(daily(today.minusDays(2), today));
    adopt(today.minusDays(2));
    table.sql(
        "ALTER TABLE "
            + table.table()
            + " ADD PARTITION ("
            + String.join(", ", daily(today.plusDays(1), today.plusDays(3)))
            + ")");

    assertThat(table.run("jobs", "plan", "provision").out()).contains("LEDGER_BEHIND");
    assertThat(provision(0).out()).contains("0 partition(s) created; 3 day(s) covered");

    assertCovered(today.minusDays(2), today.plusDays(3));
    assertThat(provision(0).out()).contains("nothing to do");
  }

  @Test
  void anAnswerLostAfterTheDdlIsLookedUpByTheNextRun() throws Exception {
    create(daily(today.minusDays(2), today), catchAll());
    adopt(today.minusDays(2));
    try (FaultProxy proxy = FaultProxy.inFrontOf(table.mysql().host(), table.mysql().port())) {
      table.configure(table.mysql().throughPort(proxy.port()), table.s3(), DATASET);
      AnswerLoss loss = proxy.dropAnswersAfter("REORGANIZE PARTITION");

      assertThat(provision(2).out()).contains("PROVISION_OUTCOME_UNKNOWN");
      assertThat(loss.lostAnswers()).isEqualTo(1);
    }
    table.configure(DATASET);
    assertThat(table.partitionNames()).hasSize(7);
    assertCovered(today.minusDays(2), today);

    assertThat(provision(0).out()).contains("0 partition(s) created; 3 day(s) covered");

    assertCovered(today.minusDays(2), today.plusDays(3));
  }

  @Test
  void daysThatHadNoPartitionWhileYoungAreSaidAndTheYoungerOnesCovered() throws Exception {
    create(daily(today.minusDays(8), today.minusDays(4)), catchAll());
    adopt(today.minusDays(8));

    Outcome late = provision(3);

    assertThat(late.out())
        .contains(
            "DAYS_TOO_LATE: 2 day(s), " + today.minusDays(3) + " to " + today.minusDays(2),
            "5 younger day(s) covered");
    assertThat(table.partitionNames()).hasSize(13);
    assertThat(table.days())
        .hasSize(10)
        .noneMatch(day -> day.startsWith(today.minusDays(3) + " "))
        .contains(today.minusDays(1) + " " + p(today.minusDays(1)) + " ONLINE")
        .endsWith(today.plusDays(3) + " " + p(today.plusDays(3)) + " ONLINE");
    assertThat(provision(0).out()).contains("nothing to do");
  }

  @Test
  void neitherTheObjectStoreNorABrokenGuardKeepsPartitionsAway() throws Exception {
    create(daily(today.minusDays(2), today), catchAll());
    adopt(today.minusDays(2));
    table.configure(table.mysql(), table.s3().throughPort(9), DATASET);
    String trigger =
        table
            .query(
                "SELECT TRIGGER_NAME FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = '"
                    + table.schema()
                    + "' AND EVENT_MANIPULATION = 'DELETE'")
            .get(0);
    table.sql("DROP TRIGGER `" + table.schema() + "`.`" + trigger + "`");

    assertThat(table.run("jobs", "run", "archive").exitCode()).isEqualTo(3);
    assertThat(provision(0).out()).contains("3 partition(s) created; 3 day(s) covered");
  }

  @Test
  void whileSomebodyHoldsTheTablesLockNothingIsDone() throws Exception {
    create(daily(today.minusDays(2), today), catchAll());
    LockAttempt<TableLock> attempt =
        TableLock.tryAcquire(table.server(), TableName.parse(table.schema() + ".consumed"));
    try (TableLock lock = ((LockAttempt.Held<TableLock>) attempt).lock()) {
      assertThat(provision(2).out()).contains("TABLE_LOCKED", "connection ");
      assertThat(lock.table().toString()).contains("consumed");
    }
    assertThat(table.partitionNames()).hasSize(4);
  }
}
