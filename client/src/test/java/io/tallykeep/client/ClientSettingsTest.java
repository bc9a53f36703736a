package io.tallykeep.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientSettingsTest {
  private static final ClientSettings DEFAULTS =
      ClientSettings.of(URI.create("http://127.0.0.1:8085"));

  @Test
  void theDefaults() {
    assertThat(DEFAULTS)
        .isEqualTo(
            new ClientSettings(
                URI.create("http://127.0.0.1:8085"),
                Optional.empty(),
                Duration.ofSeconds(2),
                Duration.ofSeconds(15),
                3,
                1 << 20));
  }

  @Test
  void everyValueCanBeSet() {
    assertThat(
            DEFAULTS
                .withToken("t")
                .withConnectTimeout(Duration.ofMillis(1))
                .withAnswerTimeout(Duration.ofDays(1))
                .withTries(1)
                .withMaxAnswerBytes(1024))
        .isEqualTo(
            new ClientSettings(
                URI.create("http://127.0.0.1:8085"),
                Optional.of("t"),
                Duration.ofMillis(1),
                Duration.ofDays(1),
                1,
                1024));
  }

  @Test
  void theTokenIsNotPrinted() {
    assertThat(DEFAULTS.withToken("secret-7").toString())
        .contains("token=***")
        .doesNotContain("secret");
  }

  @Test
  void aPathBeforeTheApisOwnIsKept() {
    assertThat(ClientSettings.of(URI.create("https://inside.example/verifier/")).at("/v1/lookups"))
        .hasToString("https://inside.example/verifier/v1/lookups");
    assertThat(DEFAULTS.at("/v1/lookups")).hasToString("http://127.0.0.1:8085/v1/lookups");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1:8085",
        "ftp://verifier.example",
        "/v1",
        "http:///v1",
        "http://user:word@verifier.example",
        "http://verifier.example?x=1",
        "http://verifier.example#x"
      })
  void anAddressThatIsNoneIsRefused(String service) {
    assertThatThrownBy(() -> ClientSettings.of(URI.create(service.replace("127.0.0.1:", "x:"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("service: give an address like");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", "token\n", "tökn", "a\r\nX-Other: b"})
  void aTokenThatNoHeaderCanCarryIsRefusedAndNotRepeated(String token) {
    assertThatThrownBy(() -> DEFAULTS.withToken(token))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "token: visible ASCII characters only, at least one. Look for a line end or a variable"
                + " that was not set.");
  }

  @Test
  void valuesOutOfRangeAreRefusedByName() {
    assertThatThrownBy(() -> DEFAULTS.withTries(0)).hasMessage("tries: 0 is not from 1 to 100.");
    assertThatThrownBy(() -> DEFAULTS.withMaxAnswerBytes(1))
        .hasMessage("maxAnswerBytes: 1 is not from 1 KiB to 64 MiB.");
    assertThatThrownBy(() -> DEFAULTS.withAnswerTimeout(Duration.ZERO))
        .hasMessage("answerTimeout: PT0S is not from 1 ms to 1 day.");
    assertThatThrownBy(() -> DEFAULTS.withConnectTimeout(Duration.ofDays(2)))
        .hasMessage("connectTimeout: PT48H is not from 1 ms to 1 day.");
  }
}
