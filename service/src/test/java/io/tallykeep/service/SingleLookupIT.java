package io.tallykeep.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.service.testing.TestService;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** One question, one answer. */
class SingleLookupIT {
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
  void smoke() {
    for (String path : new String[] {"/health/ready", "/health/live", "/metrics", "/nothing"}) {
      HttpResponse<String> response = service.get(path);
      System.out.println(response + " " + response.headers().map() + "\n" + response.body());
    }
    for (String body :
        new String[] {
          TestService.archived("old"),
          TestService.archived("none"),
          TestService.online("new"),
          TestService.online("busy"),
          "{}",
          "x",
          "{\"identity\":[\"a\"]}"
        }) {
      HttpResponse<String> response = service.ask(body);
      System.out.println(response + " " + response.headers().map() + "\n" + response.body());
    }
    HttpResponse<String> response =
        service.batch(TestService.archived("old") + "\n\nx\n" + TestService.online("new"));
    System.out.println(response + " " + response.headers().map() + "\n" + response.body());
    assertThat(response.statusCode()).isEqualTo(200);
  }
}
