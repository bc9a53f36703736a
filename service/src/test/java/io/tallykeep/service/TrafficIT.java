package io.tallykeep.service;

import static io.tallykeep.service.testing.TestService.online;
import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.service.settings.TrafficLimits;
import io.tallykeep.service.testing.OpenApi;
import io.tallykeep.service.testing.TestService;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Too much at once is refused soon, with a time to come back. */
class TrafficIT {

  @Test
  void aboveTheRateSingleLookupsAreRefusedAndBatchesWait() {
    try (TestService service =
        TestService.start(
            settings -> settings.traffic = new TrafficLimits(8, 16, Duration.ofSeconds(5), 20))) {
      List<HttpResponse<String>> responses = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        responses.add(service.ask(online("new")));
      }
      List<HttpResponse<String>> refused =
          responses.stream().filter(response -> response.statusCode() == 429).toList();

      assertThat(responses).extracting(HttpResponse::statusCode).containsOnly(200, 429);
      assertThat(refused).isNotEmpty();
      assertThat(refused.get(0).body()).contains("\"code\":\"RATE_LIMITED\"");
      assertThat(refused.get(0).headers().firstValue("Retry-After")).contains("1");
      assertThat(service.metric("tallykeep_refused_total{code=\"RATE_LIMITED\"}"))
          .isEqualTo(refused.size());

      long started = System.nanoTime();
      HttpResponse<String> batch = service.batch((online("new") + "\n").repeat(30));

      assertThat(batch.body()).contains("\"answered\":30,\"refused\":0");
      assertThat(Duration.ofNanos(System.nanoTime() - started))
          .isGreaterThan(Duration.ofMillis(600));
    }
  }

  @Test
  void whatDoesNotFitIntoWorkersAndQueueIsRefusedAtOnceAndTheRestIsAnswered() {
    try (TestService service =
        TestService.start(
            settings -> {
              settings.traffic = new TrafficLimits(2, 2, Duration.ofSeconds(10), 0);
              settings.deadline = Duration.ofSeconds(20);
            })) {
      service.ask(online("new"));
      service.mysql().delay(Duration.ofMillis(100));
      List<CompletableFuture<HttpResponse<String>>> asked = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        asked.add(service.sendLater(service.post(online("new"))));
      }
      List<HttpResponse<String>> responses = asked.stream().map(CompletableFuture::join).toList();

      responses.forEach(OpenApi::check);
      assertThat(
              responses.stream()
                  .collect(Collectors.groupingBy(HttpResponse::statusCode, Collectors.counting())))
          .containsEntry(200, 4L)
          .containsEntry(503, 8L);
      HttpResponse<String> refused =
          responses.stream().filter(response -> response.statusCode() == 503).findAny().get();
      assertThat(refused.body()).contains("\"code\":\"OVERLOADED\"");
      assertThat(refused.headers().firstValue("Retry-After")).contains("1");

      service.mysql().heal();
      assertThat(service.ask(online("new")).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void whoWaitedTooLongInTheQueueIsRefusedWithoutALookup() {
    try (TestService service =
        TestService.start(
            settings -> {
              settings.traffic = new TrafficLimits(1, 8, Duration.ofMillis(50), 0);
              settings.deadline = Duration.ofSeconds(20);
            })) {
      service.ask(online("new"));
      service.mysql().delay(Duration.ofMillis(100));
      List<CompletableFuture<HttpResponse<String>>> asked = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        asked.add(service.sendLater(service.post(online("new"))));
      }

      assertThat(asked.stream().map(response -> response.join().statusCode()).toList())
          .containsOnlyOnce(200)
          .containsOnly(200, 503);
    }
  }
}
