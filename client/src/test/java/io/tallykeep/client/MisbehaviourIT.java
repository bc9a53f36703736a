package io.tallykeep.client;

import static io.tallykeep.client.Documents.ASKED;
import static io.tallykeep.client.Documents.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tallykeep.client.RawServer.Question;
import io.tallykeep.client.RawServer.Script;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A service, or something in its place, that answers wrongly in every way we know of. */
class MisbehaviourIT {
  private static final Duration ANSWER_TIMEOUT = Duration.ofMillis(400);
  private static final Duration AT_MOST = Duration.ofSeconds(5);
  private static final String UNSEEN = json(Documents.unseen());
  private static final String LENGTH = "Content-Length: " + UNSEEN.length();

  static Stream<Arguments> misbehaviours() {
    return Stream.of(silences(), cuts(), nonsense(), disorder(), statuses()).flatMap(all -> all);
  }

  private static Stream<Arguments> silences() {
    return Stream.of(
        wrong("says nothing", RawServer::hang, NoAnswer.TIMEOUT),
        wrong("half a head, then nothing", then("HTTP/1.1 200 OK\r\nContent"), NoAnswer.TIMEOUT),
        wrong("a head, then nothing", thenOk(LENGTH, ""), NoAnswer.TIMEOUT),
        wrong("half a body, then nothing", thenOk(LENGTH, half()), NoAnswer.TIMEOUT),
        wrong("a byte now and then", MisbehaviourIT::drip, NoAnswer.TIMEOUT),
        wrong("more bytes promised", thenOk("Content-Length: 9999", UNSEEN), NoAnswer.TIMEOUT));
  }

  private static Stream<Arguments> cuts() {
    return Stream.of(
        wrong("hangs up", question -> cut(question, ""), NoAnswer.CUT),
        wrong("hangs up in the head", q -> cut(q, "HTTP/1.1 200 OK\r\nCont"), NoAnswer.CUT),
        wrong("hangs up in the body", q -> cutOk(q, LENGTH, half()), NoAnswer.CUT),
        wrong(
            "hangs up before the last byte",
            q -> cutOk(q, LENGTH, UNSEEN.substring(0, UNSEEN.length() - 1)),
            NoAnswer.CUT),
        wrong(
            "hangs up in a chunk",
            q -> cutOk(q, "Transfer-Encoding: chunked", "fff\r\n" + UNSEEN),
            NoAnswer.CUT),
        wrong(
            "hangs up before the last chunk",
            q -> cutOk(q, "Transfer-Encoding: chunked", chunk(UNSEEN)),
            NoAnswer.CUT),
        wrong(
            "a cut body that only the end ends",
            q -> cutOk(q, "Connection: close", half()),
            NoAnswer.NOT_UNDERSTOOD));
  }

  private static Stream<Arguments> nonsense() {
    return Stream.of(
        wrong("another protocol", q -> cut(q, "SSH-2.0-OpenSSH_9.2\r\n\r\n"), null),
        wrong("no HTTP at all", q -> cut(q, "\0\1\2\3".repeat(500)), null),
        wrong("a negative length", thenOk("Content-Length: -1", UNSEEN), null),
        wrong("a length that is no number", thenOk("Content-Length: many", UNSEEN), null),
        wrong("two lengths", thenOk("Content-Length: 5\r\nContent-Length: 7", UNSEEN), null),
        wrong("chunks of no size", thenOk("Transfer-Encoding: chunked", "zz\r\nzz"), null),
        wrong("a length too short", thenOk("Content-Length: 40", UNSEEN), NoAnswer.NOT_UNDERSTOOD),
        wrong("no body", thenOk("Content-Length: 0", ""), NoAnswer.NOT_UNDERSTOOD),
        wrong("a web page", ok("text/html", "<html>UNSEEN</html>"), NoAnswer.NOT_UNDERSTOOD),
        wrong("JSON as text", ok("text/plain", UNSEEN), NoAnswer.NOT_UNDERSTOOD),
        wrong("a problem as 200", ok("application/problem+json", UNSEEN), NoAnswer.NOT_UNDERSTOOD),
        wrong("other JSON", ok("application/json", "{\"ok\":true}"), NoAnswer.NOT_UNDERSTOOD),
        wrong("an endless body", MisbehaviourIT::flood, NoAnswer.TOO_LARGE),
        wrong("an endless head", MisbehaviourIT::floodOfHeaders, null));
  }

