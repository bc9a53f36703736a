package io.tallykeep.jobs.retention.expire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tallykeep.jobs.retention.PlanLine;
import io.tallykeep.jobs.retention.PlanLine.Action;
import io.tallykeep.jobs.retention.hold.LegalHold;
import io.tallykeep.jobs.retention.testing.PlannedTable;
import io.tallykeep.verifier.ledger.Progress;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExpirePlanTest {
  private static List<PlanLine> plan(PlannedTable table, String asOf) {
    return plan(table, asOf, Map.of(), Set.of());
  }

  private static List<PlanLine> plan(
      PlannedTable table, String asOf, Map<LocalDate, Long> lateRows, Set<LocalDate> archived) {
    return plan(table, asOf, lateRows, archived, List.of());
  }

  private static List<PlanLine> plan(
      PlannedTable table,
      String asOf,
      Map<LocalDate, Long> lateRows,
      Set<LocalDate> archived,
      List<LegalHold> holds) {
    return new ExpirePlan(PlannedTable.retained(), table.state(), LocalDate.parse(asOf), holds)
        .lines(lateRows, archived);
  }

  private static PlannedTable dropped(String first, String last) {
    return new PlannedTable().catchAll("rest").days("p1", first, last, Progress.DROPPED);
  }

  @Test
  void aDayOfExactlyTheWindowsAgeIsKeptAndTheDayBeforeExpires() {
    List<PlanLine> lines = plan(dropped("2026-01-01", "2026-01-03"), "2026-04-02");

    assertThat(lines).hasSize(1);
    PlanLine line = lines.get(0);
    assertThat(line.action()).isEqualTo(Action.RUN);
    assertThat(line.code()).isEqualTo("BEYOND_WINDOW");
    assertThat(line.reason()).isEqualTo("older than 2026-01-02.");
    assertThat(line.firstDay()).contains(LocalDate.of(2026, 1, 1)).isEqualTo(line.lastDay());
    assertThat(line.tablePartition()).isEqualTo("p1");
  }

  @Test
  void wholeDaysExpireOutOfAPartitionsMiddleAndALeapDayCounts() {
    PlannedTable month = dropped("2028-02-20", "2028-03-05");

    assertThat(plan(month, "2028-05-29"))
        .as("90 days before 2028-05-29 is the leap day, which is kept")
        .extracting(line -> line.firstDay().orElseThrow())
        .hasSize(9)
        .endsWith(LocalDate.of(2028, 2, 28));
    assertThat(plan(month, "2028-05-30"))
        .extracting(line -> line.firstDay().orElseThrow())
        .endsWith(LocalDate.of(2028, 2, 29));
  }

  @Test
  void aLegalHoldKeepsItsDaysAndTheFilesOfOnesThatHaveExpired() {
    List<LegalHold> holds = List.of(PlannedTable.hold(7, "2026-01-02", "2026-01-04"));
    PlannedTable table =
        dropped("2026-01-01", "2026-01-03")
            .days("p2", "2026-01-04", "2026-01-05", Progress.EXPIRED);

    assertThat(
            plan(
                table,
                "2036-01-01",
                Map.of(),
                Set.of(LocalDate.of(2026, 1, 4), LocalDate.of(2026, 1, 5)),
                holds))
        .extracting(PlanLine::action, PlanLine::code)
        .containsExactly(
            tuple(Action.RUN, "BEYOND_WINDOW"),
            tuple(Action.WAIT, "LEGAL_HOLD"),
            tuple(Action.WAIT, "LEGAL_HOLD"),
            tuple(Action.WAIT, "LEGAL_HOLD"),
            tuple(Action.CONTINUE, "EXPIRED"));
  }

  @Test
  void aDateInThePastExpiresNothing() {
    assertThat(plan(dropped("2026-01-01", "2026-01-03"), "2026-01-04")).isEmpty();
  }

  @Test
  void aDateInTheFutureExpiresAllThatIsDropped() {
    assertThat(plan(dropped("2026-01-01", "2026-01-03"), "2036-01-01"))
        .extracting(PlanLine::code)
        .containsExactly("BEYOND_WINDOW", "BEYOND_WINDOW", "BEYOND_WINDOW");
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"DROPPED", "EXPIRED"})
  void aDayBeyondTheWindowThatIsNotDroppedIsForAPerson(Progress progress) {
    PlannedTable table =
        new PlannedTable().catchAll("rest").days("p1", "2026-01-01", "2026-01-01", progress);

    assertThat(plan(table, "2026-06-01"))
        .extracting(PlanLine::action, PlanLine::code, PlanLine::reason)
        .containsExactly(
            tuple(
                Action.ATTENTION,
                "NOT_DROPPED",
                "is beyond the identity window (90 d) but still "
                    + progress
                    + ": only dropped days expire."));
  }

  @Test
  void aQuarantinedDayIsForAPerson() {
    PlannedTable table =
        new PlannedTable().catchAll("rest").quarantined("p1", "2026-01-01", Progress.DROPPED);

    PlanLine line = plan(table, "2026-06-01").get(0);

    assertThat(line.action()).isEqualTo(Action.ATTENTION);
    assertThat(line.code()).isEqualTo("QUARANTINED");
    assertThat(line.reason()).startsWith("PROOF_FAILED");
  }

  @Test
  void lateRowsKeepTheirDayAndNoOther() {
    List<PlanLine> lines =
        plan(
            dropped("2026-01-01", "2026-01-02"),
            "2026-06-01",
            Map.of(LocalDate.of(2026, 1, 1), 4L),
            Set.of());

    assertThat(lines).extracting(PlanLine::code).containsExactly("LATE_ROWS", "BEYOND_WINDOW");
    assertThat(lines.get(0).action()).isEqualTo(Action.ATTENTION);
    assertThat(lines.get(0).reason()).isEqualTo("4 late row(s) of it wait in ctl.late_inbox.");
  }

  @Test
  void nothingExpiresWhileAPublicationIsUnfinished() {
    PlannedTable table =
        dropped("2026-01-01", "2026-01-01")
            .days("p2", "2026-05-20", "2026-05-20", Progress.PUBLISHING);

    PlanLine line = plan(table, "2026-06-01").get(0);

    assertThat(line.action()).isEqualTo(Action.WAIT);
    assertThat(line.code()).isEqualTo("PUBLISH_IN_FLIGHT");
    assertThat(line.reason()).contains("2026-05-20").contains("run archive first");
  }

  @Test
  void filesThatAnEarlierRunLeftAreRemovedAndAnExpiredDayWithoutFilesIsDone() {
    PlannedTable table =
        new PlannedTable()
            .catchAll("rest")
            .days("p1", "2026-01-01", "2026-01-02", Progress.EXPIRED);

    List<PlanLine> lines = plan(table, "2026-06-01", Map.of(), Set.of(LocalDate.of(2026, 1, 2)));

    assertThat(lines).hasSize(1);
    assertThat(lines.get(0).action()).isEqualTo(Action.CONTINUE);
    assertThat(lines.get(0).code()).isEqualTo("EXPIRED");
    assertThat(lines.get(0).firstDay()).contains(LocalDate.of(2026, 1, 2));
  }
}
