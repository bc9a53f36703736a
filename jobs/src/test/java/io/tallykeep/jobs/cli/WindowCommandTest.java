package io.tallykeep.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tallykeep.jobs.CommandProbe;
import io.tallykeep.jobs.TestInbox.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WindowCommandTest {
  @TempDir private Path folder;
  private Path configuration;

  @BeforeEach
  void writeAScenario() throws IOException {
    configuration =
        Files.writeString(
            folder.resolve("tallykeep.yml"),
            """
            tallykeep:
              window:
                upstream-redelivery: {replay: 8d}
                reconciliation-period: {daily: 1d}
                downstream-confirmation: {channel: 3d}
                margin: 2d
            """);
  }

  @Test
  void theBuiltInScenarioAsksFor90Days() {
    Outcome text = CommandProbe.runAsIs("capacity", "window");
    Outcome json = CommandProbe.runAsIs("capacity", "window", "--format", "json");

    assertThat(text.exitCode()).isZero();
    assertThat(text.out()).startsWith("Identity window: 90 days");
    JsonNode document = CommandProbe.json(json);
    assertThat(document.get("identityWindowDays").isInt()).isTrue();
    assertThat(document.get("identityWindowDays").intValue()).isEqualTo(90);
    assertThat(CommandProbe.fields(document))
        .containsExactly(
            "identityWindowDays", "formula", "exact", "roundedUpBy", "binding", "parts", "margin");
  }

  @Test
  void aConfiguredScenarioAsksForItsOwn() {
    String config = configuration.toString();
    Outcome text = CommandProbe.runAsIs("capacity", "window", "--config", config);
    Outcome json =
        CommandProbe.runAsIs("capacity", "window", "--format", "JSON", "--config", config);

    assertThat(text.exitCode()).isZero();
    assertThat(text.out()).startsWith("Identity window: 10 days").contains("replay: 8 d");
    assertThat(CommandProbe.json(json).get("identityWindowDays").intValue()).isEqualTo(10);
  }

  @Test
  void aNegativeLengthIsRefused() throws IOException {
    Files.writeString(configuration, "tallykeep: {window: {margin: -1d}}");

    Outcome outcome =
        CommandProbe.runAsIs("capacity", "window", "--config", configuration.toString());

    assertThat(outcome.exitCode()).isEqualTo(64);
    assertThat(outcome.err()).contains("tallykeep.window").contains("negative length");
  }
}
