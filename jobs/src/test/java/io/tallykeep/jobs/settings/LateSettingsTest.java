package io.tallykeep.jobs.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LateSettingsTest {
  private static final LateSettings OTHER = new LateSettings(40);

  @TempDir private Path folder;

  @Test
  void defaults() {
    assertThat(Yaml.read(folder, "").late()).isEqualTo(new LateSettings(500));
  }

  @Test
  void everyKeyCanBeSet() {
    LateSettings read = Yaml.read(folder, "tallykeep: {late: {transaction-rows: 40}}").late();

    assertThat(read).isEqualTo(OTHER);
    Yaml.assertEveryPartDiffers(Yaml.read(folder, "").late(), read);
  }

  @Test
  void everyKeyCanBeSetByTheEnvironment() {
    Map<String, Object> variables = Map.of("TALLYKEEP_LATE_TRANSACTIONROWS", "40");

    assertThat(Yaml.read(folder, "", variables, Map.of()).late()).isEqualTo(OTHER);
  }
}
