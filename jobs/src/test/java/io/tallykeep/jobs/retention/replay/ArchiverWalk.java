package io.tallykeep.jobs.retention.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.jobs.retention.crash.ExternalEffect;
import io.tallykeep.jobs.retention.crash.FaultyInbox;
import io.tallykeep.jobs.retention.testing.Aside;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * The archiver's commands, one after the other, standing still at each of some effects: before its
 * COMMIT, where it has one, and when it is there. A command that was put off is run again.
 */
final class ArchiverWalk implements AutoCloseable {
  private static final int MOST_RUNS = 60;
  private static final int LONGEST_STAND_SECONDS = 60;

  private final FaultyInbox faulty;
  private final BlockingQueue<Place> reached = new LinkedBlockingQueue<>();
  private final List<Place> places = new ArrayList<>();
  private final AtomicInteger putOff = new AtomicInteger();
  private final Future<Integer> run;

  /**
   * A command.
   *
   * @param words as typed
   * @param mend run before it is tried again; may be nothing
   */
  record Work(List<String> words, List<String> mend) {}

  /** A place where the archiver stands, and goes on when it is told. */
  static final class Place {
    private final ExternalEffect effect;
    private final boolean committing;
    private final CountDownLatch go = new CountDownLatch(1);

    private Place(ExternalEffect effect, boolean committing) {
      this.effect = effect;
      this.committing = committing;
    }

    ExternalEffect effect() {
      return effect;
    }

    /** Whether the effect's COMMIT is on its way and holds its locks; else the effect is there. */
    boolean isCommitting() {
      return committing;
    }

    void goOn() {
      go.countDown();
    }

    @Override
    public String toString() {
      return (committing ? "committing " : "after ") + effect;
    }
  }

  /**
   * Starts the commands.
   *
   * @param effects where to stand, each once
   * @param commands run in this order, each until it has nothing left to do
   */
  ArchiverWalk(FaultyInbox faulty, Collection<ExternalEffect> effects, List<Work> commands) {
    this.faulty = faulty;
    effects.forEach(this::standAt);
    this.run = Aside.call(() -> runAll(commands));
  }

  /** From now on stands at an effect, too, once. */
  void standAt(ExternalEffect effect) {
    String[] texts = faulty.texts(effect);
    if (texts[texts.length - 1].equals("COMMIT")) {
      Place committing = new Place(effect, true);
      places.add(committing);
      faulty.proxy(effect).stopBefore(() -> stand(committing), texts);
    }
    Place after = new Place(effect, false);
    places.add(after);
    faulty.proxy(effect).stopAfter(() -> stand(after), whereItMayStand(texts));
  }

  /**
   * After a change of the ledger the server ends a session that stands for two seconds, until the
   * session has said that it may stand longer.
   */
  private static String[] whereItMayStand(String[] texts) {
    boolean ofTheLedger =
        texts[texts.length - 1].equals("COMMIT") && !texts[0].contains("iceberg_tables");
    return ofTheLedger
        ? Stream.concat(Arrays.stream(texts), Stream.of("SET SESSION wait_timeout"))
            .toArray(String[]::new)
        : texts;
  }

  private void stand(Place place) {
    reached.add(place);
    try {
      assertThat(place.go.await(LONGEST_STAND_SECONDS, TimeUnit.SECONDS)).as("%s", place).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private int runAll(List<Work> commands) {
    int runs = 0;
    for (Work work : commands) {
      runs++;
      for (int tries = 1; !runOnce(work.words()); tries++) {
        assertThat(tries).as("runs of %s", work).isLessThan(MOST_RUNS);
        putOff.incrementAndGet();
        runs++;
        if (!work.mend().isEmpty()) {
          runOnce(work.mend());
        }
      }
    }
    return runs;
  }

  private boolean runOnce(List<String> words) {
    Outcome outcome = faulty.inbox().run(words.toArray(String[]::new));
    assertThat(outcome.exitCode()).as("%s: %s", words, outcome).isIn(0, 2, 3);
    return outcome.exitCode() == 0;
  }

  /** The place it has come to, if it comes to one within some milliseconds. */
  Optional<Place> poll(int millis) {
    try {
      return Optional.ofNullable(reached.poll(millis, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** Whether all commands have come to their end. */
  boolean isOver() {
    return run.isDone() && reached.isEmpty();
  }

  /** How many runs came back put off so far. */
  int putOff() {
    return putOff.get();
  }

  /** Waits for the end of the commands. */
  void await() throws ExecutionException, InterruptedException {
    run.get();
  }

  /** Lets it go wherever it stands and stands at no further place. */
  @Override
  public void close() {
    places.forEach(Place::goOn);
    faulty.heal();
  }
}