  private static Stream<Arguments> disorder() {
    return Stream.of(
        wrong("another event", q -> q.answer(other()), NoAnswer.WRONG_ECHO),
        wrong(
            "no request id",
            then(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                    + LENGTH
                    + "\r\n\r\n"
                    + UNSEEN),
            NoAnswer.WRONG_ECHO),
        wrong(
            "another request's id",
            then(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Request-Id: 1\r\n"
                    + LENGTH
                    + "\r\n\r\n"
                    + UNSEEN),
            NoAnswer.WRONG_ECHO),
        wrong(
            "two request ids",
            q -> cutOk(q, "X-Request-Id: 1\r\n" + LENGTH, UNSEEN),
            NoAnswer.WRONG_ECHO),
        wrong("an answer before its answer", then("HTTP/1.1 103 Early Hints\r\n\r\n"), null));
  }

  private static Stream<Arguments> statuses() {
    return IntStream.of(
            201, 202, 203, 204, 206, 300, 301, 302, 303, 304, 305, 307, 308, 400, 401, 402, 403,
            404, 405, 406, 407, 409, 410, 413, 415, 418, 422, 429, 500, 501, 502, 503, 504, 505,
            599, 600, 999)
        .mapToObj(
            status -> wrong("status " + status, q -> withStatus(q, status), byStatus(status)));
  }

