package io.tallykeep.jobs.retention.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class YouthTest {
  private static final LocalDate DAY = LocalDate.of(2026, 3, 1);

  @Test
  void aDayIsOldEverywhereTwentyEightHoursAfterItsLastYoungDate() {
    assertThat(new Youth(7).overEverywhere(DAY)).isEqualTo(LocalDateTime.of(2026, 3, 10, 4, 0));
  }

  @Test
  void noZoneSeesItYoungAfterThatWhateverZoneTheMomentIsReadIn() {
    // The last zone of the world, and the system zone that is furthest ahead of it.
    ZoneOffset last = ZoneOffset.ofHoursMinutes(-13, -59);
    LocalDateTime lastYoungMoment = DAY.plusDays(7).atTime(23, 59, 59);
    LocalDateTime asReadFurthestAhead =
        lastYoungMoment
            .atOffset(last)
            .withOffsetSameInstant(ZoneOffset.ofHours(14))
            .toLocalDateTime();

    assertThat(asReadFurthestAhead).isBefore(new Youth(7).overEverywhere(DAY));
  }
}
