package io.tallykeep.client.guide;

import io.tallykeep.client.AnswerKind;
import io.tallykeep.client.BatchSummary;
import io.tallykeep.client.ClientSettings;
import io.tallykeep.client.LookupAnswer;
import io.tallykeep.client.LookupRequest;
import io.tallykeep.client.VerifierClient;
import java.net.URI;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Stream;

/** Says what to do with events that come again. */
public final class ClientExample implements AutoCloseable {
  private final VerifierClient verifier;

  public ClientExample(URI service, String token) {
    this.verifier = new VerifierClient(ClientSettings.of(service).withToken(token));
  }

  /**
   * An event as it comes from the log.
   *
   * @param payloadHash SHA-256 of the payload's meaning in hex, as the inbox holds it
   */
  public record Event(String consumer, String id, LocalDate day, String payloadHash) {
    LookupRequest question() {
      return LookupRequest.of(consumer, id).onDay(day).withPayloadHash(payloadHash);
    }
  }

  /** One event: whether to hand it to the gate, and else why not. */
  public String whatToDo(Event event) {
    return verifier.lookup(event.question()).fold(new WhatToDo());
  }

  /** Many events: how many of each answer, before anything is replayed. */
  public Map<AnswerKind, Long> plan(Stream<Event> events) {
    Map<AnswerKind, Long> answers = new EnumMap<>(AnswerKind.class);
    BatchSummary summary =
        verifier.batch(
            events.map(Event::question).iterator(),
            (question, answer) -> answers.merge(answer.kind(), 1L, Long::sum));
    if (summary.unanswered() > 0) {
      System.err.println(summary.unanswered() + " of " + summary.asked() + " had no answer");
    }
    return answers;
  }

  private static final class WhatToDo implements LookupAnswer.Cases<String> {
    @Override
    public String unseen(LookupAnswer.Unseen answer) {
      return "hand it to the gate, which looks again under a lock";
    }

    @Override
    public String duplicate(LookupAnswer.Duplicate answer) {
      return "done before: answer with " + answer.result();
    }

    @Override
    public String conflict(LookupAnswer.Conflict answer) {
      return "another payload (" + answer.recordedHash() + ") was processed: show it to a person";
    }

    @Override
    public String inProgress(LookupAnswer.InProgress answer) {
      return "not done yet, its state is " + answer.state() + ": come back later";
    }

    @Override
    public String beyondWindow(LookupAnswer.BeyondWindow answer) {
      return "too old to be answered: do not apply it";
    }

    @Override
    public String undecidable(LookupAnswer.Undecidable answer) {
      return "do not apply it, ask again: " + answer.code() + ", " + answer.detail();
    }
  }

  @Override
  public void close() {
    verifier.close();
  }
}
