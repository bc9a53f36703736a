package io.tallykeep.statement;

/**
 * An entry's place in a batch that the provider booked as one sum. Immutable.
 *
 * @param parent the batch's element, for people
 * @param number the item's number in the batch, from 1; 0 if the batch is not itemised
 * @param count how many items the batch has, as stated or counted; 0 if nothing says
 */
public record BatchItem(String parent, int number, int count) {
  /** Whether this stands for one payment. If not, it is the sum of payments that are not listed. */
  public boolean itemised() {
    return number > 0;
  }
}
