package io.tallykeep.statement;

import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * An entry's dates, in the provider's zone. A date that is stated as a date stays that date in
 * every zone. Immutable.
 *
 * @param booking the booking date, null if not stated
 * @param value the value date, null if not stated
 * @param instant the moment it was booked or made, null if only dates are stated
 */
public record EntryDates(
    @Nullable LocalDate booking, @Nullable LocalDate value, @Nullable Instant instant) {}
