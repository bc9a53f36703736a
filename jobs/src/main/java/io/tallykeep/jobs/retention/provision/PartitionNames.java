package io.tallykeep.jobs.retention.provision;

import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.verifier.online.TablePartition;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Names new table partitions as the table's last one is named: what stands before the date, the
 * date's form, and whether it is the partition's first day or its bound. Never gives a name twice.
 *
 * <p>A name is for people only: which days a partition holds is always read from its bounds.
 */
final class PartitionNames {
  private static final List<DateTimeFormatter> DAYS = List.of(form("yyyyMMdd"), form("yyyy_MM_dd"));
  private static final List<DateTimeFormatter> MONTHS = List.of(form("yyyyMM"), form("yyyy_MM"));

  private final List<Identifier> taken;
  private final Optional<Pattern> pattern;

  /** What the last partition's name shows. */
  private record Pattern(String prefix, DateTimeFormatter form, boolean ofBound) {
    String name(LocalDate first, LocalDate endExclusive) {
      return prefix + form.format(ofBound ? endExclusive : first);
    }
  }

  /**
   * @param all every partition the table has
   * @param bounded those with an upper bound, lowest first
   * @param wholeMonths whether each new one holds a month, which a month's name can then tell apart
   */
  PartitionNames(List<TablePartition> all, List<TablePartition> bounded, boolean wholeMonths) {
    this.taken = all.stream().map(TablePartition::name).toList();
    List<DateTimeFormatter> forms = new ArrayList<>(DAYS);
    if (wholeMonths) {
      forms.addAll(MONTHS);
    }
    this.pattern =
        bounded.isEmpty() ? Optional.empty() : pattern(bounded.get(bounded.size() - 1), forms);
  }

  private static DateTimeFormatter form(String letters) {
    return DateTimeFormatter.ofPattern(letters, Locale.ROOT);
  }

  private static Optional<Pattern> pattern(TablePartition last, List<DateTimeFormatter> forms) {
    LocalDate end = last.upperExclusive().orElseThrow();
    LocalDate first = last.lowerInclusive().orElse(end.minusDays(1));
    String name = last.name().value();
    for (DateTimeFormatter form : forms) {
      for (boolean ofBound : new boolean[] {false, true}) {
        String date = form.format(ofBound ? end : first);
        if (name.endsWith(date)) {
          String prefix = name.substring(0, name.length() - date.length());
          return Optional.of(new Pattern(prefix, form, ofBound));
        }
      }
    }
    return Optional.empty();
  }

  /**
   * The name of the partition of these days.
   *
   * @param usual the name where the table's own show no pattern
   */
  String of(LocalDate first, LocalDate endExclusive, String usual) {
    String name = pattern.map(known -> known.name(first, endExclusive)).orElse(usual);
    String free = name;
    for (int number = 2; isTaken(free); number++) {
      free = name + "_" + number;
    }
    return free;
  }

  private boolean isTaken(String name) {
    return taken.stream().anyMatch(other -> other.sameColumn(name));
  }
}
