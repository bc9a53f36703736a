package io.tallykeep.verifier.online;

import io.tallykeep.archive.dataset.Identifier;
import java.time.LocalDate;
import java.util.Optional;

/**
 * One table partition and the event days it takes, by the table's real bounds.
 *
 * @param name its name, as the data dictionary spells it
 * @param lowerInclusive the first day it takes: the upper bound of the partition before it. Empty
 *     for the first partition, which takes every earlier day, also those of partitions dropped
 *     before it
 * @param upperExclusive the first day it does not take; empty for MAXVALUE
 * @param ordinal its position, from 1
 */
public record TablePartition(
    Identifier name,
    Optional<LocalDate> lowerInclusive,
    Optional<LocalDate> upperExclusive,
    int ordinal) {

  /** Whether a row of this day is, or would be, in this partition. */
  public boolean contains(LocalDate day) {
    return lowerInclusive.map(lower -> !day.isBefore(lower)).orElse(true)
        && upperExclusive.map(day::isBefore).orElse(true);
  }

  /** Whether this partition has the name: MySQL compares partition names without regard to case. */
  public boolean isNamed(String other) {
    return name.sameColumn(other);
  }
}
