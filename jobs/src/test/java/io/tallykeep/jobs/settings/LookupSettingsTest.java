package io.tallykeep.jobs.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LookupSettingsTest {
  private static final LookupSettings OTHER = new LookupSettings(Duration.ofSeconds(3));

  @TempDir private Path folder;

  @Test
  void defaults() {
    assertThat(Yaml.read(folder, "").lookup())
        .isEqualTo(new LookupSettings(Duration.ofSeconds(10)));
  }

  @Test
  void everyKeyCanBeSet() {
    LookupSettings read = Yaml.read(folder, "tallykeep: {lookup: {deadline: 3s}}").lookup();

    assertThat(read).isEqualTo(OTHER);
    Yaml.assertEveryPartDiffers(Yaml.read(folder, "").lookup(), read);
  }

  @Test
  void everyKeyCanBeSetByTheEnvironment() {
    Map<String, Object> variables = Map.of("TALLYKEEP_LOOKUP_DEADLINE", "3s");

    assertThat(Yaml.read(folder, "", variables, Map.of()).lookup()).isEqualTo(OTHER);
  }
}
