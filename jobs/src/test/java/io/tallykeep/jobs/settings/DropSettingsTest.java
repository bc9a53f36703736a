package io.tallykeep.jobs.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DropSettingsTest {
  private static final DropSettings OTHER =
      new DropSettings(Duration.ofSeconds(1), 3, Duration.ofMillis(500), Duration.ofMinutes(5));

  @TempDir private Path folder;

  @Test
  void defaults() {
    assertThat(Yaml.read(folder, "").drop())
        .isEqualTo(
            new DropSettings(
                Duration.ofSeconds(2), 5, Duration.ofSeconds(3), Duration.ofMinutes(2)));
  }

  @Test
  void everyKeyCanBeSet() {
    DropSettings read =
        Yaml.read(
                folder,
                "tallykeep: {drop: {lock-wait: 1s, tries: 3, pause: 500ms, outcome-wait: 5m}}")
            .drop();

    assertThat(read).isEqualTo(OTHER);
    Yaml.assertEveryPartDiffers(Yaml.read(folder, "").drop(), read);
  }

  @Test
  void everyKeyCanBeSetByTheEnvironment() {
    Map<String, Object> variables =
        Map.of(
            "TALLYKEEP_DROP_LOCKWAIT", "1s",
            "TALLYKEEP_DROP_TRIES", "3",
            "TALLYKEEP_DROP_PAUSE", "500ms",
            "TALLYKEEP_DROP_OUTCOMEWAIT", "5m");

    assertThat(Yaml.read(folder, "", variables, Map.of()).drop()).isEqualTo(OTHER);
  }
}
