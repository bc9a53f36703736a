package io.tallykeep.statement;

import org.jspecify.annotations.Nullable;

/**
 * One entry of a statement, or one item of a batch entry. Immutable.
 *
 * @param place where it stands
 * @param providerId the provider's own id of the entry, null if missing or a placeholder; not
 *     unique by itself (see {@code EntryIdentity})
 * @param kind what it is
 * @param amounts how much
 * @param dates when
 * @param carriers references
 * @param party the other side
 * @param text free text, as stated, joined by the format's rule; empty if none
 * @param batch its place in a batch, null if it is booked alone
 * @param occurrence its number among the entries of its statement that have the same provider id,
 *     or without one the same content, type and direction, from 1; 0 until the gate has counted
 */
public record StatementEntry(
    EntryPlace place,
    @Nullable String providerId,
    EntryKind kind,
    EntryAmounts amounts,
    EntryDates dates,
    Carriers carriers,
    Party party,
    String text,
    @Nullable BatchItem batch,
    int occurrence) {
  /** Whether it stands for one payment rather than for a sum that is not itemised. */
  public boolean itemised() {
    return batch == null || batch.itemised();
  }

  /** The same entry, counted. */
  public StatementEntry withOccurrence(int counted) {
    return new StatementEntry(
        place, providerId, kind, amounts, dates, carriers, party, text, batch, counted);
  }
}
