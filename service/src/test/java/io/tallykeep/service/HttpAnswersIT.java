package io.tallykeep.service;

import static io.tallykeep.service.testing.TestService.archived;
import static io.tallykeep.service.testing.TestService.online;
import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.service.testing.OpenApi;
import io.tallykeep.service.testing.TestService;
import io.tallykeep.verifier.testing.TestInbox;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Every answer over HTTP. That each is as the OpenAPI document says, the fixture checks. */
class HttpAnswersIT {
  private static TestService service;

  @BeforeAll
  static void start() {
    service = TestService.start();
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @Test
  void anArchivedEventIsADuplicateWithItsResult() {
    HttpResponse<String> response = service.ask(archived("old"));

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body())
        .contains(
            "\"answer\":\"DUPLICATE\",\"reason\":null,\"consumer\":\"billing\","
                + "\"eventId\":\"old\",\"eventDay\":\"2026-03-29\",\"where\":\"ARCHIVE\"",
            "\"result\":{\"result_code\":\"OK\",\"amount_minor\":\"1250\","
                + "\"received_at\":\"2026-03-29T02:30:00.123456\"}",
            "\"recordedHash\":\"" + hex("old") + "\",\"epoch\":100,",
            "\"dataset\":\"inbox\",\"identity\":[\"billing\",\"old\"],\"server\":\"");
  }

  @Test
  void anOnlineEventIsFoundOnline() {
    assertThat(service.ask(online("new")).body())
        .contains("\"answer\":\"DUPLICATE\"", "\"where\":\"ONLINE\"", "\"requests\":0,");
  }

  @Test
  void anEventNobodyHasSeenIsUnseenOnlineAndArchived() {
    for (String question : new String[] {archived("never"), online("never")}) {
      assertThat(service.ask(question).body())
          .contains("\"answer\":\"UNSEEN\"", "\"where\":\"NONE\"", "\"epoch\":100");
    }
  }

  @Test
  void aLiveEventIsInProgressWithItsState() {
    assertThat(service.ask(online("busy")).body())
        .contains("\"answer\":\"IN_PROGRESS\"", "\"state\":\"PROCESSING\"");
  }

  @Test
  void anotherPayloadIsAConflict() {
    String question =
        "{\"dataset\":\"inbox\",\"identity\":[\"billing\",\"old\"],\"eventDay\":\"2026-03-29\","
            + "\"payloadHash\":\"";

    assertThat(service.ask(question + hex("other") + "\"}").body())
        .contains("\"answer\":\"CONFLICT\"", "\"recordedHash\":\"" + hex("old") + "\"");
    assertThat(service.ask(question + hex("old") + "\"}").body())
        .contains("\"answer\":\"DUPLICATE\"");
  }

  @Test
  void anExpiredDayIsBeyondTheWindowAndAnUnknownOneUndecidable() {
    assertThat(service.ask(day("2026-03-28")).body()).contains("\"answer\":\"BEYOND_WINDOW\"");
    HttpResponse<String> uncovered = service.ask(day("2020-01-01"));
    assertThat(uncovered.statusCode()).isEqualTo(200);
    assertThat(uncovered.body()).contains("\"answer\":\"UNDECIDABLE\",\"reason\":\"NOT_COVERED: ");
  }

  @Test
  void withoutADayAMissIsUndecidableAndAHitIsFound() {
    assertThat(service.ask("{\"identity\":[\"billing\",\"old\"]}").body())
        .contains("\"answer\":\"DUPLICATE\"");
    assertThat(service.ask("{\"identity\":[\"billing\",\"never\"]}").body())
        .contains("\"reason\":\"EVENT_DAY_UNKNOWN: ");
  }

  @Test
  void theRequestsOwnNameComesBackWithAnswersAndProblems() {
    HttpResponse<String> answer =
        service.send(service.post(online("new")).header("X-Request-Id", "a-1"));
    HttpResponse<String> problem = service.send(service.post("x").header("X-Request-Id", "a-2"));

    assertThat(answer.headers().firstValue("X-Request-Id")).contains("a-1");
    assertThat(problem.headers().firstValue("X-Request-Id")).contains("a-2");
    assertThat(service.ask("x").headers().firstValue("X-Request-Id")).isEmpty();
  }

  @Test
  void theDocumentIsTheCommittedOneAndHeadHasNoBody() {
    assertThat(service.get("/v1/openapi.json").body()).isEqualTo(OpenApi.document());
    HttpResponse<String> head =
        service.send(service.request("/health/live").method("HEAD", BodyPublishers.noBody()));
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
  }

  @Test
  void everyPartIsUp() {
    HttpResponse<String> ready = service.get("/health/ready");

    assertThat(ready.statusCode()).isEqualTo(200);
    assertThat(ready.body())
        .isEqualTo(
            "{\"status\":\"UP\",\"online\":{\"status\":\"UP\",\"detail\":\"\"},"
                + "\"catalog\":{\"status\":\"UP\",\"detail\":\"\"},"
                + "\"objectStore\":{\"status\":\"UP\",\"detail\":\"\"}}");
    assertThat(service.get("/health/live").statusCode()).isEqualTo(200);
  }

  private static String day(String day) {
    return "{\"identity\":[\"billing\",\"old\"],\"eventDay\":\"" + day + "\"}";
  }

  private static String hex(String event) {
    return HexFormat.of().formatHex(TestInbox.hash(event));
  }
}
