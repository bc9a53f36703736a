package io.tallykeep.verifier.ledger;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * What one SELECT said about all days of a dataset and shard.
 *
 * @param days the days, oldest first, without the sentinels
 * @param serverUuid {@code @@server_uuid} of the server that answered
 * @param mayLag whether that server may lag behind another one, as in {@link LedgerReading}
 * @param readsUncommitted as in {@link LedgerReading}
 */
public record LedgerListing(
    List<LedgerDay> days, String serverUuid, boolean mayLag, boolean readsUncommitted) {
  public LedgerListing {
    days = List.copyOf(days);
  }

  /** The row of one day, if it is covered. */
  public Optional<LedgerDay> day(LocalDate day) {
    return days.stream().filter(row -> row.day().equals(day)).findFirst();
  }

  /** What it says about one day. */
  public LedgerReading reading(LocalDate day) {
    return new LedgerReading(day(day), serverUuid, mayLag, readsUncommitted);
  }
}
