package io.tallykeep.service;

import static io.tallykeep.service.testing.TestService.archived;
import static io.tallykeep.service.testing.TestService.online;
import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.service.settings.BatchLimits;
import io.tallykeep.service.testing.OpenApi;
import io.tallykeep.service.testing.RawClient;
import io.tallykeep.service.testing.TestService;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Batches: order, bad lines, endless ones, slow and dying clients. */
class BatchIT {
  private static final int MOST_LINES = 100_000;
  private static final String MALFORMED = "tallykeep_refused_total{code=\"MALFORMED\"}";
  private static TestService service;

  @BeforeAll
  static void start() {
    service =
        TestService.start(
            settings ->
                settings.batches = new BatchLimits(2, 8, MOST_LINES, Duration.ofMinutes(2)));
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @Test
  void answersComeInTheLinesOrderAndABadLineStopsNobody() {
    HttpResponse<String> response =
        service.batch(
            String.join(
                "\n",
                archived("old"),
                "nonsense",
                online("new") + "\r",
                "",
                "{\"identity\":[\"a\"]}",
                "{\"eventId\":\"" + "x".repeat(5_000) + "\"}",
                online("never")));

    List<String> lines = response.body().lines().toList();
    assertThat(lines).hasSize(8);
    assertThat(lines.get(0)).startsWith("{\"line\":1,\"answer\":\"DUPLICATE\"");
    assertThat(lines.get(1)).startsWith("{\"line\":2,\"error\":{\"code\":\"MALFORMED\"");
    assertThat(lines.get(2)).startsWith("{\"line\":3,\"answer\":\"DUPLICATE\"");
    assertThat(lines.get(3)).startsWith("{\"line\":4,\"error\":{\"code\":\"MALFORMED\"");
    assertThat(lines.get(4)).startsWith("{\"line\":5,\"error\":{\"code\":\"BAD_IDENTITY\"");
    assertThat(lines.get(5)).startsWith("{\"line\":6,\"error\":{\"code\":\"TOO_LARGE\"");
    assertThat(lines.get(6)).startsWith("{\"line\":7,\"answer\":\"UNSEEN\"");
    assertThat(lines.get(7)).isEqualTo("{\"end\":true,\"lines\":7,\"answered\":3,\"refused\":4}");
  }

  @Test
  void anEmptyBatchIsOver() {
    assertThat(service.batch("").body())
        .isEqualTo("{\"end\":true,\"lines\":0,\"answered\":0,\"refused\":0}\n");
  }

  @Test
  void aClientMayWaitForEachAnswerBeforeItsNextQuestion() throws IOException {
    try (RawClient client = new RawClient(service.port())) {
      client.startBatch();
      for (int line = 1; line <= 3; line++) {
        client.chunk(online("new") + "\n");
        OpenApi.requireValid("BatchAnswer", client.lineWith("\"line\":" + line + ","));
      }
      client.send("0\r\n\r\n");
      assertThat(client.lineWith("end")).contains("\"answered\":3");
    }
  }

  @Test
  void aReaderThatIsSlowHoldsItsBatchUpAndNothingElse() throws IOException {
    // Each is refused with some 300 bytes and costs no look-up.
    String line = "{\"" + "x".repeat(64) + "\":1}\n";
    int sent = 60_000;
    try (RawClient client = new RawClient(service.port(), 4_096)) {
      client.startBatch();
      CompletableFuture<Void> sending =
          CompletableFuture.runAsync(
              () -> {
                try {
                  for (int i = 0; i < sent / 1_000; i++) {
                    client.chunk(line.repeat(1_000));
                  }
                  client.chunk(online("new") + "\n");
                  client.send("0\r\n\r\n");
                } catch (IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              });
      // Nobody reads: what fits into the system's buffers is answered, and then no more is.
      double before = service.metric(MALFORMED);
      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .pollInterval(Duration.ofMillis(500))
          .until(TestIsStill.of(() -> service.metric(MALFORMED)));
      assertThat(service.metric(MALFORMED)).isGreaterThan(before).isLessThan(sent - 500.0);
      assertThat(service.ask(online("new")).statusCode()).isEqualTo(200);

      long lines = 0;
      String last = "";
      BufferedReader answers =
          new BufferedReader(new InputStreamReader(client.in(), StandardCharsets.UTF_8), 65_536);
      while (!last.contains("\"end\"")) {
        last = answers.readLine();
        lines += last.startsWith("{\"line\":") ? 1 : 0;
      }
      assertThat(last).contains("\"lines\":60001,\"answered\":1,\"refused\":60000");
      // A chunk's end may stand in the middle of a line.
      assertThat(lines).isGreaterThan(sent - 5_000);
      sending.join();
    }
  }

  @Test
  void aBatchThatIsTooLongIsCutAndSaysSo() {
    try (TestService small =
        TestService.start(
            settings -> settings.batches = new BatchLimits(1, 8, 3, Duration.ofMinutes(2)))) {
      List<String> lines = small.batch((online("new") + "\n").repeat(5)).body().lines().toList();

      assertThat(lines).hasSize(4);
      assertThat(lines.get(3)).startsWith("{\"line\":4,\"error\":{\"code\":\"BATCH_TOO_LONG\"");
    }
  }

  @Test
  void noMoreBatchesRunThanMay() throws IOException {
    try (RawClient first = new RawClient(service.port());
        RawClient second = new RawClient(service.port())) {
      for (RawClient client : List.of(first, second)) {
        client.startBatch();
        client.chunk(online("new") + "\n");
        client.lineWith("DUPLICATE");
      }

      HttpResponse<String> third = service.batch(online("new"));

      assertThat(third.statusCode()).isEqualTo(503);
      assertThat(third.body()).contains("\"code\":\"OVERLOADED\"");
      assertThat(third.headers().firstValue("Retry-After")).contains("1");
      assertThat(service.ask(online("new")).statusCode()).isEqualTo(200);
    }
    // Both broke off, and their places are free again.
    Awaitility.await()
        .atMost(Duration.ofSeconds(5))
        .until(() -> service.metric("tallykeep_batches_running") == 0);
  }

  @Test
  void aBodyThatBreaksOffHasNoEnd() throws IOException {
    try (RawClient client = new RawClient(service.port())) {
      client.startBatch();
      client.chunk(online("new") + "\n");
      client.lineWith("DUPLICATE");
      client.send("nonsense\r\n");

      assertThat(client.rest()).doesNotContain("end").doesNotContain("\r\n0\r\n");
    }
  }

  @Test
  void halfALineAtTheEndOfABrokenBodyIsNotAsked() throws IOException {
    double before = answered();
    try (RawClient client = new RawClient(service.port())) {
      client.startBatch();
      client.chunk("{\"identity\":[\"billing\",\"new\"],\"eventDay\":\"2026-03-30\"}");
      client.out().write("5\r\n".getBytes(StandardCharsets.US_ASCII));
    }
    Awaitility.await()
        .atMost(Duration.ofSeconds(5))
        .until(() -> service.metric("tallykeep_batches_running") == 0);
    assertThat(answered()).isEqualTo(before);
  }

  private static double answered() {
    return service
        .get("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith("tallykeep_lookups_total{"))
        .mapToDouble(line -> Double.parseDouble(line.replaceFirst(".* ", "")))
        .sum();
  }
}
