package io.tallykeep.jobs.retention.provision;

import io.tallykeep.verifier.online.TablePartition;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How wide a table's partitions are, told from its last two bounds. */
enum PartitionCadence {
  DAILY(DateTimeFormatter.ofPattern("'p'yyyyMMdd", Locale.ROOT)) {
    @Override
    LocalDate endOf(LocalDate first) {
      return first.plusDays(1);
    }
  },
  WEEKLY(DateTimeFormatter.ofPattern("'p'yyyyMMdd", Locale.ROOT)) {
    @Override
    LocalDate endOf(LocalDate first) {
      return first.plusWeeks(1);
    }
  },
  MONTHLY(DateTimeFormatter.ofPattern("'p'yyyyMM", Locale.ROOT)) {
    @Override
    LocalDate endOf(LocalDate first) {
      return first.plusMonths(1).withDayOfMonth(1);
    }
  };

  private final DateTimeFormatter name;

  PartitionCadence(DateTimeFormatter name) {
    this.name = name;
  }

  /** The first day after the partition that begins on this day. */
  abstract LocalDate endOf(LocalDate first);

  /** The name of the partition that begins on this day: {@code p20260301}, {@code p202603}. */
  String nameOf(LocalDate first) {
    return name.format(first);
  }

  /**
   * The cadence of the partitions there are: a table with fewer than two bounds is taken as daily;
   * empty if the last two are a width apart that is none of these.
   */
  static Optional<PartitionCadence> of(List<TablePartition> bounded) {
    if (bounded.size() < 2) {
      return Optional.of(DAILY);
    }
    LocalDate before = bounded.get(bounded.size() - 2).upperExclusive().orElseThrow();
    LocalDate last = bounded.get(bounded.size() - 1).upperExclusive().orElseThrow();
    if (before.getDayOfMonth() == 1 && last.equals(before.plusMonths(1))) {
      return Optional.of(MONTHLY);
    }
    if (last.equals(before.plusDays(1))) {
      return Optional.of(DAILY);
    }
    return last.equals(before.plusWeeks(1)) ? Optional.of(WEEKLY) : Optional.empty();
  }
}
