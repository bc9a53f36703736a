package io.tallykeep.jobs.retention.drop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tallykeep.jobs.retention.PlanLine;
import io.tallykeep.jobs.retention.PlanLine.Action;
import io.tallykeep.jobs.retention.hold.LegalHold;
import io.tallykeep.jobs.retention.testing.PlannedTable;
import io.tallykeep.verifier.ledger.Progress;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DropPlanTest {
  private static List<PlanLine> plan(PlannedTable table, String asOf, List<LegalHold> holds) {
    return new DropPlan(PlannedTable.retained(), LocalDate.parse(asOf), holds).lines(table.state());
  }

  private static List<PlanLine> plan(PlannedTable table, String asOf) {
    return plan(table, asOf, List.of());
  }

  private static PlannedTable held() {
    return new PlannedTable()
        .partition("p1", "2026-03-02")
        .partition("p2", "2026-03-03")
        .catchAll("rest")
        .days("p1", "2026-03-01", "2026-03-01", Progress.HELD)
        .days("p2", "2026-03-02", "2026-03-02", Progress.HELD);
  }

  @Test
  void aPartitionIsTakenOnTheDayItsHoldEnds() {
    List<PlanLine> before = plan(held(), "2026-03-12");
    List<PlanLine> then = plan(held(), "2026-03-13");

    assertThat(before)
        .extracting(PlanLine::action, PlanLine::code)
        .containsExactly(
            tuple(Action.WAIT, "IN_HOLD"),
            tuple(Action.WAIT, "IN_HOLD"),
            tuple(Action.NOTHING, "NOT_HELD"));
    assertThat(then)
        .extracting(PlanLine::action, PlanLine::code)
        .containsExactly(
            tuple(Action.RUN, "HOLD_OVER"),
            tuple(Action.WAIT, "IN_HOLD"),
            tuple(Action.NOTHING, "NOT_HELD"));
    assertThat(then.get(0).reason()).isEqualTo("proven, hold ended 2026-03-13.");
    assertThat(then.get(0).runId()).contains(PlannedTable.RUN);
    assertThat(then.get(1).reason()).isEqualTo("held until 2026-03-14.");
  }

  @Test
  void aLegalHoldOnAnyOfItsDaysKeepsAPartitionAlsoWhenItsDropWasBegun() {
    List<LegalHold> holds = List.of(PlannedTable.hold(7, "2026-03-02", "2026-03-02"));
    PlannedTable begun =
        new PlannedTable()
            .partition("p1", "2026-03-03")
            .catchAll("rest")
            .days("p1", "2026-03-01", "2026-03-02", Progress.DROPPING);

    assertThat(plan(held(), "2030-01-01", holds))
        .extracting(PlanLine::action, PlanLine::code)
        .containsExactly(
            tuple(Action.RUN, "HOLD_OVER"),
            tuple(Action.WAIT, "LEGAL_HOLD"),
            tuple(Action.NOTHING, "NOT_HELD"));
    PlanLine line = plan(begun, "2030-01-01", holds).get(0);
    assertThat(line.action()).isEqualTo(Action.WAIT);
    assertThat(line.reason())
        .isEqualTo(
            "its drop was begun and waits: legal hold 7 (from 2026-03-02 to 2026-03-02, placed"
                + " 2026-03-01 00:00:00 UTC by Ada: a court's order).");
  }

  @Test
  void aPartitionOfManyDaysIsHeldUntilTheLastOfTheirHolds() {
    PlannedTable month =
        new PlannedTable()
            .partition("p202802", "2028-03-01")
            .catchAll("rest")
            .days("p202802", "2028-02-01", "2028-02-29", Progress.HELD);

    assertThat(plan(month, "2028-03-11").get(0).reason()).isEqualTo("held until 2028-03-12.");
    assertThat(plan(month, "2028-03-12").get(0).action()).isEqualTo(Action.RUN);
  }

  @Test
  void aDateInThePastDropsNothingAndOneInTheFutureAllThatIsHeld() {
    assertThat(plan(held(), "2020-01-01")).noneMatch(PlanLine::isWork);
    assertThat(plan(held(), "2030-01-01")).filteredOn(PlanLine::isWork).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource(names = {"ONLINE", "CLOSED", "FROZEN", "COPIED", "PUBLISHING", "PUBLISHED", "PROVEN"})
  void whatIsNotHeldStays(Progress progress) {
    PlannedTable table =
        new PlannedTable()
            .partition("p1", "2026-03-02")
            .catchAll("rest")
            .days("p1", "2026-03-01", "2026-03-01", progress);

    PlanLine line = plan(table, "2030-01-01").get(0);

    assertThat(line.action()).isEqualTo(Action.NOTHING);
    assertThat(line.code()).isEqualTo("NOT_HELD");
    assertThat(line.reason()).isEqualTo("is " + progress + ", not proven yet.");
  }

  @Test
  void daysThatDifferOrAreNotCoveredStay() {
    PlannedTable table =
        new PlannedTable()
            .partition("p0", "2026-03-01")
            .partition("p1", "2026-03-03")
            .catchAll("rest")
            .days("p1", "2026-03-01", "2026-03-01", Progress.HELD)
            .days("p1", "2026-03-02", "2026-03-02", Progress.PROVEN);

    assertThat(plan(table, "2030-01-01"))
        .extracting(PlanLine::code)
        .containsExactly("NOT_HELD", "NOT_HELD", "NOT_HELD");
  }

  @Test
  void aQuarantinedPartitionIsForAPerson() {
    PlannedTable table =
        new PlannedTable()
            .partition("p1", "2026-03-03")
            .catchAll("rest")
            .days("p1", "2026-03-01", "2026-03-01", Progress.DROPPING)
            .quarantined("p1", "2026-03-02", Progress.DROPPING);

    PlanLine line = plan(table, "2030-01-01").get(0);

    assertThat(line.action()).isEqualTo(Action.ATTENTION);
    assertThat(line.code()).isEqualTo("QUARANTINED");
    assertThat(line.reason()).startsWith("2026-03-02: PROOF_FAILED");
  }

  @Test
  void aDropThatWasBegunGoesOnWhateverTheDate() {
    PlannedTable table =
        new PlannedTable()
            .partition("p1", "2026-03-02")
            .catchAll("rest")
            .days("p1", "2026-03-01", "2026-03-01", Progress.DROPPING);

    PlanLine line = plan(table, "2026-03-01").get(0);

    assertThat(line.action()).isEqualTo(Action.CONTINUE);
    assertThat(line.code()).isEqualTo("DROPPING");
    assertThat(line.runId()).contains(PlannedTable.RUN);
  }

  @Test
  void aPartitionThatIsGoneThoughOnlyBeingDroppedIsRecordedAsOne() {
    PlannedTable table =
        new PlannedTable()
            .partition("p2", "2026-03-05")
            .catchAll("rest")
            .days("p1", "2026-03-01", "2026-03-03", Progress.DROPPING)
            .days("p2", "2026-03-04", "2026-03-04", Progress.ONLINE);

    List<PlanLine> lines = plan(table, "2026-03-10");

    assertThat(lines.get(0).tablePartition()).isEqualTo("p2");
    assertThat(lines.get(0).reason())
        .as("the range of what is now the first partition takes the gone days in")
        .isEqualTo("is ONLINE, not proven yet.");
    PlanLine gone = lines.get(lines.size() - 1);
    assertThat(gone.action()).isEqualTo(Action.CONTINUE);
    assertThat(gone.tablePartition()).isEqualTo("p1");
    assertThat(gone.firstDay()).contains(LocalDate.of(2026, 3, 1));
    assertThat(gone.lastDay()).contains(LocalDate.of(2026, 3, 3));
    assertThat(gone.runId()).contains(PlannedTable.RUN);
    assertThat(gone.reason())
        .isEqualTo("an earlier run dropped it without recording so; record it.");
  }

  @ParameterizedTest
  @EnumSource(
      names = {"DROPPING", "DROPPED", "EXPIRED"},
      mode = EnumSource.Mode.EXCLUDE)
  void aPartitionThatSomebodyElseDroppedIsForAPersonWhateverItsProgress(Progress progress) {
    PlannedTable table =
        new PlannedTable()
            .partition("p2", "2026-03-03")
            .catchAll("rest")
            .days("p1", "2026-03-01", "2026-03-01", progress)
            .days("p2", "2026-03-02", "2026-03-02", Progress.ONLINE);

    List<PlanLine> lost = plan(table, "2026-03-10").stream().filter(l -> isAttention(l)).toList();

    assertThat(lost).hasSize(1);
    assertThat(lost.get(0).code()).isEqualTo("PARTITION_LOST");
    assertThat(lost.get(0).reason()).startsWith("the ledger says " + progress + " but the table");
  }

  private static boolean isAttention(PlanLine line) {
    return line.action() == Action.ATTENTION;
  }

  @Test
  void theOnlyPartitionStays() {
    PlannedTable table =
        new PlannedTable()
            .partition("p1", "2026-03-02")
            .days("p1", "2026-03-01", "2026-03-01", Progress.HELD);

    PlanLine line = plan(table, "2030-01-01").get(0);

    assertThat(line.action()).isEqualTo(Action.WAIT);
    assertThat(line.code()).isEqualTo("LAST_PARTITION");
    assertThat(line.reason()).contains("jobs run provision");
  }

  @Test
  void theLastPartitionStaysWhenAllOthersGoInTheSameRun() {
    PlannedTable table =
        new PlannedTable()
            .partition("p1", "2026-03-02")
            .partition("p2", "2026-03-03")
            .partition("p3", "2026-03-04")
            .days("p1", "2026-03-01", "2026-03-01", Progress.DROPPING)
            .days("p2", "2026-03-02", "2026-03-02", Progress.HELD)
            .days("p3", "2026-03-03", "2026-03-03", Progress.HELD);

    assertThat(plan(table, "2030-01-01"))
        .extracting(PlanLine::code)
        .containsExactly("DROPPING", "HOLD_OVER", "LAST_PARTITION");
  }
}
