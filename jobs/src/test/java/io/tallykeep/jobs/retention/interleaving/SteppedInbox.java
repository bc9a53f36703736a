package io.tallykeep.jobs.retention.interleaving;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.table.ArchiveStorage;
import io.tallykeep.archive.table.StoredObject;
import io.tallykeep.jobs.TestArchive;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.jobs.retention.crash.ExternalEffect;
import io.tallykeep.jobs.retention.crash.FaultyInbox;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.sandbox.Stop;
import io.tallykeep.verifier.lookup.EventRecord;
import io.tallykeep.verifier.lookup.Place;
import io.tallykeep.verifier.lookup.Recorder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Function;

/**
 * An inbox whose commands stand still after each of their effects, while every single read of a
 * look-up is recorded and live look-ups make theirs.
 */
final class SteppedInbox implements AutoCloseable {
  /** A stop can outlast the time a session may be idle; then the command runs again. */
  private static final int TRIES = 5;

  private final FaultyInbox faulty;
  private final TestArchive archive;
  private final Connection connection;
  private final Recorder recorder;
  private final Optional<LiveLookups> live;
  private final List<String> states = new ArrayList<>();
  private final Map<ExternalEffect, Set<Place>> seen = new EnumMap<>(ExternalEffect.class);

  /** What a test does itself at some point. */
  interface Doing {
    void run() throws Exception;
  }

  private SteppedInbox(
      FaultyInbox faulty, LocalDate day, Map<String, String> events, Optional<Long> liveSeed)
      throws Exception {
    this.faulty = faulty;
    Sandbox sandbox = Sandbox.shared();
    // The recorder's and the live look-ups' own requests go past the proxies.
    String proxied = Files.readString(inbox().configuration());
    inbox().configure(sandbox.mysql(), sandbox.s3());
    this.archive = new TestArchive(inbox());
    Files.writeString(inbox().configuration(), proxied);
    this.connection = archive.servers().source().getConnection();
    ArchiveSchema schema = archive.servers().schema(connection, archive.dataset());
    this.recorder =
        new Recorder(
            new Recorder.Source(
                connection,
                archive.servers().catalog(),
                schema,
                archive.servers().controlSchema(),
                this::objects),
            day,
            TestInbox.CONSUMER,
            events);
    this.live = liveSeed.map(seed -> new LiveLookups(archive, seed));
  }

  /**
   * @param days partitions, of so many days
   * @param daysAgo which of them is looked at
   * @param events ids by name, made from the day
   * @param liveSeed look-ups run live too, by this seed
   */
  static SteppedInbox create(
      Path folder,
      int days,
      int daysAgo,
      Function<LocalDate, Map<String, String>> events,
      Optional<Long> liveSeed)
      throws Exception {
    FaultyInbox faulty = FaultyInbox.create(folder, days, 12);
    LocalDate day = faulty.inbox().day(daysAgo);
    return new SteppedInbox(faulty, day, events.apply(day), liveSeed);
  }

  TestInbox inbox() {
    return faulty.inbox();
  }

  FaultyInbox faulty() {
    return faulty;
  }

  EventRecord event(String name) {
    return recorder.event(name);
  }

  List<EventRecord> events() {
    return recorder.events();
  }

  Optional<LiveLookups> live() {
    return live;
  }

  /** The states so far, in their order. */
  List<String> states() {
    return states;
  }

  /** The effects at which the archiver stood still, and where look-ups could see each. */
  Map<ExternalEffect, Set<Place>> seen() {
    return seen;
  }

  /** The state everything begins with. */
  void begin() throws Exception {
    at("beginning", EnumSet.allOf(Place.class));
  }

  /** Something the test does itself; it may be seen at these places. */
  void doing(String name, Set<Place> visible, Doing work) throws Exception {
    work.run();
    at(name, visible);
  }

  /** An event's row is committed. */
  void committing(String event, Place place, Doing work) throws Exception {
    event(event).committed(recorder.states());
    doing(event + " committed", EnumSet.of(place), work);
  }

  /**
   * Runs a command and stands still after each of these effects, all of which it must have.
   *
   * @param exitCode what it ends with
   */
  void command(Set<ExternalEffect> effects, int exitCode, List<String> words) throws Exception {
    Map<ExternalEffect, Stop> stops = new EnumMap<>(ExternalEffect.class);
    List<FutureTask<Void>> stays = new ArrayList<>();
    for (ExternalEffect effect : effects) {
      FutureTask<Void> stay =
          new FutureTask<>(
              () -> {
                reached(effect);
                return null;
              });
      stays.add(stay);
      stops.put(effect, faulty.stopAfter(effect, stay));
    }
    Outcome outcome = inbox().run(words.toArray(String[]::new));
    for (int i = 1; i < TRIES && !isDone(outcome, exitCode, stops); i++) {
      outcome = inbox().run(words.toArray(String[]::new));
    }
    faulty.heal();
    assertThat(outcome.exitCode()).as("%s: %s", words, outcome).isEqualTo(exitCode);
    for (Map.Entry<ExternalEffect, Stop> stop : stops.entrySet()) {
      assertThat(stop.getValue().isReached()).as("%s of %s", stop.getKey(), words).isTrue();
    }
    for (FutureTask<Void> stay : stays) {
      get(stay);
    }
    at("end of " + String.join(" ", words.subList(0, Math.min(3, words.size()))), Set.of());
  }

  private static boolean isDone(Outcome outcome, int exitCode, Map<ExternalEffect, Stop> stops) {
    return outcome.exitCode() == exitCode && stops.values().stream().allMatch(Stop::isReached);
  }

  private static void get(FutureTask<Void> stay) throws InterruptedException {
    try {
      stay.get();
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    }
  }

  private void reached(ExternalEffect effect) throws Exception {
    Set<Place> changed = at(effect.name(), Visible.of(effect));
    seen.computeIfAbsent(effect, any -> EnumSet.noneOf(Place.class)).addAll(changed);
  }

  private synchronized Set<Place> at(String state, Set<Place> visible) throws Exception {
    int number = recorder.states();
    states.add(state);
    Set<Place> changed = recorder.record();
    assertThat(visible)
        .as(
            "what look-ups see of state %s: it is not what the list says, or something that is not"
                + " in the list has happened since %s",
            state, number == 0 ? "the beginning" : states.get(number - 1))
        .containsAll(changed);
    if (live.isPresent() && (number == 0 || !changed.isEmpty())) {
      live.get().changed(number, events());
    }
    return changed;
  }

  /** Ends the live look-ups at the last state. */
  void finish() throws Exception {
    if (live.isPresent()) {
      live.get().finish(recorder.states() - 1);
    }
  }

  private Set<StoredObject> objects() {
    ArchiveStorage storage = archive.servers().storage();
    return Set.copyOf(storage.objects(storage.warehouse()));
  }

  /** Gives the operation of one row of a day another status. */
  void operation(LocalDate day, String status) throws SQLException {
    inbox()
        .sql(
            "UPDATE `"
                + inbox().schema()
                + "`.operation SET status = '"
                + status
                + "' WHERE operation_id = 'op-"
                + TestInbox.event(day, 10)
                + "'");
  }

  TestArchive archive() {
    return archive;
  }

  @Override
  public void close() throws Exception {
    live.ifPresent(LiveLookups::close);
    connection.close();
    archive.close();
    faulty.close();
  }
}
