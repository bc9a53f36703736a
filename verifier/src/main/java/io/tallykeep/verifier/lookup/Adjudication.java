package io.tallykeep.verifier.lookup;

import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The outcome of one look-up: the answer and what it rests on.
 *
 * @param answer what is known about the event
 * @param eventDay the day that was looked up: the caller's, the one inside the identity, or the
 *     found row's; empty where none is known
 * @param where where the row that decided was found
 * @param recordedHash the found row's payload hash in lower-case hex, if it has one
 * @param epoch the day's epoch at the first read of the ledger, if the day is covered
 * @param serverUuid the server that answered that read
 * @param requests HTTP requests sent to the object store for this look-up, each retry and each
 *     second request beside a slow one counted; what several look-ups wait for (an index, a new
 *     snapshot) counts for the one that started it
 */
public record Adjudication(
    Answer answer,
    Optional<LocalDate> eventDay,
    Where where,
    Optional<String> recordedHash,
    OptionalLong epoch,
    Optional<String> serverUuid,
    long requests) {

  /** Why nothing can be said: {@code CODE: detail}; empty for every other answer. */
  public Optional<String> reason() {
    return answer instanceof Answer.Undecidable undecidable
        ? Optional.of(undecidable.reason() + ": " + undecidable.detail())
        : Optional.empty();
  }

  /** The dataset's result columns in their order, for a DUPLICATE; else empty. */
  public Map<String, Optional<String>> result() {
    return answer instanceof Answer.Duplicate duplicate ? duplicate.result() : Map.of();
  }
}
