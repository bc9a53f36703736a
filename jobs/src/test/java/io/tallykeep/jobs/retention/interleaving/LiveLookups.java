package io.tallykeep.jobs.retention.interleaving;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.jobs.TestArchive;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.verifier.lookup.Adjudication;
import io.tallykeep.verifier.lookup.Adjudicator;
import io.tallykeep.verifier.lookup.AnswerKind;
import io.tallykeep.verifier.lookup.EventRecord;
import io.tallykeep.verifier.lookup.PlannedLookup;
import io.tallykeep.verifier.lookup.Query;
import io.tallykeep.verifier.lookup.UndecidableReason;
import io.tallykeep.verifier.lookup.VerifierSettings;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * Look-ups on the servers, stepped read by read while the archiver stands still. Some make their
 * first reads at one state and the others after the next change, so that every change falls right
 * before every read; some wander through many states, a few reads at each, by a seeded chance.
 */
final class LiveLookups implements AutoCloseable {
  private static final int READS_AT_MOST = 7;
  private static final int WANDERERS = 8;

  /** Enough for all rounds. */
  private static final int ALL = 1_000;

  private final TestArchive archive;
  private final Random random;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Slot> slots = new ArrayList<>();
  private final Deque<Slot> free = new ArrayDeque<>();
  private final Map<LiveLookup, Slot> running = new LinkedHashMap<>();
  private int next;

  /** One adjudicator, which keeps its caches from one look-up to the next. */
  private final class Slot {
    final Adjudicator adjudicator;
    final List<LiveLookup> lookups = new ArrayList<>();
    private volatile @Nullable LiveLookup current;

    Slot() {
      this.adjudicator =
          new Adjudicator(
              archive.servers().source(),
              archive.servers().catalog(),
              archive.servers().storage(),
              new VerifierSettings(
                  archive.servers().controlSchema(), archive.dataset(), Duration.ofMinutes(20), 1),
              (step, round) -> Objects.requireNonNull(current).beforeRead());
    }

    void start(LiveLookup lookup) {
      current = lookup;
      lookups.add(lookup);
      running.put(lookup, this);
      Query query =
          new Query(
              archive.dataset().name(),
              List.of(TestInbox.CONSUMER, lookup.event().event()),
              Optional.of(lookup.event().day()),
              Optional.empty());
      threads.execute(() -> lookup.ended(adjudicator.adjudicate(query)));
    }
  }

  LiveLookups(TestArchive archive, long seed) {
    this.archive = archive;
    this.random = new Random(seed);
  }

  /** Something has changed: those that wait for it read on, and new ones begin. */
  void changed(int state, List<EventRecord> events) {
    for (LiveLookup lookup : running.keySet()) {
      lookup.allow(lookup.wanders() ? 1 + random.nextInt(3) : ALL, state);
    }
    settle();
    for (int reads = 1; reads < READS_AT_MOST; reads++) {
      start(events.get(0), reads, state);
      start(events.get(1 + next++ % (events.size() - 1)), reads, state);
    }
    for (long n = running.keySet().stream().filter(LiveLookup::wanders).count();
        n < WANDERERS;
        n++) {
      start(events.get(next++ % events.size()), 0, state);
    }
    settle();
  }

  private void start(EventRecord event, int readsBefore, int state) {
    Slot slot = free.poll();
    if (slot == null) {
      slot = new Slot();
      slots.add(slot);
    }
    LiveLookup lookup = new LiveLookup(event, readsBefore);
    lookup.allow(lookup.wanders() ? 1 : readsBefore, state);
    slot.start(lookup);
  }

  /** Lets all end at this state. */
  void finish(int state) {
    running.keySet().forEach(lookup -> lookup.allow(ALL, state));
    settle();
    assertThat(running).isEmpty();
  }

  private void settle() {
    for (LiveLookup lookup : List.copyOf(running.keySet())) {
      lookup.awaitQuiet();
      if (lookup.isDone()) {
        free.add(Objects.requireNonNull(running.remove(lookup)));
      }
    }
  }

  /**
   * Compares each answer with the one decided from the record for the same merge.
   *
   * @return the live look-ups by their answer
   */
  Map<String, Integer> compareWithTheRecord() {
    Map<String, Integer> answers = new TreeMap<>();
    for (Slot slot : slots) {
      int boundsSeenAt = -1;
      for (LiveLookup lookup : slot.lookups) {
        PlannedLookup planned = new PlannedLookup(lookup.event(), lookup.plan(), boundsSeenAt);
        Adjudication decided = planned.decide();
        assertThat(shown(lookup.answer()))
            .as(
                "%s, reads at states %s: live %s, from the record %s",
                lookup.event().name(), Arrays.toString(lookup.plan()), lookup.answer(), decided)
            .isEqualTo(shown(decided));
        boundsSeenAt =
            decided.reason().orElse("").startsWith(UndecidableReason.DATABASE_ERROR.name())
                ? -1
                : planned.boundsSeenAt();
        answers.merge(decided.answer().kind().name(), 1, Integer::sum);
      }
    }
    return answers;
  }

  private static String shown(Adjudication found) {
    return found.answer().kind() == AnswerKind.UNDECIDABLE
        ? "UNDECIDABLE"
        : found.answer() + " in " + found.where() + " at " + found.epoch();
  }

  /** How many different merges were run. */
  long merges() {
    return slots.stream()
        .flatMap(slot -> slot.lookups.stream())
        .map(lookup -> lookup.event().name() + Arrays.toString(lookup.plan()))
        .distinct()
        .count();
  }

  @Override
  public void close() {
    threads.shutdownNow();
    slots.forEach(slot -> slot.adjudicator.close());
  }
}
