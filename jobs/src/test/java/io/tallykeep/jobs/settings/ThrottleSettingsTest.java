package io.tallykeep.jobs.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThrottleSettingsTest {
  private static final ThrottleSettings OTHER =
      new ThrottleSettings(8, 20_000, Duration.ofMillis(500), Duration.ofMinutes(3));

  @TempDir private Path folder;

  @Test
  void defaults() {
    assertThat(Yaml.read(folder, "").throttle())
        .isEqualTo(
            new ThrottleSettings(100, 1_000_000, Duration.ofSeconds(1), Duration.ofMinutes(10)));
  }

  @Test
  void everyKeyCanBeSet() {
    ThrottleSettings read =
        Yaml.read(
                folder,
                "tallykeep: {throttle: {threads-running: 8, history-length: 20000,"
                    + " check-interval: 500ms, longest-wait: 3m}}")
            .throttle();

    assertThat(read).isEqualTo(OTHER);
    Yaml.assertEveryPartDiffers(Yaml.read(folder, "").throttle(), read);
  }

  @Test
  void everyKeyCanBeSetByTheEnvironment() {
    Map<String, Object> variables =
        Map.of(
            "TALLYKEEP_THROTTLE_THREADSRUNNING", "8",
            "TALLYKEEP_THROTTLE_HISTORYLENGTH", "20000",
            "TALLYKEEP_THROTTLE_CHECKINTERVAL", "500ms",
            "TALLYKEEP_THROTTLE_LONGESTWAIT", "3m");

    assertThat(Yaml.read(folder, "", variables, Map.of()).throttle()).isEqualTo(OTHER);
  }
}
