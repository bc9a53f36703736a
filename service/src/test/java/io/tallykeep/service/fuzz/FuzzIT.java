package io.tallykeep.service.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tallykeep.service.fuzz.Requests.Attack;
import io.tallykeep.service.fuzz.Requests.Expected;
import io.tallykeep.service.refusal.RefusalCode;
import io.tallykeep.service.settings.BatchLimits;
import io.tallykeep.service.settings.TrafficLimits;
import io.tallykeep.service.testing.TestService;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * Requests of every wrong kind, from several sides at once: each is answered with 4xx (2xx where it
 * is right after all), never with 5xx nor with anything of the code, and the service is well
 * afterwards. {@code -Dtallykeep.seed} plays one run again.
 */
class FuzzIT {
  private static final int SIDES = 4;
  private static final int ROUNDS = Boolean.getBoolean("tallykeep.soak") ? 50_000 : 750;
  private static final int REPLY_MILLIS = 20_000;

  /** To the beginning of HTTP/2, in which no body would be understood. */
  private static final int UPGRADE_REQUIRED = 426;

  private static final Pattern CODE =
      Pattern.compile(
          "Exception|Error:|\\tat |\\bat [a-z]+\\.|java\\.|io\\.tallykeep|jetty|mysql|jdbc",
          Pattern.CASE_INSENSITIVE);
  private static final JsonFactory JSON = new JsonFactory();

  /** By the attack's kind, so that one fault does not hide the others. */
  private final Map<String, String> failures = new ConcurrentHashMap<>();

  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  private final TestService service =
      TestService.start(
          settings -> {
            settings.traffic = new TrafficLimits(8, 64, Duration.ofSeconds(10), 0);
            settings.batches = new BatchLimits(16, 8, 100_000, Duration.ofMinutes(2));
          });

  @BeforeEach
  void listenToTheLog() {
    log.start();
    root.addAppender(log);
  }

  @AfterEach
  void stop() {
    root.detachAppender(log);
    service.close();
  }

  @Test
  void everyRequestIsAnsweredByItsOwnFaultAndTheServiceStaysWell() throws Exception {
    long seed = Long.getLong("tallykeep.seed", System.nanoTime());
    System.out.println("FuzzIT: seed " + seed + ", " + SIDES + " x " + ROUNDS + " requests");
    Map<Integer, Long> statuses = new TreeMap<>();
    ExecutorService threads = Executors.newFixedThreadPool(SIDES);
    try {
      List<Future<Map<Integer, Long>>> sides = new ArrayList<>();
      for (int side = 0; side < SIDES; side++) {
        long own = seed + side;
        sides.add(threads.submit(() -> side(own)));
      }
      for (Future<Map<Integer, Long>> side : sides) {
        statuses(side).forEach((status, count) -> statuses.merge(status, count, Long::sum));
      }
    } finally {
      threads.shutdownNow();
    }
    System.out.println("FuzzIT: replies by status " + statuses);
    assertThat(failures.values()).isEmpty();
    assertThat(statuses.keySet()).contains(200, 400, 404, 405, 415, 422);
    serviceIsWell();
  }

  private static Map<Integer, Long> statuses(Future<Map<Integer, Long>> side)
      throws InterruptedException {
    try {
      return side.get();
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    }
  }

