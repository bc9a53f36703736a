package io.tallykeep.jobs.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.read.ReadLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.unit.DataSize;

class LookupSettingsTest {
  private static final LookupSettings OTHER =
      new LookupSettings(
          Duration.ofSeconds(3),
          8,
          Duration.ofMillis(50),
          DataSize.ofMegabytes(5),
          DataSize.ofMegabytes(6),
          DataSize.ofMegabytes(7));

  @TempDir private Path folder;

  @Test
  void defaults() {
    assertThat(Yaml.read(folder, "").lookup())
        .isEqualTo(
            new LookupSettings(
                Duration.ofSeconds(10),
                32,
                Duration.ofMillis(200),
                DataSize.ofMegabytes(64),
                DataSize.ofMegabytes(32),
                DataSize.ofBytes(0)));
    assertThat(Yaml.read(folder, "").lookup().readLimits()).isEqualTo(ReadLimits.DEFAULT);
  }

  @Test
  void everyKeyCanBeSet() {
    LookupSettings read =
        Yaml.read(
                folder,
                "tallykeep: {lookup: {deadline: 3s, read-concurrency: 8, hedge-after: 50ms,"
                    + " index-cache: 5MB, manifest-cache: 6MB, row-group-cache: 7MB}}")
            .lookup();

    assertThat(read).isEqualTo(OTHER);
    Yaml.assertEveryPartDiffers(Yaml.read(folder, "").lookup(), read);
  }

  @Test
  void everyKeyCanBeSetByTheEnvironment() {
    Map<String, Object> variables =
        Map.of(
            "TALLYKEEP_LOOKUP_DEADLINE",
            "3s",
            "TALLYKEEP_LOOKUP_READCONCURRENCY",
            "8",
            "TALLYKEEP_LOOKUP_HEDGEAFTER",
            "50ms",
            "TALLYKEEP_LOOKUP_INDEXCACHE",
            "5MB",
            "TALLYKEEP_LOOKUP_MANIFESTCACHE",
            "6MB",
            "TALLYKEEP_LOOKUP_ROWGROUPCACHE",
            "7MB");

    assertThat(Yaml.read(folder, "", variables, Map.of()).lookup()).isEqualTo(OTHER);
  }
}
