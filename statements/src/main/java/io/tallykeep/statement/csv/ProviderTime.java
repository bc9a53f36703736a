package io.tallykeep.statement.csv;

import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * A moment as a file states it.
 *
 * @param date the calendar date in the provider's zone
 * @param instant the moment, or null where the file's words fit two (the hour that a change of the
 *     clock repeats)
 */
record ProviderTime(LocalDate date, @Nullable Instant instant) {}
