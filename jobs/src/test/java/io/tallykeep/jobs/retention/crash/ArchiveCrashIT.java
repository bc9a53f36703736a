package io.tallykeep.jobs.retention.crash;

import java.time.LocalDate;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Archiving, also of days that turn out not to be ready: a crash at every effect. */
class ArchiveCrashIT extends CrashMatrix {
  ArchiveCrashIT() {
    super(
        EnumSet.of(Stage.FIRST_ARCHIVE, Stage.ARCHIVE, Stage.STUCK_ARCHIVE, Stage.THAWING_ARCHIVE));
  }

  @Test
  void firstArchive() throws Exception {
    chain(
        () -> {
          FaultyInbox faulty = freshInbox(ARCHIVED_AFTER);
          faulty.clean(install(faulty, ARCHIVED_AFTER));
          return unit(faulty, List.of("jobs", "run", "archive"));
        },
        Stage.FIRST_ARCHIVE);
  }

  @Test
  void archive() throws Exception {
    try (Days days = Days.adopted(folder, ARCHIVED_AFTER + 40)) {
      chain(
          () -> {
            LocalDate day = days.next();
            return days.unit(day, archive(day));
          },
          Stage.ARCHIVE);
      days.finish();
    }
  }

  @Test
  void archiveOfDaysThatAreNotReady() throws Exception {
    try (Days days = Days.adopted(folder, ARCHIVED_AFTER + 8)) {
      chain(
          () -> {
            LocalDate day = days.next();
            return days.unit(
                day,
                archive(day),
                () -> days.operation(day, "UNKNOWN"),
                () -> days.operation(day, "SUCCEEDED"));
          },
          Stage.STUCK_ARCHIVE);
      chain(
          () -> {
            LocalDate day = days.next();
            return days.unit(
                day,
                archive(day),
                () -> unreadyAfterFreeze(days, day),
                () -> days.operation(day, "SUCCEEDED"));
          },
          Stage.THAWING_ARCHIVE);
      days.finish();
    }
  }

  /** The operation becomes undecided between the look before the freeze and the one after it. */
  private static void unreadyAfterFreeze(Days days, LocalDate day) {
    if (!days.isProgress(day, "FROZEN")) {
      days.operation(day, "SUCCEEDED");
      days.faulty()
          .mysql()
          .stopBefore(() -> days.operation(day, "UNKNOWN"), "SET progress = 'FROZEN'");
    }
  }
}
