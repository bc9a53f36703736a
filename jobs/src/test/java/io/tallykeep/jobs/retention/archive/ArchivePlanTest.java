package io.tallykeep.jobs.retention.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tallykeep.jobs.retention.PlanLine;
import io.tallykeep.jobs.retention.PlanLine.Action;
import io.tallykeep.jobs.retention.testing.PlannedTable;
import io.tallykeep.verifier.ledger.Progress;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ArchivePlanTest {
  private static List<PlanLine> plan(PlannedTable table, String asOf) {
    return new ArchivePlan(PlannedTable.retained(), LocalDate.parse(asOf)).lines(table.state());
  }

  private static PlanLine only(PlannedTable table, String asOf) {
    assertThat(plan(table, asOf)).hasSize(1);
    return plan(table, asOf).get(0);
  }

  /** Two partitions, the second of which is of interest. */
  private static PlannedTable month() {
    return new PlannedTable().partition("p0", "2026-02-01").partition("p202602", "2026-03-01");
  }

  private static PlanLine february(PlannedTable table, String asOf) {
    return plan(table, asOf).stream()
        .filter(line -> line.tablePartition().equals("p202602"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aPartitionWaitsUntilItsLastDayHasLeftTheOnlineWindow() {
    PlannedTable table = month().days("p202602", "2026-02-01", "2026-02-28", Progress.ONLINE);

    PlanLine before = february(table, "2026-03-07");
    PlanLine then = february(table, "2026-03-08");

    assertThat(before.action()).isEqualTo(Action.WAIT);
    assertThat(before.code()).isEqualTo("IN_ONLINE_WINDOW");
    assertThat(before.reason()).isEqualTo("eligible from 2026-03-08 (7 d online).");
    assertThat(then.action()).isEqualTo(Action.RUN);
    assertThat(then.code()).isEqualTo("ELIGIBLE");
    assertThat(then.reason()).isEqualTo("all its days are before 2026-03-01, older than 7 d.");
    assertThat(then.firstDay()).contains(LocalDate.of(2026, 2, 1));
    assertThat(then.lastDay()).contains(LocalDate.of(2026, 2, 28));
    assertThat(then.runId()).isEmpty();
  }

  @Test
  void aLeapYearsFebruaryHasItsTwentyNinthDay() {
    PlannedTable whole =
        new PlannedTable()
            .partition("p0", "2028-02-01")
            .partition("p202602", "2028-03-01")
            .days("p202602", "2028-02-01", "2028-02-29", Progress.ONLINE);
    PlannedTable short1 =
        new PlannedTable()
            .partition("p0", "2028-02-01")
            .partition("p202602", "2028-03-01")
            .days("p202602", "2028-02-01", "2028-02-28", Progress.ONLINE);

    assertThat(february(whole, "2028-03-07").action()).isEqualTo(Action.WAIT);
    assertThat(february(whole, "2028-03-08").action()).isEqualTo(Action.RUN);
    assertThat(february(whole, "2028-03-08").lastDay()).contains(LocalDate.of(2028, 2, 29));
    assertThat(february(short1, "2028-03-08").code()).isEqualTo("PARTLY_COVERED");
    assertThat(february(short1, "2028-03-08").reason()).contains("[2028-02-29]");
  }

  @Test
  void theFirstPartitionBeginsWithItsFirstCoveredDay() {
    PlannedTable table =
        new PlannedTable()
            .partition("p0", "2026-02-01")
            .days("p0", "2026-01-20", "2026-01-31", Progress.ONLINE);

    PlanLine line = only(table, "2026-03-08");

    assertThat(line.action()).isEqualTo(Action.RUN);
    assertThat(line.firstDay()).contains(LocalDate.of(2026, 1, 20));
    assertThat(line.lastDay()).contains(LocalDate.of(2026, 1, 31));
  }

  @Test
  void daysDroppedBeforeAreNotTheFirstPartitionsThoughItsRangeTakesThemIn() {
    PlannedTable table =
        new PlannedTable()
            .partition("p202602", "2026-03-01")
            .days("p0", "2026-01-20", "2026-01-30", Progress.EXPIRED)
            .days("p0", "2026-01-31", "2026-01-31", Progress.DROPPED)
            .days("p202602", "2026-02-01", "2026-02-28", Progress.ONLINE);

    PlanLine line = only(table, "2026-03-08");

    assertThat(line.action()).isEqualTo(Action.RUN);
    assertThat(line.firstDay()).contains(LocalDate.of(2026, 2, 1));
  }

  @Test
  void daysBeingDroppedWithAPartitionThatIsGoneAreNotTheNextOnes() {
    PlannedTable table =
        new PlannedTable()
            .partition("p2", "2026-03-03")
            .days("p1", "2026-03-01", "2026-03-01", Progress.DROPPING)
            .days("p2", "2026-03-02", "2026-03-02", Progress.ONLINE);

    PlanLine line = only(table, "2026-04-01");

    assertThat(line.action()).isEqualTo(Action.RUN);
    assertThat(line.firstDay()).contains(LocalDate.of(2026, 3, 2));
  }

  @Test
  void theCatchAllIsNeverArchived() {
    PlannedTable table =
        new PlannedTable()
            .catchAll("p_future")
            .days("p_future", "2026-01-01", "2026-01-01", Progress.ONLINE);

    PlanLine line = only(table, "2036-01-01");

    assertThat(line.action()).isEqualTo(Action.NOTHING);
    assertThat(line.code()).isEqualTo("CATCH_ALL");
  }

  @Test
  void aPartitionWithoutLedgerRowsIsLeftAlone() {
    PlanLine line = february(month(), "2036-01-01");

    assertThat(line.action()).isEqualTo(Action.NOTHING);
    assertThat(line.code()).isEqualTo("NOT_COVERED");
    assertThat(line.reason()).contains("guard install --covered-since");
  }

  @Test
  void aPartlyCoveredPartitionIsForAPerson() {
    PlannedTable table =
        month()
            .days("p202602", "2026-02-01", "2026-02-09", Progress.ONLINE)
            .days("p202602", "2026-02-12", "2026-02-28", Progress.ONLINE);

    PlanLine line = february(table, "2026-04-01");

    assertThat(line.action()).isEqualTo(Action.ATTENTION);
    assertThat(line.code()).isEqualTo("PARTLY_COVERED");
    assertThat(line.reason()).contains("2 of its days").contains("[2026-02-10, 2026-02-11]");
  }

  @Test
  void oneQuarantinedDayStopsItsPartition() {
    PlannedTable table =
        month()
            .days("p202602", "2026-02-01", "2026-02-27", Progress.PUBLISHED)
            .quarantined("p202602", "2026-02-28", Progress.PUBLISHED);

    PlanLine line = february(table, "2026-04-01");

    assertThat(line.action()).isEqualTo(Action.ATTENTION);
    assertThat(line.code()).isEqualTo("QUARANTINED");
    assertThat(line.reason()).isEqualTo("2026-02-28: PROOF_FAILED: a digest differs");
  }

  @Test
  void daysThatDifferInProgressAreForAPerson() {
    PlannedTable table =
        month()
            .days("p202602", "2026-02-01", "2026-02-27", Progress.CLOSED)
            .days("p202602", "2026-02-28", "2026-02-28", Progress.ONLINE);

    PlanLine line = february(table, "2026-04-01");

    assertThat(line.action()).isEqualTo(Action.ATTENTION);
    assertThat(line.code()).isEqualTo("MIXED_PROGRESS");
    assertThat(line.reason()).contains("2026-02-27 CLOSED").contains("2026-02-28 ONLINE");
  }

  @ParameterizedTest
  @EnumSource(names = {"CLOSED", "FROZEN", "COPIED", "PUBLISHING", "PUBLISHED", "PROVEN"})
  void whatAnEarlierRunBeganIsContinuedWhateverTheDate(Progress progress) {
    PlannedTable table = month().days("p202602", "2026-02-01", "2026-02-28", progress);

    PlanLine line = february(table, "2026-02-01");

    assertThat(line.action()).isEqualTo(Action.CONTINUE);
    assertThat(line.code()).isEqualTo(progress.name());
    assertThat(line.runId())
        .isEqualTo(
            progress.isAtLeast(Progress.COPIED) ? Optional.of(PlannedTable.RUN) : Optional.empty());
  }

  @Test
  void whatIsProvenAndHeldIsTheDropsAffair() {
    PlannedTable held = month().days("p202602", "2026-02-01", "2026-02-28", Progress.HELD);
    PlannedTable dropping = month().days("p202602", "2026-02-01", "2026-02-28", Progress.DROPPING);

    assertThat(february(held, "2026-04-01"))
        .extracting(PlanLine::action, PlanLine::code, PlanLine::reason)
        .containsExactly(Action.NOTHING, "HELD", "proven; 'drop' takes it from 2026-02-13.");
    assertThat(february(dropping, "2026-04-01"))
        .extracting(PlanLine::action, PlanLine::code)
        .containsExactly(Action.NOTHING, "DROPPING");
  }

  @Test
  void aDateInThePastTakesNothingOnAndOneInTheFutureEverythingButTheCatchAll() {
    PlannedTable table =
        new PlannedTable()
            .partition("p1", "2026-03-02")
            .partition("p2", "2026-03-03")
            .catchAll("rest")
            .days("p1", "2026-03-01", "2026-03-01", Progress.ONLINE)
            .days("p2", "2026-03-02", "2026-03-02", Progress.ONLINE);

    assertThat(plan(table, "2020-01-01"))
        .extracting(PlanLine::action)
        .containsExactly(Action.WAIT, Action.WAIT, Action.NOTHING);
    assertThat(plan(table, "2030-01-01"))
        .extracting(PlanLine::action)
        .containsExactly(Action.RUN, Action.RUN, Action.NOTHING);
  }

  @Test
  void aDayWhosePartitionIsGoneIsForAPerson() {
    PlannedTable table =
        new PlannedTable()
            .partition("p2", "2026-03-03")
            .days("p1", "2026-03-01", "2026-03-01", Progress.CLOSED)
            .days("p2", "2026-03-02", "2026-03-02", Progress.ONLINE)
            .days("p3", "2026-03-03", "2026-03-03", Progress.ONLINE);

    assertThat(plan(table, "2026-04-01"))
        .filteredOn(line -> line.code().equals("PARTITION_LOST"))
        .extracting(PlanLine::action, PlanLine::tablePartition, line -> line.firstDay().get())
        .containsExactly(
            tuple(Action.ATTENTION, "p1", LocalDate.of(2026, 3, 1)),
            tuple(Action.ATTENTION, "p3", LocalDate.of(2026, 3, 3)));
  }

  @Test
  void aDayBeingDroppedMayHaveLostItsPartition() {
    PlannedTable table =
        new PlannedTable()
            .partition("p2", "2026-03-03")
            .days("p1", "2026-03-01", "2026-03-01", Progress.DROPPED)
            .days("p2", "2026-03-02", "2026-03-02", Progress.ONLINE)
            .days("p3", "2026-03-03", "2026-03-03", Progress.DROPPING);

    assertThat(plan(table, "2026-04-01")).extracting(PlanLine::code).containsExactly("ELIGIBLE");
  }
}
