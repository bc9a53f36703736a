package io.tallykeep.statement.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProviderClockTest {
  private final ProviderClock amsterdam = new ProviderClock(ZoneId.of("Europe/Amsterdam"));

  @ParameterizedTest
  @CsvSource({
    "Europe/Amsterdam,CEST,CET",
    "Europe/London,BST,GMT",
    "America/Los_Angeles,PDT,PST",
    "America/New_York,EDT,EST",
    "Australia/Sydney,AEST,AEDT",
    "Asia/Singapore,SGT,SGT",
    "Asia/Tokyo,JST,JST",
    "UTC,UTC,UTC",
  })
  void shortNamesAreThoseOfTheZoneAtThatTime(String zone, String july, String january) {
    ProviderClock clock = new ProviderClock(ZoneId.of(zone));
    LocalDateTime summer = LocalDateTime.of(2026, 7, 1, 12, 0);
    LocalDateTime winter = LocalDateTime.of(2026, 1, 1, 12, 0);
    assertThat(clock.at(summer, july).instant()).isNotNull();
    assertThat(clock.at(winter, january).instant()).isNotNull();
    if (!july.equals(january)) {
      assertThatThrownBy(() -> clock.at(summer, january)).isInstanceOf(DateTimeException.class);
    }
  }

  @Test
  void theRepeatedHourHasNoInstantUnlessItsNameSaysWhich() {
    LocalDateTime repeated = LocalDateTime.of(2026, 10, 25, 2, 30);
    assertThat(amsterdam.at(repeated, null))
        .isEqualTo(new ProviderTime(LocalDate.of(2026, 10, 25), null));
    assertThat(amsterdam.at(repeated, "CEST").instant())
        .isEqualTo(Instant.parse("2026-10-25T00:30:00Z"));
    assertThat(amsterdam.at(repeated, "CET").instant())
        .isEqualTo(Instant.parse("2026-10-25T01:30:00Z"));
    assertThat(amsterdam.at(repeated, "+0200").instant())
        .isEqualTo(Instant.parse("2026-10-25T00:30:00Z"));
  }

  @Test
  void theHourThatIsLeftOutIsRefused() {
    assertThatThrownBy(() -> amsterdam.at(LocalDateTime.of(2026, 3, 29, 2, 30), null))
        .hasMessage("2026-03-29T02:30 does not exist in Europe/Amsterdam");
  }

  @Test
  void anotherZonesNameIsRefused() {
    assertThatThrownBy(() -> amsterdam.at(LocalDateTime.of(2026, 7, 1, 0, 0), "PDT"))
        .hasMessageContaining("\"PDT\" is not Europe/Amsterdam");
    assertThatThrownBy(() -> amsterdam.at(LocalDateTime.of(2026, 7, 1, 0, 0), "UTC"))
        .isInstanceOf(DateTimeException.class);
  }

  @Test
  void aMomentsDateIsTheProvidersNotTheMachines() {
    assertThat(amsterdam.at(OffsetDateTime.parse("2026-01-04T23:00:00Z")).date())
        .isEqualTo(LocalDate.of(2026, 1, 5));
    assertThat(
            new ProviderClock(ZoneId.of("Asia/Tokyo"))
                .at(Instant.parse("2026-01-04T23:00:00Z"))
                .date())
        .isEqualTo(LocalDate.of(2026, 1, 5));
  }
}
