package io.tallykeep.client;

import static io.tallykeep.client.Documents.ASKED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tallykeep.client.RawServer.Question;
import io.tallykeep.client.RawServer.Script;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class VerifierClientIT {
  private static final Duration AT_MOST = Duration.ofSeconds(5);
  private static final Pattern EVENT = Pattern.compile("\"(e-\\d+)\"");

  @Test
  void asksAsTheContractHasItAndGivesTheAnswer() throws IOException {
    AtomicReference<String> head = new AtomicReference<>("");
    AtomicReference<String> body = new AtomicReference<>("");
    Script script =
        question -> {
          head.set(question.head());
          body.set(question.body());
          question.answer(Documents.duplicate());
        };
    try (RawServer server = new RawServer(script);
        VerifierClient client =
            new VerifierClient(ClientSettings.of(server.address()).withToken("secret-7"))) {
      LookupAnswer answer =
          client.lookup(
              ASKED.inDataset("inbox").withPayloadHash(HexFormat.of().parseHex(Documents.HASH)));
      assertThat(answer.kind()).isEqualTo(AnswerKind.DUPLICATE);
    }
    assertThat(head.get())
        .startsWith("POST /v1/lookups HTTP/1.1\r\n")
        .contains("Content-Type: application/json\r\n")
        .contains("Authorization: Bearer secret-7\r\n")
        .containsPattern("X-Request-Id: [0-9a-f-]{36}\r\n");
    assertThat(body.get())
        .isEqualTo(
            "{\"dataset\":\"inbox\",\"identity\":[\"ledger-v1\",\"e-1\"],"
                + "\"eventDay\":\"2026-03-01\",\"payloadHash\":\"9f86d081884c7d65\"}");
  }

  @Test
  void whatCanNotBeAskedIsSaidAndNotSent() throws IOException {
    try (RawServer server = new RawServer(VerifierClientIT::answerRightly);
        VerifierClient client = new VerifierClient(ClientSettings.of(server.address()))) {
      for (LookupRequest request :
          List.of(
              LookupRequest.of(),
              LookupRequest.of("ledger-v1", ""),
              LookupRequest.of("ledger-v1", "half a pair: \ud83d"),
              ASKED.inDataset("\udc00"))) {
        assertThat(client.lookup(request))
            .isInstanceOfSatisfying(
                LookupAnswer.Undecidable.class,
                answer -> assertThat(answer.code()).isEqualTo("NOT_ASKABLE"));
      }
      assertThat(server.questions()).isZero();
    }
  }

  @Test
  void aShortOverloadIsWaitedForAsLongAsTheServiceAsks() throws IOException {
    Script script =
        question -> {
          question.body();
          switch (question.number()) {
            case 1 -> question.status("429 Too Many\r\nRetry-After: 1");
            case 2 -> question.status("503 Overloaded");
            default -> question.answer(Documents.unseen());
          }
        };
    try (RawServer server = new RawServer(script);
        VerifierClient client = new VerifierClient(ClientSettings.of(server.address()))) {
      long start = System.nanoTime();
      assertThat(client.lookup(ASKED).kind()).isEqualTo(AnswerKind.UNSEEN);
      assertThat(System.nanoTime() - start).isGreaterThan(Duration.ofSeconds(1).toNanos());
      assertThat(server.questions()).isEqualTo(3);
    }
  }

  @Test
  void aWaitLongerThanTheTimeLeftIsNotBegun() throws IOException {
    Script script = question -> question.status("503 Stopping\r\nRetry-After: 60");
    try (RawServer server = new RawServer(script);
        VerifierClient client = new VerifierClient(ClientSettings.of(server.address()))) {
      long start = System.nanoTime();
      assertThat(client.lookup(ASKED))
          .isEqualTo(
              undecidable(
                  NoAnswer.OVERLOADED,
                  "The look-up service answered with status 503. Ask again later."));
      assertThat(System.nanoTime() - start).isLessThan(AT_MOST.toNanos());
      assertThat(server.questions()).isEqualTo(1);
    }
  }

  @Test
  void triesAreCountedAndNonsenseIsNotAskedAgain() throws IOException {
    for (Map.Entry<String, Integer> status :
        Map.of("503 Busy", 4, "500 Oops", 1, "422 No", 1, "302 There", 1).entrySet()) {
      try (RawServer server = new RawServer(question -> question.status(status.getKey()));
          VerifierClient client =
              new VerifierClient(ClientSettings.of(server.address()).withTries(4))) {
        assertThat(client.lookup(ASKED).kind()).isEqualTo(AnswerKind.UNDECIDABLE);
        assertThat(server.questions()).as(status.getKey()).isEqualTo(status.getValue());
      }
    }
  }

  @Test
  void connectionsThatTheServiceClosedMeanwhileAreOpenedAgain() throws IOException {
    Script closing =
        question -> {
          answerRightly(question);
          throw RawServer.gone();
        };
    try (RawServer server = new RawServer(closing);
        VerifierClient client = new VerifierClient(ClientSettings.of(server.address()))) {
      for (int i = 0; i < 50; i++) {
        assertThat(client.lookup(event(i)).kind()).isEqualTo(right(i));
      }
    }
  }

  @Test
  void nobodyListensAndNobodyAccepts() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    URI nobody = URI.create("http://127.0.0.1:" + port);
    try (VerifierClient client = new VerifierClient(ClientSettings.of(nobody))) {
      assertThat(client.lookup(ASKED))
          .isInstanceOfSatisfying(
              LookupAnswer.Undecidable.class,
              answer -> assertThat(answer.code()).isEqualTo("UNREACHABLE"));
    }
  }

  @Test
  void closingEndsWhatIsUnderWayAndEverythingAfterIt() throws Exception {
    for (Script script :
        List.<Script>of(
            RawServer::hang,
            question -> {
              question.write(question.okHead("application/json", "Content-Length: 99"));
              RawServer.hang(question);
            },
            question -> question.status("503 Busy\r\nRetry-After: 30"))) {
      try (RawServer server = new RawServer(script)) {
        VerifierClient client =
            new VerifierClient(
                ClientSettings.of(server.address()).withAnswerTimeout(Duration.ofMinutes(1)));
        ExecutorService threads = Executors.newSingleThreadExecutor();
        Future<LookupAnswer> answer = threads.submit(() -> client.lookup(ASKED));
        await().atMost(AT_MOST).until(() -> server.questions() == 1);
        client.close();
        assertThat(answer.get(5, TimeUnit.SECONDS))
            .isInstanceOfSatisfying(
                LookupAnswer.Undecidable.class,
                closed -> assertThat(closed.code()).isEqualTo("CLOSED"));
        assertThat(client.lookup(ASKED).kind()).isEqualTo(AnswerKind.UNDECIDABLE);
        threads.shutdownNow();
      }
    }
  }

  @Test
  void anInterruptIsAnAnswerAndStays() throws IOException {
    try (RawServer server = new RawServer(RawServer::hang);
        VerifierClient client = new VerifierClient(ClientSettings.of(server.address()))) {
      Thread.currentThread().interrupt();
      LookupAnswer answer = client.lookup(ASKED);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(answer)
          .isInstanceOfSatisfying(
              LookupAnswer.Undecidable.class,
              interrupted -> assertThat(interrupted.code()).isEqualTo("INTERRUPTED"));
    }
  }

  @Test
  void manyThreadsOnAServiceThatErrsAtRandomGetTheirOwnAnswersOrNone() throws Exception {
    long seed = Long.getLong("tallykeep.seed", 20261130L);
    System.out.println("VerifierClientIT seed " + seed);
    Random random = new Random(seed);
    Script script =
        question -> {
          int dice;
          synchronized (random) {
            dice = random.nextInt(10);
          }
          err(question, dice);
        };
    List<AnswerKind> kinds = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(12);
    try (RawServer server = new RawServer(script);
        VerifierClient client =
            new VerifierClient(
                ClientSettings.of(server.address())
                    .withAnswerTimeout(Duration.ofMillis(1500))
                    .withTries(4))) {
      List<Future<AnswerKind>> answers = new ArrayList<>();
      for (int i = 0; i < 1500; i++) {
        int number = i;
        answers.add(threads.submit(() -> client.lookup(event(number)).kind()));
      }
      for (int i = 0; i < answers.size(); i++) {
        AnswerKind kind = kind(answers.get(i));
        assertThat(kind).isIn(right(i), AnswerKind.UNDECIDABLE);
        kinds.add(kind);
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(kinds).contains(AnswerKind.UNSEEN, AnswerKind.DUPLICATE, AnswerKind.UNDECIDABLE);
  }

  private static AnswerKind kind(Future<AnswerKind> answer) throws InterruptedException {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw new AssertionError("a look-up threw", e);
    }
  }

  /** Right in two cases of five; else one of the ways in which connections get out of order. */
  private static void err(Question question, int dice) throws IOException {
    switch (dice) {
      case 0 -> throw RawServer.gone();
      case 1 -> {
        answerRightly(question);
        throw RawServer.gone();
      }
      case 2 -> {
        question.body();
        question.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Le");
        throw RawServer.gone();
      }
      case 3 -> {
        // The last answer twice: the second one waits for the next question of this connection.
        String body = question.body();
        question.answer(document(body));
        question.answer(document(body));
      }
      case 4 -> {
        question.write("HTTP/1.1 103 Early Hints\r\n\r\n");
        answerRightly(question);
      }
      case 5 -> {
        question.body();
        question.status("503 Busy");
      }
      default -> answerRightly(question);
    }
  }

  private static void answerRightly(Question question) throws IOException {
    question.answer(document(question.body()));
  }

  /** Even events are unseen. */
  private static Map<String, String> document(String body) {
    Matcher event = EVENT.matcher(body);
    if (!event.find()) {
      throw new IllegalStateException("no event in " + body);
    }
    int number = Integer.parseInt(event.group(1).substring(2));
    return Documents.about(
        event.group(1), number % 2 == 0 ? Documents.unseen() : Documents.duplicate());
  }

  private static LookupRequest event(int number) {
    return LookupRequest.of("ledger-v1", "e-" + number).onDay(LocalDate.of(2026, 3, 1));
  }

  private static AnswerKind right(int number) {
    return number % 2 == 0 ? AnswerKind.UNSEEN : AnswerKind.DUPLICATE;
  }

  private static LookupAnswer undecidable(NoAnswer code, String detail) {
    return LookupAnswer.Undecidable.noAnswer(code, detail);
  }
}
