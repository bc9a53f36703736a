package io.tallykeep.jobs.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.jobs.settings.ServeSettings.Audit;
import io.tallykeep.jobs.settings.ServeSettings.Batch;
import io.tallykeep.jobs.settings.ServeSettings.IdentityForm;
import io.tallykeep.jobs.settings.ServeSettings.Token;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.unit.DataSize;

class ServeSettingsTest {
  @TempDir private Path folder;

  @Test
  void defaults() {
    assertThat(Yaml.read(folder, "").serve())
        .isEqualTo(
            new ServeSettings(
                "127.0.0.1",
                8085,
                500,
                32,
                64,
                Duration.ofMillis(500),
                DataSize.ofKilobytes(16),
                DataSize.ofKilobytes(8),
                512,
                Duration.ofSeconds(10),
                Duration.ofSeconds(30),
                Duration.ofSeconds(20),
                Duration.ofSeconds(3),
                new Batch(4, 8, 100_000, Duration.ofMinutes(15)),
                new Audit("", IdentityForm.PLAIN),
                Map.of()));
  }

  @Test
  void everyKeyCanBeSet() {
    ServeSettings read =
        Yaml.read(
                folder,
                """
                tallykeep:
                  serve:
                    host: 0.0.0.0
                    port: 9000
                    rate-limit: 10
                    in-flight: 2
                    queue: 3
                    queue-wait: 1s
                    max-lookup: 1KB
                    max-header: 2KB
                    client-connections: 5
                    request-within: 2s
                    idle: 15s
                    stop-within: 3s
                    warm-up: 1s
                    batch: {at-once: 1, parallel: 2, max-lines: 10, longest: 1m}
                    audit: {file: audit.ndjson, identity: sha256}
                    tokens:
                      replay: {sha256: "ab"}
                      ops: {file: /etc/token}
                """)
            .serve();

    assertThat(read)
        .isEqualTo(
            new ServeSettings(
                "0.0.0.0",
                9000,
                10,
                2,
                3,
                Duration.ofSeconds(1),
                DataSize.ofKilobytes(1),
                DataSize.ofKilobytes(2),
                5,
                Duration.ofSeconds(2),
                Duration.ofSeconds(15),
                Duration.ofSeconds(3),
                Duration.ofSeconds(1),
                new Batch(1, 2, 10, Duration.ofMinutes(1)),
                new Audit("audit.ndjson", IdentityForm.SHA256),
                Map.of("replay", new Token("ab", ""), "ops", new Token("", "/etc/token"))));
    ServeSettings defaults = Yaml.read(folder, "").serve();
    Yaml.assertEveryPartDiffers(defaults, read);
    Yaml.assertEveryPartDiffers(defaults.batch(), read.batch());
    Yaml.assertEveryPartDiffers(defaults.audit(), read.audit());
  }

  @Test
  void noHashIsPrinted() {
    assertThat(new Token("c0ffee", "/etc/token").toString())
        .isEqualTo("Token[sha256=***, file=/etc/token]");
  }
}
