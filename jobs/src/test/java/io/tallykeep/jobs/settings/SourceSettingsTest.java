package io.tallykeep.jobs.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceSettingsTest {
  private static final SourceSettings OTHER =
      new SourceSettings("jdbc:mysql://db:3307/", "jobs", "secret", "control");

  @TempDir private Path folder;

  @Test
  void defaults() {
    assertThat(Yaml.read(folder, "").source())
        .isEqualTo(new SourceSettings("", "", "", "tallykeep"));
  }

  @Test
  void everyKeyCanBeSet() {
    SourceSettings read =
        Yaml.read(
                folder,
                """
                tallykeep:
                  source:
                    url: jdbc:mysql://db:3307/
                    username: jobs
                    password: secret
                    control-schema: control
                """)
            .source();

    assertThat(read).isEqualTo(OTHER);
    Yaml.assertEveryPartDiffers(Yaml.read(folder, "").source(), read);
  }

  @Test
  void everyKeyCanBeSetByTheEnvironment() {
    Map<String, Object> variables =
        Map.of(
            "TALLYKEEP_SOURCE_URL", "jdbc:mysql://db:3307/",
            "TALLYKEEP_SOURCE_USERNAME", "jobs",
            "TALLYKEEP_SOURCE_PASSWORD", "secret",
            "TALLYKEEP_SOURCE_CONTROLSCHEMA", "control");

    assertThat(Yaml.read(folder, "", variables, Map.of()).source()).isEqualTo(OTHER);
  }

  @Test
  void theServerIsNamedWithoutParametersAndPasswords() {
    assertThat(new SourceSettings("jdbc:mysql://a:b@db/x?c=d", "", "", "").server())
        .isEqualTo("jdbc:mysql://***@db/x");
  }
}
