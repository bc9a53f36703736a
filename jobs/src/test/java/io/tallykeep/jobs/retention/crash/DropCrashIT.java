package io.tallykeep.jobs.retention.crash;

import io.tallykeep.jobs.LateRows;
import java.time.LocalDate;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Dropping, expiring and taking late rows over: a crash at every effect. */
class DropCrashIT extends CrashMatrix {
  DropCrashIT() {
    super(EnumSet.of(Stage.DROP, Stage.EXPIRE, Stage.LATE));
  }

  @Test
  void drop() throws Exception {
    try (Days days = Days.adopted(folder, ARCHIVED_AFTER + 10)) {
      chain(
          () -> {
            LocalDate day = days.next();
            days.faulty().clean(archive(day));
            return days.unit(day, List.of("jobs", "run", "drop"));
          },
          Stage.DROP);
      days.finish();
    }
  }

  @Test
  void expire() throws Exception {
    try (Days days = Days.adopted(folder, EXPIRED_AFTER + 7)) {
      days.faulty().clean(List.of("jobs", "run", "archive"));
      days.faulty().clean(List.of("jobs", "run", "drop"));
      chain(
          () -> {
            LocalDate day = days.next();
            return days.unit(day, expire(day));
          },
          Stage.EXPIRE);
      days.finish();
    }
  }

  @Test
  void lateRows() throws Exception {
    try (Days days = Days.adopted(folder, ARCHIVED_AFTER + 12)) {
      days.faulty().clean(List.of("jobs", "run", "archive"));
      days.faulty().clean(List.of("jobs", "run", "drop"));
      LateRows late = new LateRows(days.inbox());
      chain(
          () -> {
            LocalDate day = days.next();
            late.fill(day, 1_001, 1_020);
            return days.unit(
                day,
                List.of("jobs", "run", "late"),
                () -> List.of(late.count() + " late", late.runs().get(late.runs().size() - 1)));
          },
          Stage.LATE);
      days.finish();
    }
  }

  private static List<String> expire(LocalDate upTo) {
    return List.of("jobs", "run", "expire", "--as-of", upTo.plusDays(EXPIRED_AFTER).toString());
  }
}
