package io.tallykeep.verifier.lookup;

import io.tallykeep.archive.read.ReadScope;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.ledger.LedgerReading;
import java.time.LocalDate;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * How far one look-up has come and what it knows by now. Written by the look-up's thread, read by
 * the caller's too when the deadline passes.
 */
final class LookupTrace {
  private final LookupListener listener;
  private final ReadScope reads;
  private volatile @Nullable LookupStep step;
  private volatile @Nullable LocalDate eventDay;
  private volatile @Nullable LedgerReading firstReading;

  /**
   * @param reads the look-up as the object store's reads see it
   */
  LookupTrace(LookupListener listener, ReadScope reads) {
    this.listener = listener;
    this.reads = reads;
  }

  /** Until when the archive may be read, and what was sent for it. */
  ReadScope reads() {
    return reads;
  }

  void before(LookupStep next, int round) {
    step = next;
    listener.before(next, round);
  }

  void eventDay(LocalDate day) {
    eventDay = day;
  }

  /** The reading of step 0, the one an UNSEEN carries. */
  void firstReading(LedgerReading reading) {
    firstReading = reading;
  }

  /** Where the look-up is, for a message. */
  String at() {
    LookupStep last = step;
    return last == null
        ? "before step 0, while it opened a connection or read the table's columns"
        : "at step " + last.number() + " (" + last + ")";
  }

  Adjudication adjudication(Answer answer, Where where, Optional<String> recordedHash) {
    LedgerReading reading = firstReading;
    Optional<LedgerDay> row = reading == null ? Optional.empty() : reading.day();
    return new Adjudication(
        answer,
        Optional.ofNullable(eventDay),
        where,
        recordedHash,
        row.map(day -> OptionalLong.of(day.epoch())).orElse(OptionalLong.empty()),
        Optional.ofNullable(reading).map(LedgerReading::serverUuid),
        reads.requests());
  }

  Adjudication noRow(Answer answer) {
    return adjudication(answer, Where.NONE, Optional.empty());
  }
}
