package io.tallykeep.jobs.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplicaSettingsTest {
  private static final ReplicaSettings OTHER =
      new ReplicaSettings(
          List.of(
              new ReplicaSettings.Server("eu-2", "jdbc:mysql://db2:3306/", "watcher", "secret"),
              new ReplicaSettings.Server("eu-3", "jdbc:mysql://db3:3306/", "", "")),
          Duration.ofSeconds(20),
          Duration.ofSeconds(2));

  @TempDir private Path folder;

  @Test
  void defaults() {
    assertThat(Yaml.read(folder, "").replicas())
        .isEqualTo(new ReplicaSettings(List.of(), Duration.ofSeconds(60), Duration.ofSeconds(5)));
  }

  @Test
  void everyKeyCanBeSet() {
    ReplicaSettings read =
        Yaml.read(
                folder,
                """
                tallykeep:
                  replicas:
                    longest-wait: 20s
                    longest-read: 2s
                    servers:
                      - {name: eu-2, url: "jdbc:mysql://db2:3306/", username: watcher, password: secret}
                      - {name: eu-3, url: "jdbc:mysql://db3:3306/"}
                """)
            .replicas();

    assertThat(read).isEqualTo(OTHER);
    Yaml.assertEveryPartDiffers(Yaml.read(folder, "").replicas(), read);
  }

  @Test
  void passwordsCanComeFromTheEnvironment() {
    ReplicaSettings read =
        Yaml.read(
                folder,
                """
                tallykeep:
                  replicas:
                    servers:
                      - {name: eu-2, url: "jdbc:mysql://db2:3306/", username: watcher, password: "${REPLICA_PASSWORD}"}
                """,
                Map.of("REPLICA_PASSWORD", "secret"),
                Map.of())
            .replicas();

    assertThat(read.servers()).containsExactly(OTHER.servers().get(0));
  }

  @Test
  void anAccountIsTheSourcesUnlessGivenAndNoPasswordIsPrinted() {
    SourceSettings source = new SourceSettings("jdbc:mysql://db:3306/", "jobs", "other", "ctl");

    assertThat(OTHER.servers().get(0).orAccountOf(source)).isEqualTo(OTHER.servers().get(0));
    assertThat(OTHER.servers().get(1).orAccountOf(source))
        .isEqualTo(new ReplicaSettings.Server("eu-3", "jdbc:mysql://db3:3306/", "jobs", "other"));
    assertThat(OTHER.toString()).contains("eu-2", "watcher").doesNotContain("secret");
  }
}
