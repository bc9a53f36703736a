package io.tallykeep.verifier.lookup;

import io.tallykeep.archive.dataset.Dataset;
import java.time.LocalDate;

/** Ends a look-up that can't go on; becomes an {@link Answer.Undecidable} where it started. */
final class UndecidedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final UndecidableReason reason;
  private final String detail;

  UndecidedException(UndecidableReason reason, String detail) {
    super(reason + ": " + detail);
    this.reason = reason;
    this.detail = detail;
  }

  static UndecidedException notCovered(Dataset dataset, LocalDate day) {
    return new UndecidedException(
        UndecidableReason.NOT_COVERED,
        "dataset "
            + dataset.lockName()
            + " has no ledger row for event day "
            + day
            + ": nobody vouches for its rows. Check the day; days before the adoption are not"
            + " covered.");
  }

  static UndecidedException laggingServer(String serverUuid) {
    return new UndecidedException(
        UndecidableReason.READ_ONLY_SERVER,
        "server "
            + serverUuid
            + " is read-only, or replicates from another server: it may lag behind the one that takes"
            + " the writes. Point the data source at the writable primary.");
  }

  static UndecidedException readsUncommitted() {
    return new UndecidedException(
        UndecidableReason.UNSUITABLE_SESSION,
        "the look-up's sessions are READ UNCOMMITTED: a row that is rolled back later would count."
            + " Set transaction_isolation to READ-COMMITTED or stricter.");
  }

  Answer.Undecidable answer() {
    return new Answer.Undecidable(reason, detail);
  }
}
