package io.tallykeep.service;

import static io.tallykeep.service.testing.TestService.online;
import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.service.access.AccessTokens;
import io.tallykeep.service.testing.OpenApi;
import io.tallykeep.service.testing.TestService;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is not answered: one status and one code each, never a stack trace. */
class RefusalsIT {
  private static final String TOKEN = "0123456789abcdef-replay";
  private static TestService service;

  @BeforeAll
  static void start() {
    service =
        TestService.start(
            settings ->
                settings.tokens =
                    AccessTokens.ofHashes(Map.of("replay", AccessTokens.hashOf("replay", TOKEN))));
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0001',
      value = {
        "nonsense | 400 | MALFORMED",
        "[] | 400 | MALFORMED",
        "\"text\" | 400 | MALFORMED",
        "{} {} | 400 | MALFORMED",
        "{\"eventid\":\"a\"} | 400 | MALFORMED",
        "{\"eventId\":\"a\",\"eventId\":\"b\"} | 400 | MALFORMED",
        "{\"eventId\":7} | 400 | MALFORMED",
        "{\"identity\":\"a\"} | 400 | MALFORMED",
        "{\"identity\":[\"a\",null]} | 400 | MALFORMED",
        "{\"identity\":[[[[\"a\"]]]]} | 400 | MALFORMED",
        "{\"eventId\":\"a | 400 | MALFORMED",
        "{\"consumer\":\"a\",\"eventId\":\"\\ud800\"} | 400 | MALFORMED",
        "{} | 422 | BAD_IDENTITY",
        "{\"consumer\":\"a\"} | 422 | BAD_IDENTITY",
        "{\"identity\":[]} | 422 | BAD_IDENTITY",
        "{\"identity\":[\"a\"]} | 422 | BAD_IDENTITY",
        "{\"identity\":[\"a\",\"\"]} | 422 | BAD_IDENTITY",
        "{\"identity\":[\"a\",\"b\",\"c\"]} | 422 | BAD_IDENTITY",
        "{\"identity\":[\"a\",\"b\"],\"consumer\":\"a\"} | 422 | BAD_IDENTITY",
        "{\"dataset\":\"other\",\"identity\":[\"a\",\"b\"]} | 422 | DATASET_UNKNOWN",
        "{\"identity\":[\"a\",\"b\"],\"eventDay\":\"2026-02-30\"} | 422 | BAD_DAY",
        "{\"identity\":[\"a\",\"b\"],\"eventDay\":\"yesterday\"} | 422 | BAD_DAY",
        "{\"identity\":[\"a\",\"b\"],\"payloadHash\":\"abc\"} | 422 | BAD_HASH",
        "{\"identity\":[\"a\",\"b\"],\"eventDay\":\"2026-03-29\",\"payloadHash\":\"ab\"} | 422 | BAD_HASH",
      })
  void aBodyThatIsNoQuestionIsToldWhy(String body, int status, String code) {
    expect(service.send(authorized(service.post(body))), status, code);
  }

  @Test
  void whatIsRefusedByTheCodeIsRefusedByTheSchemaToo() {
    for (String body :
        new String[] {
          "{\"eventid\":\"a\"}",
          "{\"eventId\":7}",
          "{\"identity\":[\"\"]}",
          "{\"payloadHash\":\"abc\"}"
        }) {
      assertThat(OpenApi.errors("Question", body)).as(body).isNotEmpty();
    }
    assertThat(OpenApi.errors("Question", online("new"))).isEmpty();
  }

  @Test
  void bytesThatAreNotUtf8AreRefused() {
    byte[] latin = "{\"eventId\":\"\u00e9\"}".getBytes(StandardCharsets.ISO_8859_1);

    HttpResponse<String> response =
        service.send(authorized(service.post("").POST(BodyPublishers.ofByteArray(latin))));

    expect(response, 400, "MALFORMED");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Bearer",
        "Bearer ",
        "Bearer 0123456789abcdef-replax",
        "Basic " + TOKEN,
        TOKEN
      })
  void withoutAKnownTokenNothingIsAnswered(String authorization) {
    HttpRequest.Builder request = service.post(online("new"));
    if (!authorization.isEmpty()) {
      request.header("Authorization", authorization);
    }

    HttpResponse<String> response = service.send(request);

    expect(response, 401, "UNAUTHORIZED");
    assertThat(response.body()).doesNotContain("0123456789");
  }

  @Test
  void theTokenOpensLookupsAndMetricsAndHealthNeedsNone() {
    assertThat(service.send(authorized(service.post(online("new")))).statusCode()).isEqualTo(200);
    assertThat(service.send(authorized(service.request("/metrics"))).statusCode()).isEqualTo(200);
    expect(service.get("/metrics"), 401, "UNAUTHORIZED");
    assertThat(service.get("/health/ready").statusCode()).isEqualTo(200);
    assertThat(service.get("/v1/openapi.json").statusCode()).isEqualTo(200);
  }

  @Test
  void otherPathsMethodsAndMediaTypesAreToldApart() {
    expect(service.get("/v2/lookups"), 404, "NOT_FOUND");
    expect(service.get("/v1/lookups/"), 404, "NOT_FOUND");
    HttpResponse<String> get = service.send(authorized(service.request("/v1/lookups")));
    expect(get, 405, "METHOD_NOT_ALLOWED");
    assertThat(get.headers().firstValue("Allow")).contains("POST");
    expect(service.send(service.request("/health/live").DELETE()), 405, "METHOD_NOT_ALLOWED");
    expect(
        service.send(
            authorized(service.post(online("new")).setHeader("Content-Type", "text/plain"))),
        415,
        "UNSUPPORTED_MEDIA_TYPE");
    expect(
        service.send(
            authorized(
                service
                    .post(online("new"))
                    .setHeader("Content-Type", "application/json; charset=utf-16"))),
        415,
        "UNSUPPORTED_MEDIA_TYPE");
    expect(
        service.send(authorized(service.post(online("new")).header("Content-Encoding", "gzip"))),
        415,
        "UNSUPPORTED_MEDIA_TYPE");
    expect(
        service.send(authorized(service.post(online("new")).header("Accept", "text/html"))),
        406,
        "NOT_ACCEPTABLE");
    assertThat(
            service
                .send(
                    authorized(
                        service
                            .post(online("new"))
                            .header("Accept", "text/html, application/*;q=0.5")
                            .setHeader("Content-Type", "application/json; charset=UTF-8")))
                .statusCode())
        .isEqualTo(200);
  }

  @Test
  void aNameOfTheRequestThatCouldForgeALineIsRefused() {
    expect(
        service.send(authorized(service.post(online("new")).header("X-Request-Id", "a b"))),
        400,
        "BAD_REQUEST");
  }

  private static HttpRequest.Builder authorized(HttpRequest.Builder request) {
    return request.header("Authorization", "Bearer " + TOKEN);
  }

  private static void expect(HttpResponse<String> response, int status, String code) {
    assertThat(response.body()).contains("\"code\":\"" + code + "\"");
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(response.body()).doesNotContain("Exception", "io.tallykeep", "\tat ");
  }
}
