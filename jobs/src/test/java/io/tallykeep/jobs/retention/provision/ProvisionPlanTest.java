package io.tallykeep.jobs.retention.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tallykeep.jobs.retention.PlanLine;
import io.tallykeep.jobs.retention.PlanLine.Action;
import io.tallykeep.jobs.retention.provision.ProvisionPlan.NewPartition;
import io.tallykeep.jobs.retention.testing.PlannedTable;
import io.tallykeep.verifier.ledger.Progress;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProvisionPlanTest {
  private static ProvisionPlan plan(PlannedTable table, String asOf) {
    return new ProvisionPlan(PlannedTable.retained(), table.state(), LocalDate.parse(asOf));
  }

  private static List<PlanLine> lines(PlannedTable table, String asOf) {
    return plan(table, asOf).lines(Optional.empty());
  }

  private static NewPartition partition(String name, String first, String endExclusive) {
    return new NewPartition(name, LocalDate.parse(first), LocalDate.parse(endExclusive));
  }

  private static PlannedTable daily() {
    return new PlannedTable()
        .partition("p20260226", "2026-02-27")
        .partition("p20260227", "2026-02-28")
        .catchAll("rest");
  }

  @Test
  void everyDayUpToTheConfiguredDaysAheadGetsItsPartitionAcrossTheMonthsEnd() {
    List<PlanLine> lines = lines(daily(), "2026-02-23");

    assertThat(lines)
        .extracting(PlanLine::action, PlanLine::code, PlanLine::tablePartition)
        .containsExactly(
            tuple(Action.RUN, "MISSING", "p20260228"),
            tuple(Action.RUN, "MISSING", "p20260301"),
            tuple(Action.RUN, "MISSING", "p20260302"));
    assertThat(lines.get(0).firstDay()).contains(LocalDate.of(2026, 2, 28));
    assertThat(lines.get(0).lastDay()).contains(LocalDate.of(2026, 2, 28));
    assertThat(lines.get(0).reason()).isEqualTo("to be created, 7 d ahead of 2026-02-23.");
  }

  @Test
  void aLeapDayGetsItsPartition() {
    PlannedTable table =
        new PlannedTable()
            .partition("p20280227", "2028-02-28")
            .partition("p20280228", "2028-02-29")
            .catchAll("rest");

    assertThat(plan(table, "2028-02-23").missing())
        .containsExactly(
            partition("p20280229", "2028-02-29", "2028-03-01"),
            partition("p20280301", "2028-03-01", "2028-03-02"));
  }

  @Test
  void weeksAndMonthsReachAtLeastAsFar() {
    PlannedTable weekly =
        new PlannedTable().partition("w1", "2026-12-21").partition("w2", "2026-12-28");
    PlannedTable monthly =
        new PlannedTable().partition("m1", "2028-01-01").partition("m2", "2028-02-01");

    assertThat(plan(weekly, "2026-12-28").missing())
        .containsExactly(
            partition("p20261228", "2026-12-28", "2027-01-04"),
            partition("p20270104", "2027-01-04", "2027-01-11"));
    assertThat(plan(monthly, "2028-01-24").missing()).isEmpty();
    assertThat(plan(monthly, "2028-01-25").missing())
        .containsExactly(partition("p202802", "2028-02-01", "2028-03-01"));
    assertThat(plan(monthly, "2028-02-23").missing())
        .containsExactly(
            partition("p202802", "2028-02-01", "2028-03-01"),
            partition("p202803", "2028-03-01", "2028-04-01"));
  }

  @Test
  void aTableWithOnlyACatchAllBeginsWithTheYoungDays() {
    List<NewPartition> missing = plan(new PlannedTable().catchAll("rest"), "2026-03-10").missing();

    assertThat(missing).hasSize(12);
    assertThat(missing.get(0)).isEqualTo(partition("p20260306", "2026-03-06", "2026-03-07"));
    assertThat(missing.get(11)).isEqualTo(partition("p20260317", "2026-03-17", "2026-03-18"));
  }

  @Test
  void nothingIsMissingWhenThePartitionsReachFarEnoughOrTheDateIsInThePast() {
    assertThat(lines(daily(), "2026-02-20")).isEmpty();
    assertThat(lines(daily(), "2020-01-01")).isEmpty();
  }

  @Test
  void aDateInTheFutureAsksForMorePartitions() {
    assertThat(plan(daily(), "2026-03-31").missing())
        .hasSize(39)
        .last()
        .isEqualTo(partition("p20260407", "2026-04-07", "2026-04-08"));
  }

  @Test
  void partitionsNamedByTheirBoundGoOnThatWayAndCollideWithNone() {
    PlannedTable table =
        new PlannedTable()
            .partition("p20260227", "2026-02-27")
            .partition("p20260228", "2026-02-28");

    assertThat(plan(table, "2026-02-22").missing())
        .containsExactly(
            partition("p20260301", "2026-02-28", "2026-03-01"),
            partition("p20260302", "2026-03-01", "2026-03-02"));
  }

  @Test
  void aMissingCatchAllIsSaidAndStopsNothing() {
    PlannedTable table =
        new PlannedTable()
            .partition("p20260226", "2026-02-27")
            .partition("p20260227", "2026-02-28");

    List<PlanLine> lines = lines(table, "2026-02-21");

    assertThat(lines)
        .extracting(PlanLine::action, PlanLine::code)
        .containsExactly(tuple(Action.NOTHING, "NO_CATCH_ALL"), tuple(Action.RUN, "MISSING"));
    assertThat(lines.get(0).reason()).contains("error 1526");
  }

  @Test
  void aCatchAllWithRowsIsForAPersonThoughNothingIsMissingYet() {
    Optional<String> rows = Optional.of("it holds 3 row(s).");

    assertThat(plan(daily(), "2026-02-23").lines(rows))
        .extracting(PlanLine::action, PlanLine::code, PlanLine::tablePartition, PlanLine::reason)
        .containsExactly(
            tuple(
                Action.ATTENTION,
                "CATCH_ALL_HOLDS_ROWS",
                "rest",
                "it holds 3 row(s). Splitting it would copy them while writers wait: move or delete"
                    + " them, then provision goes on."));
    assertThat(plan(daily(), "2026-02-20").lines(rows))
        .extracting(PlanLine::code)
        .containsExactly("CATCH_ALL_HOLDS_ROWS");
  }

  @Test
  void anUnclearCadenceIsForAPersonOnlyOnceDaysAreMissing() {
    PlannedTable table =
        new PlannedTable()
            .partition("q1", "2026-04-01")
            .partition("q2", "2026-07-01")
            .catchAll("rest");

    assertThat(lines(table, "2026-06-23")).isEmpty();
    assertThat(lines(table, "2026-06-24"))
        .extracting(PlanLine::action, PlanLine::code)
        .containsExactly(tuple(Action.ATTENTION, "CADENCE_UNCLEAR"));
    assertThat(plan(table, "2026-06-24").missing()).isEmpty();
  }

  @Test
  void partitionsWithoutLedgerRowsOfAnAdoptedTableAreMadeGood() {
    PlannedTable behind = daily().days("p20260226", "2026-02-26", "2026-02-26", Progress.ONLINE);
    PlannedTable even =
        daily()
            .days("p20260226", "2026-02-26", "2026-02-26", Progress.ONLINE)
            .days("p20260227", "2026-02-27", "2026-02-27", Progress.ONLINE);

    assertThat(lines(behind, "2026-02-20"))
        .extracting(PlanLine::action, PlanLine::code)
        .containsExactly(tuple(Action.CONTINUE, "LEDGER_BEHIND"));
    assertThat(lines(even, "2026-02-20")).isEmpty();
    assertThat(lines(behind, "2026-02-22"))
        .as("one unit of work creates partitions and makes the ledger good")
        .extracting(PlanLine::code)
        .containsExactly("MISSING", "MISSING");
  }

  @Test
  void theLedgerIsMadeGoodBesideAnUnclearCadence() {
    PlannedTable table =
        new PlannedTable()
            .partition("q1", "2026-04-01")
            .partition("q2", "2026-07-01")
            .catchAll("rest")
            .days("q1", "2026-01-01", "2026-03-31", Progress.ONLINE);

    assertThat(lines(table, "2026-06-24"))
        .extracting(PlanLine::action, PlanLine::code)
        .containsExactly(
            tuple(Action.ATTENTION, "CADENCE_UNCLEAR"), tuple(Action.CONTINUE, "LEDGER_BEHIND"));
  }
}
