package io.tallykeep.client;

import io.tallykeep.client.ServiceCalls.Target;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Asks many questions in their order, some hundreds to a request. A request fits into the buffers
 * of its connection, because the JDK's client reads no answer before it has sent the question
 * whole, and the service answers the first lines while it reads the next.
 */
final class BatchRun {
  private static final int MAX_LINES = 500;
  private static final int MAX_BYTES = 32 << 10;

  private final ClientSettings settings;
  private final ServiceCalls calls;
  private final Tries tries;
  private final BiConsumer<LookupRequest, LookupAnswer> answers;

  private final List<LookupRequest> chunk = new ArrayList<>();
  private final ByteArrayOutputStream lines = new ByteArrayOutputStream();
  private int chunkAnswered;
  private long answered;
  private long unanswered;

  BatchRun(
      ClientSettings settings,
      ServiceCalls calls,
      Tries tries,
      BiConsumer<LookupRequest, LookupAnswer> answers) {
    this.settings = settings;
    this.calls = calls;
    this.tries = tries;
    this.answers = answers;
  }

  BatchSummary run(Iterator<LookupRequest> requests) {
    while (requests.hasNext()) {
      LookupRequest request = requests.next();
      try {
        byte[] question = QuestionWriter.write(request);
        if (chunk.size() == MAX_LINES || lines.size() + question.length >= MAX_BYTES) {
          askChunk();
        }
        chunk.add(request);
        lines.writeBytes(question);
        lines.write('\n');
      } catch (NoAnswerException e) {
        askChunk();
        unanswered(request, e.answer());
      }
    }
    askChunk();
    return new BatchSummary(answered + unanswered, answered, unanswered);
  }

  private void askChunk() {
    if (chunk.isEmpty()) {
      return;
    }
    chunkAnswered = 0;
    LookupAnswer rest;
    try {
      readAnswers();
      rest = JsonObject.notUnderstood("it ended early").answer();
    } catch (NoAnswerException e) {
      rest = e.answer();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      rest = VerifierClient.interrupted();
    }
    for (LookupRequest request : chunk.subList(chunkAnswered, chunk.size())) {
      unanswered(request, rest);
    }
    chunk.clear();
    lines.reset();
  }

  private void readAnswers() throws NoAnswerException, InterruptedException {
    TimeLimit limit = TimeLimit.in(settings.answerTimeout());
    byte[] question = lines.toByteArray();
    try (AnswerBytes bytes = tries.within(limit, () -> calls.post(Target.BATCH, question, limit))) {
      for (LookupRequest request : chunk) {
        JsonObject document = next(bytes);
        if (!document.number("line").equals(Optional.of(chunkAnswered + 1L))) {
          throw JsonObject.notUnderstood("it is not about line " + (chunkAnswered + 1));
        }
        Optional<JsonObject> error = document.object("error");
        if (error.isPresent()) {
          chunkAnswered++;
          unanswered(request, refused(error.get()));
        } else {
          LookupAnswer answer = AnswerReader.read(document, request);
          chunkAnswered++;
          answered++;
          answers.accept(request, answer);
        }
      }
      readEnd(bytes);
    }
  }

  /** Everything is answered; what is left to do is to leave the connection in order. */
  private void readEnd(AnswerBytes bytes) throws NoAnswerException, InterruptedException {
    JsonObject end = next(bytes);
    if (!end.isTrue("end") || bytes.line(1, TimeLimit.in(settings.answerTimeout())).isPresent()) {
      throw JsonObject.notUnderstood("it goes on after its last line");
    }
  }

  private JsonObject next(AnswerBytes bytes) throws NoAnswerException, InterruptedException {
    Optional<byte[]> line =
        bytes.line(settings.maxAnswerBytes(), TimeLimit.in(settings.answerTimeout()));
    if (line.isEmpty()) {
      throw new NoAnswerException(
          NoAnswer.CUT, "The answers ended before the last one. Ask the rest again.");
    }
    return JsonObject.parse(line.get());
  }

  private static LookupAnswer refused(JsonObject error) throws NoAnswerException {
    return LookupAnswer.Undecidable.noAnswer(
        NoAnswer.REFUSED,
        "The look-up service refuses the question, "
            + Problem.shown(error.text("code").orElse("without a code"))
            + ": "
            + Problem.shown(error.text("detail").orElse("without a reason")));
  }

  private void unanswered(LookupRequest request, LookupAnswer answer) {
    unanswered++;
    answers.accept(request, answer);
  }
}
