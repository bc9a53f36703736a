package io.tallykeep.jobs.retention.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.retention.crash.ExternalEffect;
import io.tallykeep.jobs.retention.crash.FaultyInbox;
import io.tallykeep.jobs.retention.crash.Stage;
import io.tallykeep.jobs.retention.replay.ArchiverWalk.Place;
import io.tallykeep.jobs.retention.replay.ArchiverWalk.Work;
import io.tallykeep.jobs.retention.replay.WindowRounds.WindowSize;
import io.tallykeep.verifier.gate.GatePoint;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two gates replay one event while its partition is archived, dropped, thawed, its late rows taken
 * over and its day expired: rounds at each gate point around each registered effect of the
 * archiver's. Every event has one effect and one row, whoever comes first.
 *
 * <p>Each window once by default, at least twenty times with {@code -Psoak}.
 */
class GateWindowsIT {
  private static final boolean LONG = Boolean.getBoolean("tallykeep.soak");
  private static final int INBOXES = LONG ? 5 : 1;
  private static final int ROUNDS_AT_ONCE = LONG ? 4 : 1;
  private static final int ARCHIVED_AFTER = 5;
  private static final int EXPIRED_AFTER = 11;

  /** The oldest goes all the way; the next is thawed on its way. */
  private static final int DAYS = EXPIRED_AFTER + 2;

  private static final int ROWS = 20;
  private static final int LOOKUP_THREADS = 8;

  private static final Set<ExternalEffect> THAWING =
      EnumSet.of(
          ExternalEffect.CLOSED,
          ExternalEffect.FROZEN,
          ExternalEffect.THAWED,
          ExternalEffect.DEFERRED);

  @TempDir private Path folder;
  private final Histogram histogram = new Histogram();

  @Test
  void twoGatesThatReplayOneEventWhileItIsArchivedHaveOneEffect() throws Exception {
    try {
      for (int i = 0; i < INBOXES; i++) {
        try (FaultyInbox faulty = FaultyInbox.create(folder, DAYS, ROWS)) {
          play(faulty);
        }
      }
    } finally {
      histogram.print();
    }
    int least = INBOXES * ROUNDS_AT_ONCE;
    assertThat(histogram.windowsWithFewerThan(least, effects()))
        .as("windows with fewer than %s rounds", least)
        .containsExactlyInAnyOrderElementsOf(whereNoGateCanBe());
    assertThat(histogram.counted("the archiver waited for gates that held the day's ledger row"))
        .isPositive();
    assertThat(histogram.counted("a gate waited for the archiver's COMMIT")).isPositive();
  }

  private static List<ExternalEffect> effects() {
    List<ExternalEffect> effects = new ArrayList<>();
    for (Stage stage :
        List.of(Stage.FIRST_ARCHIVE, Stage.ARCHIVE, Stage.LATE, Stage.DROP, Stage.EXPIRE)) {
      effects.addAll(ExternalEffect.of(stage));
    }
    effects.add(ExternalEffect.THAWED);
    effects.add(ExternalEffect.DEFERRED);
    return effects;
  }

  /** Once a day is EXPIRED every gate is turned away at its look-up. */
  private static List<String> whereNoGateCanBe() {
    return Arrays.stream(GatePoint.values())
        .filter(point -> point != GatePoint.ADJUDICATED)
        .map(point -> point + " x " + ExternalEffect.FILES_REMOVED + ": 0")
        .toList();
  }

  private void play(FaultyInbox faulty) throws Exception {
    TestInbox inbox = faulty.inbox();
    faulty.clean(
        List.of("jobs", "guard", "install", "--covered-since", inbox.day(DAYS).toString()));
    try (LockWaits waits = new LockWaits(inbox);
        Gates gates = faulty.direct(() -> new Gates(inbox.configuration(), LOOKUP_THREADS))) {
      LocalDate day = inbox.day(DAYS);
      WindowRounds rounds = rounds(gates, waits, "archive", day);
      rounds.applyBefore();
      walk(faulty, rounds, archiving(), wholeWay(day), (walk, place) -> afterwards(rounds, place));
      rounds.endThroughout();
      assertEachRowOnce(gates, Set.of());

      playThaw(faulty, gates, waits);

      WindowRounds expiring = rounds(gates, waits, "expire", day);
      expiring.applyLate();
      walk(
          faulty,
          expiring,
          Set.of(ExternalEffect.EXPIRED),
          List.of(expire(day)),
          GateWindowsIT::beforeTheFilesGo);
      expiring.endThroughout();
      assertEachRowOnce(gates, Set.of(day));
    }
  }

