package io.tallykeep.jobs.retention.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.jobs.retention.testing.PlannedTable;
import io.tallykeep.verifier.online.TablePartition;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartitionNamesTest {
  private static final LocalDate FIRST = LocalDate.of(2026, 3, 2);

  private static PartitionNames names(PlannedTable table, boolean wholeMonths) {
    List<TablePartition> all = table.partitions();
    return new PartitionNames(
        all, all.stream().filter(p -> p.upperExclusive().isPresent()).toList(), wholeMonths);
  }

  @ParameterizedTest
  @CsvSource({
    "p20260301, p20260302",
    "p20260302, p20260303",
    "d_2026_03_01, d_2026_03_02",
    "before_20260302, before_20260303",
    "P20260301, P20260302",
    "p202603, usual",
    "p17, usual",
    "yesterday, usual"
  })
  void dailyPartitionsAreNamedAsTheLastOneIs(String last, String next) {
    PlannedTable table =
        new PlannedTable()
            .partition("older", "2026-03-01")
            .partition(last, "2026-03-02")
            .catchAll("rest");

    assertThat(names(table, false).of(FIRST, FIRST.plusDays(1), "usual")).isEqualTo(next);
  }

  @ParameterizedTest
  @CsvSource({
    "p202602, p202603",
    "m2026_02, m2026_03",
    "lt_202603, lt_202604",
    "p20260201, p20260301",
    "p20260301, p20260401",
    "february, usual"
  })
  void monthlyPartitionsAreNamedAsTheLastOneIs(String last, String next) {
    PlannedTable table =
        new PlannedTable().partition("older", "2026-02-01").partition(last, "2026-03-01");

    assertThat(names(table, true).of(LocalDate.of(2026, 3, 1), LocalDate.of(2026, 4, 1), "usual"))
        .isEqualTo(next);
  }

  @Test
  void aNameThatIsTakenGetsANumber() {
    PlannedTable table =
        new PlannedTable()
            .partition("P20260302", "2026-02-01")
            .partition("p20260302_2", "2026-03-01")
            .partition("odd", "2026-03-02");

    assertThat(names(table, false).of(FIRST, FIRST.plusDays(1), "p20260302"))
        .isEqualTo("p20260302_3");
  }

  @Test
  void aTableWithoutBoundsHasTheUsualNames() {
    assertThat(names(new PlannedTable().catchAll("rest"), false).of(FIRST, FIRST, "usual"))
        .isEqualTo("usual");
  }
}
