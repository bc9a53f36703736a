package io.tallykeep.jobs.retention.ledger;

/**
 * A table partition's days as one freeze left them. Copy, publish, prove and drop belong to the
 * freeze: after a thaw its number is on no row any more, and their transitions are refused.
 *
 * @param days the days
 * @param freezeNumber the freeze's epoch
 */
public record FrozenDays(PartitionDays days, long freezeNumber) {
  @Override
  public String toString() {
    return days + ", freeze " + freezeNumber;
  }
}
