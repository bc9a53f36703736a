package io.tallykeep.jobs.retention.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tallykeep.jobs.retention.crash.ExternalEffect;
import io.tallykeep.jobs.retention.replay.ArchiverWalk.Place;
import io.tallykeep.jobs.retention.replay.Round.History;
import io.tallykeep.verifier.gate.GateOutcome;
import io.tallykeep.verifier.gate.GateOutcome.Kind;
import io.tallykeep.verifier.gate.GatePoint;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Plays rounds around each effect of the archiver's: a gate is held at each gate point, the
 * archiver goes from one effect to the next, another gate replays the same event, and all go on.
 */
final class WindowRounds {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final int POLL_MILLIS = 10;

  private final Gates gates;
  private final EffectTable effects;
  private final LockWaits waits;
  private final Histogram histogram;
  private final String name;
  private final LocalDate day;
  private final int roundsPerWindow;
  private final List<Round> throughout = new ArrayList<>();
  private final List<ReplayedEvent> earlier = new ArrayList<>();
  private int made;

  /** Stands ready to read the ledger while the archiver's COMMIT is on its way. */
  private final List<HeldGate> meeting = new ArrayList<>();

  WindowRounds(Gates gates, LockWaits waits, Histogram histogram, WindowSize size) {
    this.gates = gates;
    this.effects = gates.effects();
    this.waits = waits;
    this.histogram = histogram;
    this.name = size.name();
    this.day = size.day();
    this.roundsPerWindow = size.roundsPerWindow();
  }

  /**
   * How much is played.
   *
   * @param name of its own, with which its events' names begin
   * @param day whose events are replayed
   * @param roundsPerWindow how many rounds are played at once in each window
   */
  record WindowSize(String name, LocalDate day, int roundsPerWindow) {}

  private ReplayedEvent newEvent(String why) {
    return ReplayedEvent.of("win-" + day + "-" + name + "-" + why + "-" + made++, day);
  }

  /** Events that were applied before the archiver began. */
  void applyBefore() {
    for (int i = 0; i < roundsPerWindow; i++) {
      applyOne("online");
    }
  }

  private void applyOne(String why) {
    ReplayedEvent event = newEvent(why);
    assertThat(settled(gates.apply(event), event).kind()).isEqualTo(Kind.APPLIED);
    earlier.add(event);
  }

  /** Begins a round at each gate point and waits until each first gate stands there. */
  List<Round> begin() {
    List<Round> rounds = new ArrayList<>();
    for (int i = 0; i < roundsPerWindow; i++) {
      for (GatePoint point : GatePoint.values()) {
        rounds.add(Round.begin(gates, newEvent("new"), point, History.NEVER_APPLIED));
      }
      rounds.add(
          Round.begin(
              gates,
              earlier.get(earlier.size() - 1),
              GatePoint.ADJUDICATED,
              History.APPLIED_BEFORE));
      rounds.add(
          Round.begin(
              gates,
              earlier.get(i % earlier.size()),
              GatePoint.ADJUDICATED,
              History.APPLIED_BEFORE));
    }
    HeldGate ready = HeldGate.heldAt(GatePoint.BEGUN, gates, newEvent("meeting"));
    meeting.add(ready);
    awaitEach(rounds, round -> round.first().wasHeld() || round.first().isOver());
    awaitTrue("a gate to meet a COMMIT", () -> ready.wasHeld() || ready.isOver());
    return rounds;
  }

  /** Begins rounds whose first gate stands until {@link #endThroughout} while the other is done. */
  void beginThroughout() {
    for (GatePoint point : List.of(GatePoint.ADJUDICATED, GatePoint.BEGUN)) {
      Round round = Round.begin(gates, newEvent("throughout"), point, History.NEVER_APPLIED);
      awaitEach(List.of(round), any -> round.first().wasHeld() || round.first().isOver());
      round.startSecond(false).outcome();
      throughout.add(round);
    }
  }

  /** Lets the gates go that stood through everything. */
  void endThroughout() throws SQLException {
    for (Round round : throughout) {
      round.goOn();
      List<GateOutcome> outcomes = round.outcomes();
      histogram.count(
          "held at "
              + round.at()
              + " while the other applied it and the archiver went on to the end: "
              + kind(outcomes.get(0))
              + "/"
              + kind(outcomes.get(1)));
    }
    assertOneEffect(throughout);
    throughout.clear();
  }

  /**
   * The archiver goes on to its next effect while the rounds' first gates stand.
   *
   * @param meanwhile is told of each place on the way, while the archiver stands there
   * @return where it stands now; empty if its commands are over
   */
  Optional<Place> follow(
      ArchiverWalk walk, List<Round> rounds, BiConsumer<ArchiverWalk, Place> meanwhile)
      throws SQLException {
    boolean waited = false;
    while (true) {
      Optional<Place> place = walk.poll(POLL_MILLIS);
      if (place.isPresent() && place.get().isCommitting()) {
        meanwhile.accept(walk, place.get());
        meet(place.get());
        continue;
      }
      if (place.isPresent()) {
        meanwhile.accept(walk, place.get());
        end(Optional.of(place.get().effect()), rounds, waited);
        return place;
      }
      if (walk.isOver()) {
        end(Optional.empty(), rounds, waited);
        return Optional.empty();
      }
      if (!waited && waits.ofTheArchiver()) {
        waited = true;
        letTheLockingGo(rounds);
      }
    }
  }