  private static NoAnswer byStatus(int status) {
    return switch (status) {
      case 401, 403 -> NoAnswer.UNAUTHORIZED;
      case 429, 503 -> NoAnswer.OVERLOADED;
      default ->
          switch (status / 100) {
            case 4 -> NoAnswer.REFUSED;
            case 5 -> NoAnswer.SERVICE_ERROR;
            default -> NoAnswer.NOT_UNDERSTOOD;
          };
    };
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("misbehaviours")
  void isUndecidableInTime(String what, Script script, List<NoAnswer> expected) throws IOException {
    try (RawServer server = new RawServer(script);
        VerifierClient client = new VerifierClient(settings(server))) {
      long start = System.nanoTime();
      LookupAnswer answer = client.lookup(ASKED);
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      assertThat(answer).as(what).isInstanceOf(LookupAnswer.Undecidable.class);
      LookupAnswer.Undecidable undecidable = (LookupAnswer.Undecidable) answer;
      assertThat(undecidable.origin()).isEqualTo(LookupAnswer.Origin.CLIENT);
      assertThat(expected)
          .extracting(Enum::name)
          .as(answer.toString())
          .contains(undecidable.code());
      assertThat(took).isLessThan(AT_MOST);
      await()
          .atMost(AT_MOST)
          .untilAsserted(() -> assertThat(server.connections()).isLessThanOrEqualTo(1));
    }
  }

  @Test
  void aConnectionThatTimedOutIsGivenUp() throws IOException {
    try (RawServer server = new RawServer(thenOk(LENGTH, half()));
        VerifierClient client = new VerifierClient(settings(server))) {
      assertThat(client.lookup(ASKED).kind()).isEqualTo(AnswerKind.UNDECIDABLE);
      await().atMost(AT_MOST).until(() -> server.connections() == 0);
    }
    try (RawServer server = new RawServer(RawServer::hang);
        VerifierClient client = new VerifierClient(settings(server))) {
      assertThat(client.lookup(ASKED).kind()).isEqualTo(AnswerKind.UNDECIDABLE);
      await().atMost(AT_MOST).until(() -> server.connections() == 0);
    }
  }

  @Test
  void anAnswerLeftOnTheConnectionIsNotTakenForTheNextQuestions() throws IOException {
    Script twice =
        question -> {
          question.body();
          if (question.number() == 1) {
            String answer = question.okHead("application/json", LENGTH) + UNSEEN;
            question.write(answer + answer);
          } else {
            question.answer(Documents.duplicate());
          }
        };
    try (RawServer server = new RawServer(twice);
        VerifierClient client = new VerifierClient(settings(server).withTries(3))) {
      client.lookup(ASKED);
      for (int i = 0; i < 20; i++) {
        assertThat(client.lookup(ASKED).kind()).isNotEqualTo(AnswerKind.UNSEEN);
      }
    }
  }

  @Test
  void aRedirectIsNotFollowed() throws IOException {
    try (RawServer elsewhere = new RawServer(question -> question.answer(Documents.unseen()));
        RawServer server =
            new RawServer(q -> q.status("307 Temporary\r\nLocation: " + elsewhere.address()));
        VerifierClient client = new VerifierClient(settings(server))) {
      assertThat(client.lookup(ASKED).kind()).isEqualTo(AnswerKind.UNDECIDABLE);
      assertThat(elsewhere.questions()).isZero();
    }
  }

  @Test
  void whatTheServiceSaysAboutARefusalIsPassedOnInOneLine() throws IOException {
    String problem =
        "{\"code\":\"IDENTITY_MISSING\",\"detail\":\"give\\r\\nidentity" + "x".repeat(1000) + "\"}";
    Script refusing =
        question ->
            question.write(
                "HTTP/1.1 422 No\r\nContent-Type: application/problem+json\r\nContent-Length: "
                    + problem.length()
                    + "\r\n\r\n"
                    + problem);
    try (RawServer server = new RawServer(refusing);
        VerifierClient client = new VerifierClient(settings(server))) {
      LookupAnswer.Undecidable answer = (LookupAnswer.Undecidable) client.lookup(ASKED);
      assertThat(answer.code()).isEqualTo("REFUSED");
      assertThat(answer.detail())
          .startsWith(
              "The look-up service answered with status 422, IDENTITY_MISSING: give identityxxx")
          .doesNotContain("\n", "\r")
          .hasSizeLessThan(500);
    }
  }

  private static ClientSettings settings(RawServer server) {
    return ClientSettings.of(server.address())
        .withAnswerTimeout(ANSWER_TIMEOUT)
        .withMaxAnswerBytes(64 << 10)
        .withTries(1);
  }

  /**
   * @param expected null where any code but an answer will do
   */
  private static Arguments wrong(String what, Script script, @Nullable NoAnswer expected) {
    return Arguments.of(
        what, script, expected == null ? Arrays.asList(NoAnswer.values()) : List.of(expected));
  }

  private static Map<String, String> other() {
    return Documents.about("e-2", Documents.unseen());
  }

  private static String half() {
    return UNSEEN.substring(0, UNSEEN.length() / 2);
  }

  private static String chunk(String text) {
    return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
  }

  private static Script then(String bytes) {
    return question -> {
      question.body();
      question.write(bytes);
      RawServer.hang(question);
    };
  }

  private static Script thenOk(String header, String body) {
    return question -> {
      question.body();
      question.write(question.okHead("application/json", header) + body);
      RawServer.hang(question);
    };
  }

  private static Script ok(String mediaType, String body) {
    return question ->
        question.write(question.okHead(mediaType, "Content-Length: " + body.length()) + body);
  }

  private static void cut(Question question, String bytes) throws IOException {
    question.body();
    question.write(bytes);
    throw RawServer.gone();
  }

  private static void cutOk(Question question, String header, String body) throws IOException {
    cut(question, question.okHead("application/json", header) + body);
  }

  private static void withStatus(Question question, int status) throws IOException {
    question.body();
    String body = status == 204 || status == 304 ? "" : UNSEEN;
    question.write(
        question
                .okHead("application/json", "Content-Length: " + body.length())
                .replace("200 OK", status + " Whatever")
            + body);
  }

  private static void drip(Question question) throws IOException {
    question.body();
    question.write(question.okHead("application/json", LENGTH));
    for (byte next : UNSEEN.getBytes(StandardCharsets.UTF_8)) {
      question.out().write(next);
      question.out().flush();
      LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
    }
  }

  private static void flood(Question question) throws IOException {
    question.body();
    question.write(question.okHead("application/json", "Connection: close") + "{\"answer\":\"");
    while (true) {
      question.write("UNSEEN".repeat(2000));
    }
  }

  private static void floodOfHeaders(Question question) throws IOException {
    question.body();
    question.write("HTTP/1.1 200 OK\r\n");
    while (true) {
      question.write("X-More: " + "y".repeat(2000) + "\r\n");
    }
  }
}
