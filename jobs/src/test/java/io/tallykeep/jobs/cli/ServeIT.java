package io.tallykeep.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tallykeep.jobs.ChildRun;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.sandbox.Sandbox;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code verifier serve} as an operator starts and stops it. */
class ServeIT {
  private static final Pattern LISTENING =
      Pattern.compile("listening on http://127\\.0\\.0\\.1:([0-9]+), without tokens");
  private static final int DAYS = 5;

  @TempDir private static Path folder;
  private static TestInbox inbox;

  @BeforeAll
  static void createInbox() throws Exception {
    inbox = TestInbox.create(Sandbox.shared(), folder, DAYS);
    inbox.fill(inbox.day(1), 2);
    assertThat(inbox.adopt(DAYS).exitCode()).isZero();
  }

  @Test
  void itListensAnswersAndEndsCleanlyWhenItIsTold() throws Exception {
    ChildRun child = ChildRun.start(inbox, "verifier", "serve", "--port", "0");
    try {
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> LISTENING.matcher(child.output()).find() || !child.isAlive());
      Matcher listening = LISTENING.matcher(child.output());
      assertThat(listening.find()).as(child.output()).isTrue();

      HttpResponse<String> answer =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(
                          URI.create("http://127.0.0.1:" + listening.group(1) + "/v1/lookups"))
                      .header("Content-Type", "application/json")
                      .POST(
                          BodyPublishers.ofString(
                              "{\"consumer\":\"%s\",\"eventId\":\"%s\",\"eventDay\":\"%s\"}"
                                  .formatted(
                                      TestInbox.CONSUMER,
                                      TestInbox.event(inbox.day(1), 1),
                                      inbox.day(1))))
                      .build(),
                  BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      assertThat(answer.body()).contains("\"where\":\"ONLINE\"");

      child.terminate();
      assertThat(child.waitForEnd()).as(child.output()).isZero();
      assertThat(child.output())
          .contains("everything that was asked is answered", "\"remoteAddress\":\"127.0.0.1\"")
          .doesNotContain("\tat ");
    } finally {
      child.kill();
    }
  }

  @Test
  void anotherHostWithoutATokenAndATakenPortAreBadUsage() throws Exception {
    Outcome open = inbox.run("verifier", "serve", "--host", "0.0.0.0", "--port", "0");
    assertThat(open.exitCode()).isEqualTo(64);
    assertThat(open.err()).contains("no token is configured").doesNotContain("\tat ");
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = String.valueOf(taken.getLocalPort());
      Outcome second = inbox.run("verifier", "serve", "--port", port);
      assertThat(second.exitCode()).isEqualTo(64);
      assertThat(second.err())
          .contains("can't listen on 127.0.0.1 port " + port)
          .doesNotContain("\tat ");
    }
  }
}
