package io.tallykeep.jobs.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DrillSettingsTest {
  private static final DrillSettings OTHER = new DrillSettings(3, Duration.ofDays(2));

  @TempDir private Path folder;

  @Test
  void defaults() {
    assertThat(Yaml.read(folder, "").drill()).isEqualTo(new DrillSettings(1, Duration.ofDays(7)));
  }

  @Test
  void everyKeyCanBeSet() {
    DrillSettings read =
        Yaml.read(folder, "tallykeep: {drill: {days-per-run: 3, overdue-after: 2d}}").drill();

    assertThat(read).isEqualTo(OTHER);
    Yaml.assertEveryPartDiffers(Yaml.read(folder, "").drill(), read);
  }

  @Test
  void everyKeyCanBeSetByTheEnvironment() {
    Map<String, Object> variables =
        Map.of("TALLYKEEP_DRILL_DAYSPERRUN", "3", "TALLYKEEP_DRILL_OVERDUEAFTER", "2d");

    assertThat(Yaml.read(folder, "", variables, Map.of()).drill()).isEqualTo(OTHER);
  }
}
