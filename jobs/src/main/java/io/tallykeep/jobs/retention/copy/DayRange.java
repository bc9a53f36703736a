package io.tallykeep.jobs.retention.copy;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * A run of event days.
 *
 * @param fromInclusive its first day; empty if it takes in every day before its end
 * @param untilExclusive the first day after it; empty if it has no end
 */
record DayRange(Optional<LocalDate> fromInclusive, Optional<LocalDate> untilExclusive) {
  static final DayRange ALL = new DayRange(Optional.empty(), Optional.empty());

  /**
   * Cuts days into runs. Together the runs take in every day there is, also days that are not among
   * those given, and no day twice: a row of a day nobody expects is in one of them.
   *
   * @param most how many of the days a run may hold, 1 or more
   */
  static List<DayRange> runsOf(Collection<LocalDate> days, int most) {
    List<LocalDate> ordered = days.stream().sorted().toList();
    List<DayRange> runs = new ArrayList<>();
    Optional<LocalDate> from = Optional.empty();
    for (int next = most; next < ordered.size(); next += most) {
      Optional<LocalDate> until = Optional.of(ordered.get(next));
      runs.add(new DayRange(from, until));
      from = until;
    }
    runs.add(new DayRange(from, Optional.empty()));
    return runs;
  }
}
