package io.tallykeep.verifier.ledger;

import java.util.Optional;

/**
 * What one SELECT said about an event day: its ledger row and the server that answered.
 *
 * @param day the day's row; empty where the day is not covered, sentinel days included
 * @param serverUuid {@code @@server_uuid} of the server that answered
 * @param mayLag whether that server is {@code read_only} or {@code super_read_only}, or replicates
 *     from another one: it may lag behind the server that takes the writes and decides nothing
 * @param readsUncommitted whether the session's statements may see what others have not committed
 */
public record LedgerReading(
    Optional<LedgerDay> day, String serverUuid, boolean mayLag, boolean readsUncommitted) {

  /**
   * Whether nothing a look-up relies on changed between the two readings: same server, progress,
   * epoch, snapshot sequence and table partition. Attention and evidence do not count.
   */
  public boolean sameStateAs(LedgerReading other) {
    return serverUuid.equals(other.serverUuid)
        && mayLag == other.mayLag
        && day.map(LedgerReading::state).equals(other.day.map(LedgerReading::state));
  }

  private static State state(LedgerDay day) {
    return new State(
        day.progress(), day.epoch(), day.snapshotSequence(), day.tablePartition().orElse(""));
  }

  private record State(
      Progress progress, long epoch, long snapshotSequence, String tablePartition) {}
}
