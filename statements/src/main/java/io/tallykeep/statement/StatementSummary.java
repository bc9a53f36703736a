package io.tallykeep.statement;

/**
 * One statement of an accepted file. Immutable.
 *
 * @param header as read
 * @param trailer as read
 * @param counts entries by status
 * @param coverage what it covers, or why nothing
 */
public record StatementSummary(
    StatementHeader header, StatementTrailer trailer, Counts counts, Coverage coverage) {
  /**
   * Entries by status; items of batches count, and a batch without items counts once.
   *
   * @param booked booked entries
   * @param pending pending entries
   * @param info entries for information
   * @param notItemised booked entries that are sums without their items
   */
  public record Counts(long booked, long pending, long info, long notItemised) {}
}
