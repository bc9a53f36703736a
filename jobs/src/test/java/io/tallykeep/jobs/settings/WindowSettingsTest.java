package io.tallykeep.jobs.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WindowSettingsTest {
  private static final WindowSettings OTHER =
      new WindowSettings(
          Map.of("stream", Duration.ofDays(7)),
          Map.of("daily", Duration.ofDays(1)),
          Map.of("channel", Duration.ofDays(3)),
          Duration.ofDays(61),
          Duration.ofHours(36));

  @TempDir private Path folder;

  @Test
  void defaults() {
    assertThat(Yaml.read(folder, "").window())
        .isEqualTo(new WindowSettings(Map.of(), Map.of(), Map.of(), null, null));
  }

  @Test
  void everyKeyCanBeSet() {
    WindowSettings read =
        Yaml.read(
                folder,
                """
                tallykeep:
                  window:
                    upstream-redelivery: {stream: 7d}
                    reconciliation-period: {daily: P1D}
                    downstream-confirmation: {channel: 72h}
                    margin: 61d
                    direct-redelivery: 36h
                """)
            .window();

    assertThat(read).isEqualTo(OTHER);
    Yaml.assertEveryPartDiffers(Yaml.read(folder, "").window(), read);
  }

  @Test
  void everyKeyCanBeSetByTheEnvironment() {
    Map<String, Object> variables =
        Map.of(
            "TALLYKEEP_WINDOW_UPSTREAMREDELIVERY_STREAM", "7d",
            "TALLYKEEP_WINDOW_RECONCILIATIONPERIOD_DAILY", "1d",
            "TALLYKEEP_WINDOW_DOWNSTREAMCONFIRMATION_CHANNEL", "3d",
            "TALLYKEEP_WINDOW_MARGIN", "61d",
            "TALLYKEEP_WINDOW_DIRECT_REDELIVERY", "36h");

    assertThat(Yaml.read(folder, "", variables, Map.of()).window()).isEqualTo(OTHER);
  }
}
