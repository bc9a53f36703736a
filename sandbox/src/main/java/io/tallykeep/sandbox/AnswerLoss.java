package io.tallykeep.sandbox;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A fault of a {@link FaultProxy}: answers of requests that contain a text are lost, a given number
 * of times. Safe for use by several threads.
 */
public final class AnswerLoss extends RequestFault {
  private final AtomicInteger lost = new AtomicInteger();

  AnswerLoss(List<String> texts, int times) {
    super(times, texts);
    if (times < 1) {
      throw new IllegalArgumentException(
          "An answer is lost at least once, not " + times + " times.");
    }
  }

  /**
   * How many answers have been lost; each of those requests was done by the server or refused by
   * it.
   */
  public int lostAnswers() {
    return lost.get();
  }

  @Override
  void beforeRequest() {}

  @Override
  boolean passesAnswer() {
    lost.incrementAndGet();
    return false;
  }
}
