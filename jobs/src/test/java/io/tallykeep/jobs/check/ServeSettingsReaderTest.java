package io.tallykeep.jobs.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tallykeep.jobs.settings.ServeSettings;
import io.tallykeep.jobs.settings.ServeSettings.Audit;
import io.tallykeep.jobs.settings.ServeSettings.Batch;
import io.tallykeep.jobs.settings.ServeSettings.IdentityForm;
import io.tallykeep.jobs.settings.ServeSettings.Token;
import io.tallykeep.service.settings.AuditSettings;
import io.tallykeep.service.settings.BatchLimits;
import io.tallykeep.service.settings.ClientLimits;
import io.tallykeep.service.settings.ListenAddress;
import io.tallykeep.service.settings.ServiceSettings;
import io.tallykeep.service.settings.TrafficLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.unit.DataSize;

class ServeSettingsReaderTest {
  private static final Duration DEADLINE = Duration.ofSeconds(5);
  private static final String HASH = "ab".repeat(32);

  @TempDir private Path folder;

  @Test
  void everyKeyBecomesItsSetting() {
    ServiceSettings read =
        ServeSettingsReader.read(serve(Map.of("replay", new Token(HASH, ""))), DEADLINE);

    assertThat(read.address()).isEqualTo(new ListenAddress("0.0.0.0", 9000));
    assertThat(read.traffic()).isEqualTo(new TrafficLimits(2, 3, Duration.ofSeconds(1), 10));
    assertThat(read.batches()).isEqualTo(new BatchLimits(1, 4, 11, Duration.ofMinutes(1)));
    assertThat(read.clients())
        .isEqualTo(
            new ClientLimits(5, 1_024, 2_048, Duration.ofSeconds(2), Duration.ofSeconds(15)));
    assertThat(read.stopWithin()).isEqualTo(Duration.ofSeconds(3));
    assertThat(read.warmUp()).isEqualTo(Duration.ofSeconds(4));
    assertThat(read.audit())
        .isEqualTo(
            new AuditSettings(
                Optional.of(Path.of("audit.ndjson")), AuditSettings.IdentityForm.SHA256));
    assertThat(read.tokens().toString()).isEqualTo("AccessTokens[replay=***]");
  }

  @Test
  void aTokenMayStandInAFile() throws IOException {
    Path file = Files.writeString(folder.resolve("token"), "0123456789abcdef\n");

    ServiceSettings read =
        ServeSettingsReader.read(serve(Map.of("ops", new Token("", file.toString()))), DEADLINE);

    assertThat(read.tokens().nameOf("Bearer 0123456789abcdef")).contains("ops");
  }

  @Test
  void whatIsWrongWithATokenIsToldWithoutTheToken() throws IOException {
    Path shortToken = Files.writeString(folder.resolve("short"), "secret");
    expect(new Token("", shortToken.toString()), "token ops must have 16 characters", "secret");
    expect(new Token("", folder.resolve("none").toString()), "can't be read", "secret");
    expect(new Token("", folder.toString()), "tokens.ops.file", "secret");
    expect(new Token("c0ffee", ""), "sha256 is not 64", "c0ffee");
    expect(new Token("", ""), "tokens.ops: give either sha256 or file", "secret");
    expect(new Token(HASH, "/etc/token"), "tokens.ops: give either sha256 or file", HASH);
  }

  @Test
  void aConnectionMustOutliveALookup() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ServeSettingsReader.read(serve(Map.of()), Duration.ofSeconds(13)))
        .withMessageContaining("idle is PT15S")
        .withMessageContaining("PT16S");
  }

  private static void expect(Token token, String message, String secret) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ServeSettingsReader.read(serve(Map.of("ops", token)), DEADLINE))
        .withMessageContaining(message)
        .withMessageNotContaining(secret);
  }

  private static ServeSettings serve(Map<String, Token> tokens) {
    return new ServeSettings(
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
        Duration.ofSeconds(4),
        new Batch(1, 4, 11, Duration.ofMinutes(1)),
        new Audit("audit.ndjson", IdentityForm.SHA256),
        tokens);
  }
}
