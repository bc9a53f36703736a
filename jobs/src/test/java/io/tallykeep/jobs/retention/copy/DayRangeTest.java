package io.tallykeep.jobs.retention.copy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DayRangeTest {
  private static final LocalDate FIRST = LocalDate.of(2028, 2, 1);

  private static List<LocalDate> days(int count) {
    return FIRST.datesUntil(FIRST.plusDays(count)).toList();
  }

  private static DayRange range(String from, String until) {
    return new DayRange(
        Optional.of(from).filter(day -> !day.isEmpty()).map(LocalDate::parse),
        Optional.of(until).filter(day -> !day.isEmpty()).map(LocalDate::parse));
  }

  @Test
  void daysThatFitAreOneRunWithoutEnds() {
    assertThat(DayRange.runsOf(days(29), 29)).containsExactly(DayRange.ALL);
    assertThat(DayRange.runsOf(days(1), 1)).containsExactly(DayRange.ALL);
    assertThat(DayRange.runsOf(List.of(), 4)).containsExactly(DayRange.ALL);
  }

  @Test
  void theFirstAndTheLastRunAreOpenSoThatNoRowIsInNone() {
    List<LocalDate> shuffled = new ArrayList<>(days(29));
    Collections.shuffle(shuffled, new Random(1));

    assertThat(DayRange.runsOf(shuffled, 10))
        .containsExactly(
            range("", "2028-02-11"), range("2028-02-11", "2028-02-21"), range("2028-02-21", ""));
  }

  @Test
  void boundsAllowAsManyFilesAsHaveAShareThatMeansSomething() {
    CopyBounds month = new CopyBounds(10_000, 96L << 20, 512L << 20);
    CopyBounds least = new CopyBounds(10_000, 8L << 20, 512L << 20);

    assertThat(month.daysAtOnce()).isEqualTo(48);
    assertThat(month.shareBytes(31)).isEqualTo((96L << 20) / 31);
    assertThat(least.daysAtOnce()).isEqualTo(4);
    assertThat(least.shareBytes(4)).isEqualTo(2L << 20);
    assertThat(new CopyBounds(10_000, 1, 1).daysAtOnce()).isEqualTo(1);
  }
}
