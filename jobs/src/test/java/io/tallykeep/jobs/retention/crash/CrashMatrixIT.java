package io.tallykeep.jobs.retention.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.jobs.LateRows;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every registered effect of every command, three times: a run dies before it, dies after it, and
 * loses its answer. However many runs have died, the command must come to the very state that an
 * undisturbed run leaves. Some of the runs are processes of their own, which SIGKILL ends.
 */
class CrashMatrixIT {
  /** After how many days a day may be archived, and how many later it may expire. */
  private static final int ARCHIVED_AFTER = 5;

  private static final int EXPIRED_AFTER = 11;

  private static final Map<ExternalEffect, Set<CrashCase>> SURVIVED =
      new EnumMap<>(ExternalEffect.class);
  private static int kills;

  private final List<FaultyInbox> fresh = new ArrayList<>();
  @TempDir private Path folder;

  @AfterEach
  void closeFreshInboxes() {
    fresh.forEach(FaultyInbox::close);
  }

  @Test
  void adoption() throws Exception {
    chain(
        () -> {
          FaultyInbox faulty = freshInbox(2);
          return unit(faulty, install(faulty, 2));
        },
        Stage.ADOPT);
  }

  @Test
  void removal() throws Exception {
    FaultyInbox faulty = freshInbox(2);
    chain(
        () -> {
          faulty.clean(install(faulty, 2));
          return unit(faulty, List.of("jobs", "guard", "remove"));
        },
        Stage.REMOVE);
  }

  @Test
  void provision() throws Exception {
    chain(
        () -> {
          FaultyInbox faulty = freshInbox(2);
          faulty.clean(install(faulty, 2));
          return unit(faulty, List.of("jobs", "run", "provision"));
        },
        Stage.PROVISION);
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
  void pause() throws Exception {
    try (Days days = Days.adopted(folder, 2)) {
      chain(
          () -> {
            days.faulty().clean(pause("off"));
            return Unit.of(
                days.faulty(),
                pause("on"),
                () ->
                    days.inbox()
                        .query(
                            "SELECT is_on FROM `"
                                + days.inbox().control()
                                + "`.control_switch WHERE name = 'pause'"));
          },
          Stage.PAUSE);
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

  private static List<String> pause(String state) {
    return List.of("jobs", "pause", state, "--reason", "to see a crash");
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

  @AfterAll
  static void everyEffectWasSurvivedInEveryCase() {
    Set<CrashCase> all = EnumSet.allOf(CrashCase.class);
    System.out.printf(
        "crash matrix: %d effects x %d cases; %d runs died, %d of them processes ended by SIGKILL;"
            + " every unit of work came to the undisturbed state%n",
        ExternalEffect.values().length,
        all.size(),
        SURVIVED.values().stream().mapToInt(Set::size).sum(),
        kills);
    assertThat(ExternalEffect.values())
        .as("each effect has all of %s", all)
        .allMatch(effect -> all.equals(SURVIVED.get(effect)));
  }

  private static void chain(Callable<Unit> units, Stage stage) throws Exception {
    CrashChain chain = new CrashChain(units);
    chain.run(Crash.of(stage));
    for (Crash crash : chain.survived()) {
      SURVIVED
          .computeIfAbsent(crash.effect(), any -> EnumSet.noneOf(CrashCase.class))
          .add(crash.crash());
    }
    kills += chain.kills();
  }

  private FaultyInbox freshInbox(int days) throws Exception {
    FaultyInbox faulty = FaultyInbox.create(folder, days, Days.ROWS);
    fresh.add(faulty);
    return faulty;
  }

  private static Unit unit(FaultyInbox faulty, List<String> words) {
    return Unit.of(faulty, words, () -> new EndState(faulty.inbox()).ofEverything());
  }

  private static List<String> install(FaultyInbox faulty, int days) {
    return List.of(
        "jobs", "guard", "install", "--covered-since", faulty.inbox().day(days).toString());
  }

  private static List<String> archive(LocalDate upTo) {
    return List.of("jobs", "run", "archive", "--as-of", upTo.plusDays(ARCHIVED_AFTER).toString());
  }

  private static List<String> expire(LocalDate upTo) {
    return List.of("jobs", "run", "expire", "--as-of", upTo.plusDays(EXPIRED_AFTER).toString());
  }
}