  /** A day that is found not ready at once is not thawed; then the next one is taken. */
  private void playThaw(FaultyInbox faulty, Gates gates, LockWaits waits) throws Exception {
    TestInbox inbox = faulty.inbox();
    int wanted = histogram.rounds(ExternalEffect.THAWED) + 1;
    for (int age = DAYS - 1; histogram.rounds(ExternalEffect.THAWED) < wanted; age--) {
      LocalDate day = inbox.day(age);
      WindowRounds rounds = rounds(gates, waits, "thaw", day);
      rounds.applyBefore();
      walk(
          faulty, rounds, THAWING, List.of(archive(day)), (walk, place) -> thaw(inbox, place, day));
      rounds.endThroughout();
    }
    faulty.clean(List.of("jobs", "run", "drop"));
    faulty.clean(List.of("jobs", "run", "late"));
  }

  private WindowRounds rounds(Gates gates, LockWaits waits, String name, LocalDate day) {
    return new WindowRounds(gates, waits, histogram, new WindowSize(name, day, ROUNDS_AT_ONCE));
  }

  private void walk(
      FaultyInbox faulty,
      WindowRounds windows,
      Collection<ExternalEffect> effects,
      List<Work> commands,
      BiConsumer<ArchiverWalk, Place> meanwhile)
      throws Exception {
    List<Round> rounds = windows.begin();
    windows.beginThroughout();
    try (ArchiverWalk walk = new ArchiverWalk(faulty, effects, commands)) {
      Optional<Place> place = windows.follow(walk, rounds, meanwhile);
      while (place.isPresent()) {
        rounds = windows.begin();
        windows.beginThroughout();
        place.get().goOn();
        place = windows.follow(walk, rounds, meanwhile);
      }
      walk.await();
      histogram.count("runs of the archiver that were put off and came again", walk.putOff());
    }
  }

  private static Set<ExternalEffect> archiving() {
    Set<ExternalEffect> effects = EnumSet.noneOf(ExternalEffect.class);
    for (Stage stage : List.of(Stage.FIRST_ARCHIVE, Stage.ARCHIVE, Stage.LATE, Stage.DROP)) {
      effects.addAll(ExternalEffect.of(stage));
    }
    return effects;
  }

  private static List<Work> wholeWay(LocalDate day) {
    return List.of(archive(day), run("late"), run("drop"), run("late"));
  }

  private static Work archive(LocalDate upTo) {
    return new Work(
        List.of("jobs", "run", "archive", "--as-of", upTo.plusDays(ARCHIVED_AFTER).toString()),
        List.of());
  }

  private static Work run(String job) {
    return new Work(List.of("jobs", "run", job), List.of());
  }

  /** Expire is refused while the day has late rows. */
  private static Work expire(LocalDate day) {
    return new Work(
        List.of("jobs", "run", "expire", "--as-of", day.plusDays(EXPIRED_AFTER).toString()),
        List.of("jobs", "run", "late"));
  }

  private static void afterwards(WindowRounds rounds, Place place) {
    if (place.effect() == ExternalEffect.CLOSED && !place.isCommitting()) {
      rounds.applyLate();
    }
  }

  /** Only now: taking late rows over before moves the archive's pointer, too. */
  private static void beforeTheFilesGo(ArchiverWalk walk, Place place) {
    if (place.effect() == ExternalEffect.EXPIRED && !place.isCommitting()) {
      walk.standAt(ExternalEffect.FILES_REMOVED);
    }
  }

  /** An operation becomes undecided while its day is being frozen, and decided after the thaw. */
  private static void thaw(TestInbox inbox, Place place, LocalDate day) {
    if (place.effect() == ExternalEffect.FROZEN && place.isCommitting()) {
      operation(inbox, day, "UNKNOWN");
    }
    if (place.effect() == ExternalEffect.DEFERRED && !place.isCommitting()) {
      operation(inbox, day, "SUCCEEDED");
    }
  }

  private static void operation(TestInbox inbox, LocalDate day, String status) {
    try {
      inbox.sql(
          "UPDATE `"
              + inbox.schema()
              + "`.operation SET status = '"
              + status
              + "' WHERE operation_id = 'op-"
              + TestInbox.event(day, 10)
              + "'");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Over inbox, late table and archive together; the rows of expired days are gone. */
  private void assertEachRowOnce(Gates gates, Set<LocalDate> expired)
      throws SQLException, IOException {
    EffectTable effects = gates.effects();
    Map<String, Integer> rows = effects.rowsOnServer();
    ArchivedEvents.counts(gates.archive(), folder)
        .forEach((event, count) -> rows.merge(event, count, Integer::sum));
    assertThat(rows)
        .as("rows of one event")
        .allSatisfy((event, count) -> assertThat(count).isOne());
    assertThat(effects.perEvent().keySet())
        .filteredOn(event -> expired.stream().noneMatch(day -> event.startsWith("win-" + day)))
        .as("events with an effect have a row")
        .allMatch(rows::containsKey);
    assertThat(rows.keySet())
        .filteredOn(event -> event.startsWith("win-"))
        .as("events with a row have an effect")
        .isSubsetOf(effects.perEvent().keySet());
  }
}