  /** By design: a gate holds the day's ledger row, and the archiver waits for it. */
  private void letTheLockingGo(List<Round> rounds) {
    List<Round> locking = rounds.stream().filter(Round::locksTheLedger).toList();
    locking.forEach(round -> round.startSecond(false));
    histogram.count("the archiver waited for gates that held the day's ledger row");
    locking.forEach(Round::goOn);
    awaitEach(locking, round -> round.first().isOver() && round.second().isOver());
  }

  /** By design: the archiver has the ledger row locked, and a gate waits for its COMMIT. */
  private void meet(Place committing) {
    for (HeldGate gate : meeting) {
      gate.goOn();
      awaitTrue("a gate that meets " + committing, () -> gate.isOver() || waits.forTheLedger() > 0);
      if (!gate.isOver()) {
        histogram.count("a gate waited for the archiver's COMMIT");
      }
    }
    committing.goOn();
  }

  private void end(Optional<ExternalEffect> passed, List<Round> rounds, boolean waited)
      throws SQLException {
    List<Round> open = rounds.stream().filter(round -> !round.hasSecond()).toList();
    for (int i = 0; i < open.size(); i++) {
      open.get(i).startSecond((made + i) % 2 == 1);
    }
    awaitTrue("the other gates are done, stand, or wait for a row", () -> allQuiet(open));
    open.forEach(round -> round.first().goOn());
    open.forEach(Round::goOn);
    awaitEach(rounds, round -> round.first().isOver() && round.second().isOver());
    for (Round round : rounds) {
      count(passed, round, waited && !open.contains(round));
    }
    for (HeldGate gate : meeting) {
      gate.goOn();
      histogram.count("a gate beside the rounds: " + kind(gate.outcome()));
    }
    meeting.clear();
    assertOneEffect(rounds);
  }

  private boolean allQuiet(List<Round> rounds) {
    long moving =
        rounds.stream()
            .filter(round -> !round.second().isOver() && !round.second().wasHeld())
            .count();
    return moving == 0 || waits.forRows() >= moving;
  }

  private void count(Optional<ExternalEffect> passed, Round round, boolean waited) {
    List<GateOutcome> outcomes = round.outcomes();
    String text = kind(outcomes.get(0)) + "/" + kind(outcomes.get(1));
    if (round.first().lookedUpAgain()) {
      histogram.count("a held verdict no longer held and the event was looked up again");
    }
    if (round.history() == History.APPLIED_BEFORE) {
      histogram.count("an event applied before: " + text);
      return;
    }
    if (passed.isEmpty() || !round.first().wasHeld()) {
      histogram.count("after the last effect, or not held: " + text);
      return;
    }
    histogram.count(passed.get(), round.at(), text + (waited ? " (the archiver waited)" : ""));
  }

  private static Kind kind(GateOutcome outcome) {
    return outcome.kind();
  }

  /** Asks again as long as there is no answer; what was asked again is counted. */
  private GateOutcome settled(GateOutcome first, ReplayedEvent event) {
    GateOutcome outcome = first;
    for (int tries = 0; isOpen(outcome); tries++) {
      assertThat(tries).as("tries of %s, at last %s", event, outcome).isLessThan(20);
      histogram.count("asked again after " + outcome.kind());
      outcome = gates.apply(event);
    }
    return outcome;
  }

  private static boolean isOpen(GateOutcome outcome) {
    return switch (outcome.kind()) {
      case UNDECIDABLE, RETRY_EXHAUSTED, EFFECT_FAILED -> true;
      case APPLIED, DUPLICATE, CONFLICT, STALE, DEFERRED, IN_PROGRESS, BEYOND_WINDOW -> false;
    };
  }

  private void assertOneEffect(List<Round> rounds) throws SQLException {
    List<List<GateOutcome>> ends = new ArrayList<>();
    for (Round round : rounds) {
      ends.add(round.outcomes().stream().map(outcome -> settled(outcome, round.event())).toList());
    }
    Map<String, Integer> had = effects.perEvent();
    Map<String, Integer> rows = effects.rowsOnServer();
    for (int i = 0; i < rounds.size(); i++) {
      assertOneEffect(rounds.get(i), ends.get(i), had, rows);
    }
  }

  private static void assertOneEffect(
      Round round, List<GateOutcome> ends, Map<String, Integer> had, Map<String, Integer> rows) {
    String event = round.event().id();
    int count = had.getOrDefault(event, 0);
    String what = round.history() + " " + event + " at " + round.at() + ": " + ends;
    assertThat(ends)
        .as(what)
        .extracting(GateOutcome::kind)
        .isSubsetOf(Kind.APPLIED, Kind.DUPLICATE, Kind.BEYOND_WINDOW);
    long applied = ends.stream().filter(end -> end.kind() == Kind.APPLIED).count();
    long beyond = ends.stream().filter(end -> end.kind() == Kind.BEYOND_WINDOW).count();
    boolean before = round.history() == History.APPLIED_BEFORE;
    assertThat(count).as("effects, %s", what).isEqualTo(before || beyond < 2 ? 1 : 0);
    assertThat(applied).as("applied, %s", what).isLessThanOrEqualTo(before ? 0 : count);
    assertThat(rows.getOrDefault(event, 0))
        .as("rows on the server, %s", what)
        .isLessThanOrEqualTo(1);
  }

  private static void awaitEach(List<Round> rounds, Predicate<Round> condition) {
    awaitTrue("rounds", () -> rounds.stream().allMatch(condition));
  }

  private static void awaitTrue(String what, BooleanSupplier condition) {
    await(what)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(5))
        .atMost(LONGEST)
        .until(condition::getAsBoolean);
  }

  /** From now on events that were applied late count as those applied before, too. */
  void applyLate() {
    applyOne("late");
  }
}
