package io.tallykeep.service;

import static io.tallykeep.service.testing.TestService.archived;
import static io.tallykeep.service.testing.TestService.online;
import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.service.testing.TestService;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that is away is told apart, and look-ups are UNDECIDABLE in time: never UNSEEN. */
class FaultsIT {
  private static final Duration DEADLINE = Duration.ofSeconds(2);
  private TestService service;

  @BeforeEach
  void start() {
    service = TestService.start(settings -> settings.deadline = DEADLINE);
  }

  @AfterEach
  void stop() {
    service.close();
  }

  @Test
  void withoutMysqlOnlineAndCatalogAreDownAndLookupsUndecidable() {
    assertThat(service.ask(online("new")).body()).contains("DUPLICATE");
    service.mysql().refuse();
    service.mysql().cut();

    HttpResponse<String> answer = service.ask(online("new"));
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body())
        .contains("\"answer\":\"UNDECIDABLE\"")
        .containsAnyOf("DATABASE", "DEADLINE");
    awaitReady(503, "\"online\":{\"status\":\"DOWN\"", "\"catalog\":{\"status\":\"DOWN\"");
    assertThat(service.get("/health/ready").body()).contains("\"objectStore\":{\"status\":\"UP\"");
    assertThat(service.get("/health/live").statusCode()).isEqualTo(200);
    assertThat(service.metric("tallykeep_part_up{part=\"online\"}")).isZero();

    service.mysql().heal();
    awaitReady(200, "\"status\":\"UP\"");
    assertThat(service.ask(online("new")).body()).contains("DUPLICATE");
  }

  @Test
  void withoutTheObjectStoreThatIsDownAndArchivedLookupsAreUndecidable() {
    service.store().refuse();
    service.store().cut();
    long started = System.nanoTime();

    String answer = service.ask(archived("never")).body();

    assertThat(answer)
        .contains("\"answer\":\"UNDECIDABLE\"")
        .containsAnyOf("\"reason\":\"ARCHIVE_UNREADABLE", "\"reason\":\"DEADLINE");
    assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(DEADLINE.plusSeconds(2));
    assertThat(service.ask(online("never")).body()).contains("\"answer\":\"UNSEEN\"");
    awaitReady(503, "\"online\":{\"status\":\"UP\"", "\"objectStore\":{\"status\":\"DOWN\"");

    service.store().heal();
    awaitReady(200, "\"status\":\"UP\"");
    assertThat(service.ask(archived("never")).body()).contains("\"answer\":\"UNSEEN\"");
  }

  @Test
  void serversThatHangCostNoMoreThanTheDeadline() {
    service.ask(online("new"));
    service.mysql().delay(Duration.ofSeconds(8));
    long started = System.nanoTime();

    String answer = service.ask(online("never")).body();

    assertThat(answer).contains("\"answer\":\"UNDECIDABLE\"");
    assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(DEADLINE.plusSeconds(2));
    long readyStarted = System.nanoTime();
    assertThat(service.get("/health/ready").statusCode()).isEqualTo(503);
    assertThat(Duration.ofNanos(System.nanoTime() - readyStarted))
        .isLessThan(Duration.ofSeconds(4));
    service.mysql().cut();
  }

  private void awaitReady(int status, String... texts) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(
            () -> {
              HttpResponse<String> ready = service.get("/health/ready");
              assertThat(ready.body()).contains(texts).doesNotContain("127.0.0.1");
              assertThat(ready.statusCode()).isEqualTo(status);
            });
  }
}
