package io.tallykeep.benchmarks.lookup;

import java.time.LocalDate;

/**
 * An event to look up.
 *
 * @param day its event day
 * @param consumer the identity's first value
 * @param event the identity's second value
 */
record Key(LocalDate day, String consumer, String event) {}
