package io.tallykeep.jobs.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttentionSettingsTest {
  @TempDir private Path folder;

  @Test
  void defaults() {
    assertThat(Yaml.read(folder, "").attention()).isEqualTo(new AttentionSettings(3));
  }

  @Test
  void everyKeyCanBeSet() {
    assertThat(Yaml.read(folder, "tallykeep: {attention: {escalate-after-nights: 7}}").attention())
        .isEqualTo(new AttentionSettings(7));
  }

  @Test
  void everyKeyCanBeSetByTheEnvironment() {
    Map<String, Object> variables = Map.of("TALLYKEEP_ATTENTION_ESCALATEAFTERNIGHTS", "7");

    assertThat(Yaml.read(folder, "", variables, Map.of()).attention())
        .isEqualTo(new AttentionSettings(7));
  }
}
