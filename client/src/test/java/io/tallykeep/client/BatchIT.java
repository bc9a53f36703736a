package io.tallykeep.client;

import static io.tallykeep.client.Documents.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.client.RawServer.Question;
import io.tallykeep.client.RawServer.Script;
import java.io.IOException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BatchIT {
  private static final Pattern EVENT = Pattern.compile("\"e-(\\d+)\"");
  private static final String OK_END =
      "{\"end\":true,\"lines\":%d,\"answered\":%d,\"refused\":0}\n";

  @Test
  void everyQuestionGetsItsAnswerInOrderHoweverMany() throws IOException {
    try (RawServer server = new RawServer(BatchIT::answerRightly);
        VerifierClient client = new VerifierClient(settings(server))) {
      List<LookupRequest> asked = new ArrayList<>();
      List<AnswerKind> kinds = new ArrayList<>();
      BatchSummary summary =
          client.batch(
              events(0, 1234),
              (request, answer) -> {
                asked.add(request);
                kinds.add(answer.kind());
              });
      assertThat(summary).isEqualTo(new BatchSummary(1234, 1234, 0));
      assertThat(asked).isEqualTo(IntStream.range(0, 1234).mapToObj(BatchIT::event).toList());
      assertThat(kinds).isEqualTo(IntStream.range(0, 1234).mapToObj(BatchIT::right).toList());
      assertThat(server.questions()).isGreaterThan(2);
    }
  }

  @Test
  void questionsAreTakenOnlyAFewHundredBeforeTheirAnswers() throws IOException {
    AtomicLong taken = new AtomicLong();
    AtomicLong answered = new AtomicLong();
    AtomicLong ahead = new AtomicLong();
    Iterator<LookupRequest> counted =
        IntStream.range(0, 20_000)
            .peek(i -> taken.incrementAndGet())
            .mapToObj(BatchIT::event)
            .iterator();
    try (RawServer server = new RawServer(BatchIT::answerRightly);
        VerifierClient client = new VerifierClient(settings(server))) {
      client.batch(
          counted,
          (request, answer) ->
              ahead.accumulateAndGet(taken.get() - answered.getAndIncrement(), Math::max));
    }
    assertThat(answered.get()).isEqualTo(20_000);
    assertThat(ahead.get()).isLessThanOrEqualTo(502);
  }

  @Test
  void aServiceThatAnswersFarMoreThanItReadsDoesNotHangTheBatch() throws IOException {
    Script wordy =
        question -> {
          question.write(okHead(question));
          for (int line = 1; line <= 100; line++) {
            Map<String, String> document = document(0, line);
            document.put("more", "\"" + "x".repeat(50_000) + "\"");
            question.write(json(document) + "\n");
          }
          question.write(OK_END.formatted(100, 100));
          question.body();
          throw RawServer.gone();
        };
    try (RawServer server = new RawServer(wordy);
        VerifierClient client = new VerifierClient(settings(server))) {
      List<AnswerKind> kinds = new ArrayList<>();
      Iterator<LookupRequest> hundredTimesTheSame =
          IntStream.range(0, 100).mapToObj(i -> event(0)).iterator();
      BatchSummary summary =
          client.batch(hundredTimesTheSame, (request, answer) -> kinds.add(answer.kind()));
      assertThat(summary).isEqualTo(new BatchSummary(100, 100, 0));
    }
  }

  @Test
  void whatTheServiceRefusesOrCanNotBeAskedIsUndecidableAndTheRestIsAnswered() throws IOException {
    Script refusing =
        question -> {
          StringBuilder lines = new StringBuilder();
          int line = 0;
          for (int number : numbers(question.body())) {
            line++;
            lines.append(
                number == 3
                    ? "{\"line\":4,\"error\":{\"code\":\"BAD_IDENTITY\",\"detail\":\"no\"}}"
                    : json(document(number, line)));
            lines.append('\n');
          }
          question.write(okHead(question) + lines + OK_END.formatted(line, line));
          throw RawServer.gone();
        };
    try (RawServer server = new RawServer(refusing);
        VerifierClient client = new VerifierClient(settings(server))) {
      List<LookupRequest> requests =
          new ArrayList<>(IntStream.range(0, 6).mapToObj(BatchIT::event).toList());
      requests.add(LookupRequest.of("ledger-v1", ""));
      requests.add(event(0));
      List<LookupAnswer> answers = new ArrayList<>();
      BatchSummary summary =
          client.batch(requests.iterator(), (request, answer) -> answers.add(answer));
      assertThat(summary).isEqualTo(new BatchSummary(8, 6, 2));
      assertThat(code(answers.get(3))).isEqualTo("REFUSED");
      assertThat(code(answers.get(6))).isEqualTo("NOT_ASKABLE");
      assertThat(answers.get(5).kind()).isEqualTo(AnswerKind.DUPLICATE);
      assertThat(answers.get(7).kind()).isEqualTo(AnswerKind.UNSEEN);
    }
  }

  @Test
  void afterAnyDisorderInTheAnswersNoneOfTheRestCounts() throws IOException {
    String third = json(document(2, 3));
    Map<String, String> thirdLines = new LinkedHashMap<>();
    thirdLines.put("CUT", "");
    thirdLines.put("CUT half", third.substring(0, 60));
    thirdLines.put("CUT without a line end", third);
    thirdLines.put("NOT_UNDERSTOOD nonsense", "nonsense\n");
    thirdLines.put("NOT_UNDERSTOOD empty", "\n" + third + "\n");
    thirdLines.put("NOT_UNDERSTOOD no line number", json(without("line", document(2, 3))) + "\n");
    thirdLines.put("NOT_UNDERSTOOD another line", json(document(2, 4)) + "\n");
    thirdLines.put("NOT_UNDERSTOOD end", OK_END.formatted(2, 2));
    thirdLines.put("WRONG_ECHO another event", json(document(4, 3)) + "\n");
    thirdLines.put("TOO_LARGE a long line", "{\"line\":3,\"x\":\"" + "y".repeat(90_000) + "\"}\n");
    for (Map.Entry<String, String> line : thirdLines.entrySet()) {
      Script script =
          question -> {
            question.body();
            question.write(
                okHead(question)
                    + json(document(0, 1))
                    + "\n"
                    + json(document(1, 2))
                    + "\n"
                    + line.getValue());
            throw RawServer.gone();
          };
      try (RawServer server = new RawServer(script);
          VerifierClient client = new VerifierClient(settings(server))) {
        List<LookupAnswer> answers = new ArrayList<>();
        BatchSummary summary = client.batch(events(0, 5), (request, answer) -> answers.add(answer));
        assertThat(summary).as(line.getKey()).isEqualTo(new BatchSummary(5, 2, 3));
        assertThat(answers.get(0).kind()).isEqualTo(AnswerKind.UNSEEN);
        assertThat(answers.get(1).kind()).isEqualTo(AnswerKind.DUPLICATE);
        assertThat(answers.subList(2, 5))
            .allSatisfy(
                answer -> assertThat(code(answer)).isEqualTo(line.getKey().split(" ", 2)[0]));
      }
    }
  }

  @Test
  void aServiceThatFallsSilentWithinTheAnswersIsWaitedForAsLongAsForOne() throws IOException {
    Script silent =
        question -> {
          question.body();
          question.write(okHead(question) + json(document(0, 1)) + "\n{\"line\":2,");
          RawServer.hang(question);
        };
    try (RawServer server = new RawServer(silent);
        VerifierClient client =
            new VerifierClient(settings(server).withAnswerTimeout(Duration.ofMillis(500)))) {
      List<LookupAnswer> answers = new ArrayList<>();
      long start = System.nanoTime();
      client.batch(events(0, 3), (request, answer) -> answers.add(answer));
      assertThat(System.nanoTime() - start).isLessThan(Duration.ofSeconds(5).toNanos());
      assertThat(answers.get(0).kind()).isEqualTo(AnswerKind.UNSEEN);
      assertThat(answers.subList(1, 3))
          .allSatisfy(answer -> assertThat(code(answer)).isEqualTo("TIMEOUT"));
    }
  }

  @Test
  void anOverloadIsWaitedForAndAServiceThatIsGoneFailsAllOfThem() throws IOException {
    Script busyOnce =
        question -> {
          if (question.number() == 1) {
            question.body();
            question.status("429 Too Many\r\nRetry-After: 0");
          } else {
            answerRightly(question);
          }
        };
    try (RawServer server = new RawServer(busyOnce);
        VerifierClient client = new VerifierClient(settings(server))) {
      assertThat(client.batch(events(0, 700), (request, answer) -> {}))
          .isEqualTo(new BatchSummary(700, 700, 0));
      server.close();
      assertThat(client.batch(events(0, 700), (request, answer) -> {}))
          .isEqualTo(new BatchSummary(700, 0, 700));
    }
  }

  @Test
  void whatTheCallersOwnCodeThrowsComesBackToTheCaller() throws IOException {
    try (RawServer server = new RawServer(BatchIT::answerRightly);
        VerifierClient client = new VerifierClient(settings(server))) {
      assertThatThrownBy(
              () ->
                  client.batch(
                      events(0, 5),
                      (request, answer) -> {
                        throw new IllegalStateException("the consumer's own");
                      }))
          .hasMessage("the consumer's own");
      assertThat(client.batch(events(0, 5), (request, answer) -> {}).answered()).isEqualTo(5);
    }
  }

  private static ClientSettings settings(RawServer server) {
    return ClientSettings.of(server.address()).withMaxAnswerBytes(64 << 10);
  }

  private static Iterator<LookupRequest> events(int from, int to) {
    return IntStream.range(from, to).mapToObj(BatchIT::event).iterator();
  }

  private static LookupRequest event(int number) {
    return LookupRequest.of("ledger-v1", "e-" + number).onDay(LocalDate.of(2026, 3, 1));
  }

  private static AnswerKind right(int number) {
    return number % 2 == 0 ? AnswerKind.UNSEEN : AnswerKind.DUPLICATE;
  }

  private static String code(LookupAnswer answer) {
    return answer instanceof LookupAnswer.Undecidable undecidable
        ? undecidable.code()
        : answer.toString();
  }

  private static Map<String, String> without(String field, Map<String, String> document) {
    document.remove(field);
    return document;
  }

  private static Map<String, String> document(int number, int line) {
    Map<String, String> document =
        Documents.about(
            "e-" + number, number % 2 == 0 ? Documents.unseen() : Documents.duplicate());
    document.put("line", Integer.toString(line));
    return document;
  }

  private static String okHead(Question question) {
    return question.okHead("application/x-ndjson", "Connection: close");
  }

  private static List<Integer> numbers(String body) {
    List<Integer> numbers = new ArrayList<>();
    Matcher event = EVENT.matcher(body);
    while (event.find()) {
      numbers.add(Integer.valueOf(event.group(1)));
    }
    return numbers;
  }

  /** Line by line in one chunk each, and the connection stays open. */
  private static void answerRightly(Question question) throws IOException {
    List<Integer> numbers = numbers(question.body());
    StringBuilder answer =
        new StringBuilder(question.okHead("application/x-ndjson", "Transfer-Encoding: chunked"));
    for (int line = 1; line <= numbers.size(); line++) {
      answer.append(chunk(json(document(numbers.get(line - 1), line)) + "\n"));
    }
    answer.append(chunk(OK_END.formatted(numbers.size(), numbers.size())));
    question.write(answer + "0\r\n\r\n");
  }

  private static String chunk(String text) {
    return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
  }
}