  private void serviceIsWell() {
    assertThat(log.list)
        .filteredOn(FuzzIT::isAlarm)
        .extracting(ILoggingEvent::getFormattedMessage)
        .isEmpty();
    assertThat(service.ask(TestService.archived("old")).body()).contains("\"DUPLICATE\"");
    assertThat(service.ask(TestService.online("never")).body()).contains("\"UNSEEN\"");
    assertThat(service.get("/health/ready").statusCode()).isEqualTo(200);
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () -> {
              assertThat(service.metric("tallykeep_client_connections")).isLessThanOrEqualTo(2);
              assertThat(service.metric("tallykeep_batches_running")).isZero();
            });
  }

  /** An error, a stack trace, or a warning of ours; Jetty warns of a CONNECT's odd authority. */
  private static boolean isAlarm(ILoggingEvent event) {
    return event.getLevel().isGreaterOrEqual(Level.ERROR)
        || event.getThrowableProxy() != null && event.getLevel().isGreaterOrEqual(Level.WARN)
        || event.getLoggerName().startsWith("io.tallykeep")
            && event.getLevel().isGreaterOrEqual(Level.WARN);
  }

  /** One side's requests, one connection each; returns the replies by status. */
  private Map<Integer, Long> side(long seed) throws IOException {
    Requests requests = new Requests(new Bytes(new Random(seed)));
    Map<Integer, Long> statuses = new HashMap<>();
    for (int round = 0; round < ROUNDS; round++) {
      Attack attack = requests.next();
      byte[] came = exchange(attack.sent());
      String where =
          "seed "
              + seed
              + ", round "
              + round
              + ", "
              + attack.what()
              + ": "
              + Requests.printed(attack.sent(), 600);
      try {
        for (Reply reply : check(attack, came)) {
          statuses.merge(reply.status(), 1L, Long::sum);
        }
      } catch (AssertionError e) {
        failures.putIfAbsent(
            attack.what(),
            where + "\ncame: " + Requests.printed(came, 20_000) + "\n" + e.getMessage());
      }
    }
    return statuses;
  }

  private static List<Reply> check(Attack attack, byte[] came) throws IOException {
    List<Reply> replies = Reply.all(came, attack.expected() == Expected.HEADS);
    if (attack.expected() != Expected.PERHAPS_NONE) {
      assertThat(replies).isNotEmpty();
    }
    for (Reply reply : replies) {
      boolean overloaded = reply.status() == 503 && reply.body().contains("\"OVERLOADED\"");
      assertThat(reply.status() / 100 == 2 || reply.status() / 100 == 4 || overloaded)
          .as("status %s", reply.status())
          .isTrue();
      assertThat(reply.head()).doesNotContainPattern(CODE);
      boolean refused = reply.status() != 200 && reply.status() != UPGRADE_REQUIRED;
      if (refused && attack.expected() != Expected.HEADS) {
        assertThat(reply.header("Content-Type"))
            .as(reply.toString())
            .isEqualTo("application/problem+json");
        assertThat(reply.whole()).isTrue();
        assertThat(fields(reply.body())).contains("code", "detail", "status");
        assertThat(RefusalCode.values())
            .anyMatch(
                code ->
                    reply.body().contains("\"" + code + "\"") && code.status() == reply.status());
      }
      if (!reply.body().contains("\"openapi\"") && !reply.body().startsWith("# HELP")) {
        assertThat(reply.body()).doesNotContainPattern(CODE);
      }
      if (reply.header("Content-Type").startsWith("application/x-ndjson")) {
        checkLines(reply);
      }
    }
    if (attack.expected() == Expected.RIGHT_ANSWER) {
      assertThat(replies).singleElement().extracting(Reply::status).isEqualTo(200);
      assertThat(replies.get(0).body()).contains("\"DUPLICATE\"");
    }
    return replies;
  }

  /** A batch's answers: one line each, in order, no UNSEEN of an event that is there. */
  private static void checkLines(Reply reply) throws IOException {
    String[] lines = reply.body().split("\n", -1);
    for (int i = 0; i < lines.length - 1; i++) {
      List<String> fields = fields(lines[i]);
      if (lines[i].contains("\"end\":true")) {
        assertThat(i).isEqualTo(lines.length - 2);
      } else {
        assertThat(fields).contains("line").containsAnyOf("answer", "error");
        assertThat(lines[i]).contains("\"line\":" + (i + 1));
      }
      if (lines[i].contains("\"UNSEEN\"") && lines[i].contains("\"consumer\":\"billing\"")) {
        assertThat(lines[i])
            .doesNotContain("\"old\",\"eventDay\":\"2026-03-29\"")
            .doesNotContain("\"new\",\"eventDay\":\"2026-03-30\"");
      }
    }
    assertThat(lines[lines.length - 1]).isEmpty();
  }

  /** The outermost fields of one JSON object. */
  private static List<String> fields(String json) throws IOException {
    List<String> fields = new ArrayList<>();
    try (JsonParser parser = JSON.createParser(json)) {
      assertThat(parser.nextToken()).as(json).isEqualTo(JsonToken.START_OBJECT);
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        fields.add(parser.currentName());
        parser.nextToken();
        parser.skipChildren();
      }
      assertThat(parser.nextToken()).isNull();
    }
    return fields;
  }

  /** Sends, ends its own side, and reads to the end. */
  private byte[] exchange(byte[] sent) throws IOException {
    ByteArrayOutputStream came = new ByteArrayOutputStream();
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.port())) {
      socket.setSoTimeout(REPLY_MILLIS);
      try {
        socket.getOutputStream().write(sent);
        socket.shutdownOutput();
      } catch (SocketException e) {
        // answered and closed before everything was read
      }
      byte[] buffer = new byte[8192];
      try {
        for (int read = socket.getInputStream().read(buffer);
            read >= 0;
            read = socket.getInputStream().read(buffer)) {
          came.write(buffer, 0, read);
        }
      } catch (SocketException e) {
        // reset after the answer: what was sent was not read to its end
      }
    }
    return came.toByteArray();
  }
}
