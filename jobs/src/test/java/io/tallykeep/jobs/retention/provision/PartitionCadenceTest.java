package io.tallykeep.jobs.retention.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.jobs.retention.testing.PlannedTable;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartitionCadenceTest {
  @ParameterizedTest
  @CsvSource({
    "2026-03-01, 2026-03-02, DAILY",
    "2026-02-28, 2026-03-01, DAILY",
    "2028-02-28, 2028-02-29, DAILY",
    "2026-12-31, 2027-01-01, DAILY",
    "2026-03-02, 2026-03-09, WEEKLY",
    "2026-12-28, 2027-01-04, WEEKLY",
    "2028-02-24, 2028-03-02, WEEKLY",
    "2026-01-01, 2026-02-01, MONTHLY",
    "2026-02-01, 2026-03-01, MONTHLY",
    "2028-02-01, 2028-03-01, MONTHLY",
    "2026-12-01, 2027-01-01, MONTHLY"
  })
  void theLastTwoBoundsTell(String before, String last, PartitionCadence cadence) {
    PlannedTable table =
        new PlannedTable()
            .partition("old", "2020-01-01")
            .partition("a", before)
            .partition("b", last);

    assertThat(PartitionCadence.of(table.partitions())).contains(cadence);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-03-01, 2026-03-03",
    "2026-01-01, 2026-04-01",
    "2026-01-15, 2026-02-15",
    "2026-02-01, 2026-03-02",
    "2026-01-01, 2027-01-01"
  })
  void otherWidthsAreUnclear(String before, String last) {
    PlannedTable table = new PlannedTable().partition("a", before).partition("b", last);

    assertThat(PartitionCadence.of(table.partitions())).isEmpty();
  }

  @Test
  void aTableWithFewerThanTwoBoundsIsTakenAsDaily() {
    assertThat(PartitionCadence.of(List.of())).contains(PartitionCadence.DAILY);
    assertThat(PartitionCadence.of(new PlannedTable().partition("a", "2026-03-01").partitions()))
        .contains(PartitionCadence.DAILY);
  }

  @ParameterizedTest
  @CsvSource({
    "DAILY, 2026-02-28, 2026-03-01, p20260228",
    "DAILY, 2028-02-28, 2028-02-29, p20280228",
    "DAILY, 2028-02-29, 2028-03-01, p20280229",
    "WEEKLY, 2026-12-28, 2027-01-04, p20261228",
    "MONTHLY, 2026-12-01, 2027-01-01, p202612",
    "MONTHLY, 2028-02-01, 2028-03-01, p202802"
  })
  void aPartitionEndsWhereTheNextBegins(
      PartitionCadence cadence, LocalDate first, LocalDate end, String name) {
    assertThat(cadence.endOf(first)).isEqualTo(end);
    assertThat(cadence.nameOf(first)).isEqualTo(name);
  }
}
