package io.tallykeep.service.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tallykeep.service.access.AccessTokens;
import io.tallykeep.service.testing.TestSettings;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServiceSettingsTest {

  @Test
  void otherMachinesAreNotListenedToWithoutAToken() {
    for (String host : new String[] {"0.0.0.0", "::", "10.0.0.1"}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> at(host, AccessTokens.NONE))
          .withMessageContaining("no token is configured");
      assertThat(at(host, tokens()).address().host()).isEqualTo(host);
    }
  }

  @Test
  void loopbackNeedsNoToken() {
    for (String host : new String[] {"127.0.0.1", "localhost", "::1", "127.1.2.3"}) {
      assertThat(at(host, AccessTokens.NONE).address().isLoopback()).isTrue();
    }
  }

  @Test
  void limitsAreBounded() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ListenAddress("127.0.0.1", 65_536))
        .withMessage("the port to listen on is 65536: it must be 1 to 65535.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ListenAddress(" ", 1))
        .withMessageContaining("is empty");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TrafficLimits(0, 1, Duration.ofSeconds(1), 1))
        .withMessageContaining("in-flight is 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TrafficLimits(1, 1, Duration.ZERO, 1))
        .withMessageContaining("queue-wait is PT0S");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TrafficLimits(1, 1, Duration.ofSeconds(1), -1))
        .withMessageContaining("rate-limit is -1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BatchLimits(0, 1, 1, Duration.ofMinutes(1)))
        .withMessageContaining("batch.at-once is 0");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new ClientLimits(1, 1, 8_192, Duration.ofSeconds(1), Duration.ofSeconds(1)))
        .withMessageContaining("max-lookup is 1");
  }

  @Test
  void noTokenIsPrinted() {
    assertThat(at("0.0.0.0", tokens()).toString()).contains("replay=***").doesNotContain("9f9f");
  }

  private static AccessTokens tokens() {
    return AccessTokens.ofHashes(
        Map.of("replay", AccessTokens.hashOf("replay", "0123456789abcdef")));
  }

  private static ServiceSettings at(String host, AccessTokens tokens) {
    TestSettings settings = new TestSettings();
    return new ServiceSettings(
        new ListenAddress(host, 8085),
        tokens,
        settings.traffic,
        settings.batches,
        settings.clients,
        settings.stopWithin,
        settings.warmUp,
        new AuditSettings(settings.auditFile, settings.auditIdentity));
  }
}
