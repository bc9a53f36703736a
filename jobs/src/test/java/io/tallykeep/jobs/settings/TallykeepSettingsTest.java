package io.tallykeep.jobs.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TallykeepSettingsTest {
  private static final String PROPERTY = "tallykeep.source.username";

  @TempDir private Path folder;

  @Test
  void everyPartHasItsDefaults() {
    TallykeepSettings settings = Yaml.read(folder, "tallykeep: {}");

    assertThat(settings).isEqualTo(Yaml.read(folder, ""));
    assertThat(settings.datasets()).isEmpty();
  }

  @Test
  void everyPartCanBeSet() {
    TallykeepSettings read =
        Yaml.read(
            folder,
            """
            tallykeep:
              source: {username: jobs}
              object-store: {bucket: archive}
              window: {margin: 1d}
              copy: {page-rows: 500}
              drop: {tries: 3}
              lookup: {deadline: 3s}
              serve: {port: 9000}
              worker: {lease: 20s}
              drill: {days-per-run: 2}
              replicas: {longest-wait: 3s}
              throttle: {threads-running: 8}
              attention: {escalate-after-nights: 7}
              late: {transaction-rows: 10}
              datasets: {inbox: {table: a.b}}
            """);

    Yaml.assertEveryPartDiffers(Yaml.read(folder, ""), read);
  }

  @Test
  void aPropertyOfThisProcessWinsOverTheFile() {
    System.setProperty(PROPERTY, "from-property");
    try {
      Path file = Yaml.write(folder, "tallykeep: {source: {username: file}}");

      assertThat(SettingsLoader.load(file).source().username()).isEqualTo("from-property");
    } finally {
      System.clearProperty(PROPERTY);
    }
  }
}
