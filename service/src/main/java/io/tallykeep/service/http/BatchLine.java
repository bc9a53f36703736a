package io.tallykeep.service.http;

import io.tallykeep.service.refusal.Refusal;
import io.tallykeep.verifier.lookup.Adjudication;
import io.tallykeep.verifier.lookup.Query;
import java.util.concurrent.CompletableFuture;

/** What goes from a batch's reader to its writer, in the lines' order. */
sealed interface BatchLine {

  /**
   * A line, whose outcome may still be on its way.
   *
   * @param number counts from 1
   */
  record Asked(long number, CompletableFuture<Outcome> outcome) implements BatchLine {}

  /** The batch was read to its end. */
  record End() implements BatchLine {}

  /**
   * The batch is not read on, and ends without its last line.
   *
   * @param number the line that was not answered any more
   */
  record Cut(long number, Refusal why) implements BatchLine {}

  /** The body broke off: nobody is told any more. */
  record Broken() implements BatchLine {}

  /** What became of a line. */
  sealed interface Outcome {
    record Answered(Query query, Adjudication adjudication) implements Outcome {}

    record Refused(Refusal refusal) implements Outcome {}
  }
}
