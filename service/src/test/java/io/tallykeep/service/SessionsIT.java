package io.tallykeep.service;

import static io.tallykeep.service.testing.TestService.online;
import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.service.testing.TestService;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Sessions that MySQL or something on the way ended, as wait_timeout does. */
class SessionsIT {
  @Test
  void areReplacedAndWhoeverHadOneIsToldUndecidable() {
    try (TestService service = TestService.start()) {
      for (int round = 0; round < 3; round++) {
        assertThat(service.ask(online("new")).body()).contains("\"answer\":\"DUPLICATE\"");
        service.mysql().cut();

        // A session used a moment ago is not asked for a sign of life.
        assertThat(service.ask(online("new")).body())
            .containsAnyOf("\"answer\":\"DUPLICATE\"", "\"answer\":\"UNDECIDABLE\"");
        Awaitility.await()
            .atMost(Duration.ofSeconds(5))
            .untilAsserted(
                () ->
                    assertThat(service.ask(online("new")).body())
                        .contains("\"answer\":\"DUPLICATE\""));
        assertThat(service.ask(online("never")).body()).contains("\"answer\":\"UNSEEN\"");
      }
    }
  }
}
