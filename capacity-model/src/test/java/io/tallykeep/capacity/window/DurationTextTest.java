package io.tallykeep.capacity.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationTextTest {
  @ParameterizedTest
  @CsvSource({
    "PT0S, 0 d",
    "PT720H, 30 d",
    "PT697H, 29 d 1 h",
    "PT5M30S, 5 min 30 s",
    "PT0.25S, 250 ms",
    "PT25H1M1.002000003S, 1 d 1 h 1 min 1 s 2 ms 3 ns"
  })
  void aDurationIsWrittenExactlyWithItsUnits(Duration duration, String text) {
    assertThat(DurationText.of(duration)).isEqualTo(text);
  }
}
