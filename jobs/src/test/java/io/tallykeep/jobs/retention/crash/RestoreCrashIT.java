package io.tallykeep.jobs.retention.crash;

import java.time.LocalDate;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Restoring, drilling, rebuilding, and what people decide: a crash at every effect. */
class RestoreCrashIT extends CrashMatrix {
  RestoreCrashIT() {
    super(
        EnumSet.of(
            Stage.RESTORE,
            Stage.DRILL,
            Stage.REBUILD,
            Stage.HOLD,
            Stage.HOLD_RELEASE,
            Stage.RETRY));
  }

  @Test
  void restoreDrillAndRebuild() throws Exception {
    try (Days days = Days.adopted(folder, ARCHIVED_AFTER + 14)) {
      days.faulty().clean(List.of("jobs", "run", "archive"));
      SideTables side = new SideTables(days.inbox());
      chain(
          () -> {
            LocalDate day = days.next();
            return days.unit(day, restore(day), () -> side.restored(day));
          },
          Stage.RESTORE);
      LocalDate any = days.next();
      chain(() -> days.unit(any, List.of("jobs", "run", "drill"), side::drills), Stage.DRILL);
      chain(
          () -> {
            side.loseCatalog();
            return new Unit(
                days.faulty(),
                List.of("jobs", "rebuild-catalog"),
                () -> {},
                () -> days.assertNothingWrongIsAnswered(any),
                () -> {},
                false,
                side::catalog);
          },
          Stage.REBUILD);
      days.finish();
    }
  }

  @Test
  void holdsAndInterventions() throws Exception {
    try (Days days = Days.adopted(folder, ARCHIVED_AFTER + 24)) {
      Interventions people = new Interventions(days.inbox());
      chain(
          () -> {
            LocalDate day = days.next();
            days.operation(day, "UNKNOWN");
            days.inbox().run(archive(day).toArray(String[]::new));
            return Unit.once(days.faulty(), people.retry(day), () -> people.attention(day));
          },
          Stage.RETRY);
      chain(
          () -> {
            LocalDate day = days.next();
            return Unit.once(days.faulty(), people.holdAdd(day), () -> people.isHeld(day));
          },
          Stage.HOLD);
      chain(
          () -> {
            LocalDate day = days.next();
            days.faulty().clean(people.holdAdd(day));
            return Unit.once(days.faulty(), people.holdRelease(day), () -> people.isHeld(day));
          },
          Stage.HOLD_RELEASE);
    }
  }

  private static List<String> restore(LocalDate day) {
    return List.of(
        "jobs",
        "run",
        "restore",
        "--dataset",
        "inbox",
        "--from",
        day.toString(),
        "--to",
        day.toString());
  }
}
