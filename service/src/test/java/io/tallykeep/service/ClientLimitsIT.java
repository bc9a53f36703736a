package io.tallykeep.service;

import static io.tallykeep.service.testing.TestService.online;
import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.service.settings.ClientLimits;
import io.tallykeep.service.testing.OpenApi;
import io.tallykeep.service.testing.RawClient;
import io.tallykeep.service.testing.TestService;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a client may send, how long it may take, and that all of it is given back. */
class ClientLimitsIT {
  private static final int CONNECTIONS = 12;
  private static final String HEAD = "POST /v1/lookups HTTP/1.1\r\nHost: a\r\n";
  private static final String JSON = "Content-Type: application/json\r\n";
  private static TestService service;

  @BeforeAll
  static void start() {
    service =
        TestService.start(
            settings -> {
              settings.clients =
                  new ClientLimits(
                      CONNECTIONS, 1_000, 2_000, Duration.ofSeconds(1), Duration.ofSeconds(2));
              settings.deadline = Duration.ofSeconds(1);
            });
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @Test
  void aBodyIsTooLargeWithItsLengthToldAndWithout() {
    String large = "{\"eventId\":\"" + "x".repeat(1_000) + "\"}";

    expect(service.ask(large), 413, "TOO_LARGE");
    HttpResponse<String> chunked =
        service.send(
            service
                .post("")
                .POST(
                    BodyPublishers.ofInputStream(
                        () -> new ByteArrayInputStream(large.getBytes(StandardCharsets.UTF_8)))));
    expect(chunked, 413, "TOO_LARGE");
    assertThat(service.ask(online("new")).statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET /%s HTTP/1.1~Host: a~~ | 414 | URI_TOO_LONG",
        "GET /health/live HTTP/1.1~Host: a~X-Long: %s~~ | 431 | HEADER_TOO_LARGE",
        "NONSENSE~~ | 400 | BAD_REQUEST",
        "GET /health/live HTTP/1.1~Host: a~Host: b~~ | 400 | BAD_REQUEST",
        "GET /health/live HTTP/1.1~~ | 400 | BAD_REQUEST",
        "GET /health/%%2e%%2e/live HTTP/1.1~Host: a~~ | 400 | BAD_REQUEST",
        "GET /health/live HTTP/9.9~Host: a~~ | 400 | BAD_REQUEST",
        "POST /v1/lookups HTTP/1.1~Host: a~Content-Length: -1~~ | 400 | BAD_REQUEST",
        "POST /v1/lookups HTTP/1.1~Host: a~Content-Length: 2~Transfer-Encoding: chunked~~ | 400 | BAD_REQUEST",
        "POST /v1/lookups HTTP/1.1~Host: a~Content-Type: application/json~Transfer-Encoding: chunked~~zz~ | 400 | BAD_REQUEST",
      })
  void whatIsNotHttpIsRefusedAsAProblem(String request, int status, String code)
      throws IOException {
    try (RawClient client = new RawClient(service.port())) {
      client.send(request.formatted("x".repeat(3_000)).replace("~", "\r\n"));

      String answer = client.rest();

      assertThat(answer).startsWith("HTTP/1.1 " + status + " ");
      assertThat(answer).contains("application/problem+json", "\"code\":\"" + code + "\"");
      assertThat(answer).doesNotContainIgnoringCase("jetty").doesNotContain("Exception");
      OpenApi.requireValid("Problem", answer.substring(answer.indexOf("\r\n\r\n") + 4));
    }
  }

  @Test
  void aBodyThatComesTooSlowlyEndsWithoutHoldingAnybodyUp() throws IOException {
    try (RawClient slow = new RawClient(service.port())) {
      slow.send(HEAD + JSON + "Content-Length: 100\r\n\r\n{");

      assertThat(service.ask(online("new")).statusCode()).isEqualTo(200);
      String answer = slow.rest();

      assertThat(answer).startsWith("HTTP/1.1 408 ").contains("\"code\":\"REQUEST_TIMEOUT\"");
    }
  }

  @Test
  void headersThatNeverEndAndConnectionsThatDoNothingAreClosed() throws IOException {
    List<RawClient> clients = new ArrayList<>();
    try {
      for (int i = 0; i < CONNECTIONS + 3; i++) {
        clients.add(new RawClient(service.port()));
      }
      RawClient dripping = clients.get(0);
      dripping.send(HEAD);
      long started = System.nanoTime();
      Awaitility.await()
          .atMost(Duration.ofSeconds(6))
          .pollInterval(Duration.ofMillis(200))
          .until(() -> isClosedAfterOneMoreByte(dripping));
      assertThat(Duration.ofNanos(System.nanoTime() - started))
          .isGreaterThan(Duration.ofSeconds(1));
      // The connections that waited to be accepted get their turn.
      assertThat(service.ask(online("new")).statusCode()).isEqualTo(200);
    } finally {
      for (RawClient client : clients) {
        client.close();
      }
    }
    Awaitility.await()
        .atMost(Duration.ofSeconds(5))
        .until(() -> service.metric("tallykeep_client_connections") <= 2);
  }

  private static boolean isClosedAfterOneMoreByte(RawClient client) {
    try {
      client.send("a");
      return client.in().available() > 0 && client.in().read() < 0;
    } catch (IOException closed) {
      return true;
    }
  }

  private static void expect(HttpResponse<String> response, int status, String code) {
    assertThat(response.body()).contains("\"code\":\"" + code + "\"");
    assertThat(response.statusCode()).isEqualTo(status);
  }
}
