package io.tallykeep.jobs.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.jobs.settings.SettingsLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tallykeep.replicas} and {@code tallykeep.throttle}. */
class ServersSettingsCheckTest {
  @TempDir private Path folder;

  private List<String> findings(String keys) throws IOException {
    Path file = Files.writeString(folder.resolve("tallykeep.yml"), "tallykeep:\n" + keys.indent(2));
    return SettingsCheck.check(SettingsLoader.load(file)).findings().stream()
        .filter(finding -> finding.place().matches("tallykeep\\.(replicas|throttle).*"))
        .map(finding -> finding.place() + " " + finding.what())
        .toList();
  }

  @Test
  void soundSettingsHaveNoFindings() throws IOException {
    assertThat(
            findings(
                """
                replicas: {servers: [{name: eu-2, url: "jdbc:mysql://db2:3306/"}]}
                throttle: {threads-running: 0, history-length: 0}
                """))
        .isEmpty();
  }

  @Test
  void everythingWrongIsToldAtOnce() throws IOException {
    assertThat(
            findings(
                """
                replicas:
                  longest-wait: 0s
                  longest-read: 500ms
                  servers:
                    - {url: "jdbc:mysql://db2:3306/"}
                    - {name: eu-3}
                    - {name: eu-3, url: "jdbc:mysql://a,b/"}
                throttle: {threads-running: -1, history-length: -1, check-interval: 1m, longest-wait: 0s}
                """))
        .satisfiesExactly(
            what -> assertThat(what).startsWith("tallykeep.replicas.servers[0].name is missing."),
            what -> assertThat(what).startsWith("tallykeep.replicas.servers[1].url is missing."),
            what -> assertThat(what).contains("servers[2].name 'eu-3' is another replica's name"),
            what -> assertThat(what).contains("servers[2].url the JDBC URL must have the form"),
            what -> assertThat(what).startsWith("tallykeep.replicas.longest-wait is PT0S"),
            what -> assertThat(what).startsWith("tallykeep.replicas.longest-read is PT0.5S"),
            what -> assertThat(what).startsWith("tallykeep.throttle.threads-running is -1"),
            what -> assertThat(what).startsWith("tallykeep.throttle.history-length is -1"),
            what -> assertThat(what).startsWith("tallykeep.throttle.check-interval is PT1M"),
            what -> assertThat(what).startsWith("tallykeep.throttle.longest-wait is PT0S"));
  }
}
