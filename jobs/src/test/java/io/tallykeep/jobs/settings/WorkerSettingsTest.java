package io.tallykeep.jobs.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerSettingsTest {
  @TempDir private Path folder;

  @Test
  void defaults() {
    assertThat(Yaml.read(folder, "").worker())
        .isEqualTo(new WorkerSettings(Duration.ofSeconds(60)));
  }

  @Test
  void everyKeyCanBeSet() {
    WorkerSettings read = Yaml.read(folder, "tallykeep: {worker: {lease: 20s}}").worker();

    assertThat(read).isEqualTo(new WorkerSettings(Duration.ofSeconds(20)));
    Yaml.assertEveryPartDiffers(Yaml.read(folder, "").worker(), read);
  }

  @Test
  void everyKeyCanBeSetByTheEnvironment() {
    Map<String, Object> variables = Map.of("TALLYKEEP_WORKER_LEASE", "20s");

    assertThat(Yaml.read(folder, "", variables, Map.of()).worker())
        .isEqualTo(new WorkerSettings(Duration.ofSeconds(20)));
  }

  @Test
  void aSilentSessionEndsBeforeItsLeaseAndAfterSeveralBeats() {
    for (int seconds : new int[] {4, 5, 60, 3_600}) {
      WorkerSettings worker = new WorkerSettings(Duration.ofSeconds(seconds));

      assertThat(worker.silence()).isLessThan(worker.lease());
      assertThat(worker.beat().multipliedBy(2)).isLessThan(worker.silence());
    }
  }
}
