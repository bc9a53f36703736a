package io.tallykeep.service;

import static io.tallykeep.service.testing.TestService.online;
import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.sandbox.Stop;
import io.tallykeep.service.testing.OpenApi;
import io.tallykeep.service.testing.RawClient;
import io.tallykeep.service.testing.TestService;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A stop answers what was asked before it, and nothing after it. */
class StopIT {

  @Test
  void whatRunsIsAnsweredAndWhatComesIsSentElsewhere() throws IOException {
    try (TestService service =
            TestService.start(settings -> settings.deadline = Duration.ofSeconds(20));
        RawClient batch = new RawClient(service.port())) {
      service.ask(online("new"));
      batch.startBatch();
      batch.chunk(online("new") + "\n");
      batch.lineWith("DUPLICATE");
      CountDownLatch goOn = new CountDownLatch(1);
      Stop held = service.mysql().stopBefore(() -> await(goOn), "MAX_EXECUTION_TIME");
      CompletableFuture<HttpResponse<String>> running =
          service.sendLater(service.post(online("new")));
      Awaitility.await().until(held::isReached);

      CompletableFuture<Boolean> stopped = CompletableFuture.supplyAsync(() -> stop(service));
      Awaitility.await().until(() -> service.get("/health/ready").body().contains("STOPPING"));
      HttpResponse<String> refused = service.ask(online("new"));
      batch.chunk(online("new") + "\n");

      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.body()).contains("\"code\":\"STOPPING\"");
      assertThat(refused.headers().firstValue("Retry-After")).contains("5");
      assertThat(batch.rest())
          .contains("{\"line\":2,\"error\":{\"code\":\"STOPPING\"")
          .doesNotContain("\"end\"");
      assertThat(stopped).isNotDone();
      goOn.countDown();
      assertThat(running.join().body()).contains("DUPLICATE");
      OpenApi.check(running.join());
      assertThat(stopped.join()).isTrue();
    }
  }

  @Test
  void whatTakesTooLongIsCutOff() {
    try (TestService service =
        TestService.start(
            settings -> {
              settings.deadline = Duration.ofSeconds(20);
              settings.stopWithin = Duration.ofMillis(300);
            })) {
      service.ask(online("new"));
      CountDownLatch goOn = new CountDownLatch(1);
      Stop held = service.mysql().stopBefore(() -> await(goOn), "MAX_EXECUTION_TIME");
      CompletableFuture<HttpResponse<String>> running =
          service.sendLater(service.post(online("new")));
      Awaitility.await().until(held::isReached);

      assertThat(stop(service)).isFalse();
      assertThat(running.handle((answer, cut) -> cut != null || answer.body().contains("UNDEC")))
          .succeedsWithin(Duration.ofSeconds(5))
          .isEqualTo(true);
      goOn.countDown();
      service.mysql().cut();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean stop(TestService service) {
    try {
      return service.service().stop();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
