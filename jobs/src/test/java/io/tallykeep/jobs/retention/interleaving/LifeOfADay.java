package io.tallykeep.jobs.retention.interleaving;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.jobs.LateRows;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.retention.crash.Crash;
import io.tallykeep.jobs.retention.crash.CrashCase;
import io.tallykeep.jobs.retention.crash.ExternalEffect;
import io.tallykeep.jobs.retention.crash.FaultyInbox.Death;
import io.tallykeep.jobs.retention.crash.Stage;
import io.tallykeep.verifier.lookup.Place;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One day from ONLINE to EXPIRED, with everything that can happen to it on the way: a night that
 * finds it not ready, late rows, a thaw, a late run that died, two late runs, drop, expire.
 */
final class LifeOfADay {
  private static final int NEVER = 999_999;
  private static final int ROW = 3;
  private static final int FRESH = 500;
  private static final int LATE = 1_001;
  private static final int UNFINISHED = 1_002;
  private static final int LATEST = 1_003;
  private static final String NO_OPERATION = "NULL, NULL, NULL";

  private final SteppedInbox inbox;
  private final LocalDate day;
  private final LateRows late;

  LifeOfADay(SteppedInbox inbox, LocalDate day) {
    this.inbox = inbox;
    this.day = day;
    this.late = new LateRows(inbox.inbox());
  }

  /** The events that are looked up, by name; the first one never happened. */
  static Map<String, String> events(LocalDate day) {
    Map<String, String> events = new LinkedHashMap<>();
    events.put("never", TestInbox.event(day, NEVER));
    events.put("row", TestInbox.event(day, ROW));
    events.put("late", TestInbox.event(day, LATE));
    events.put("fresh", TestInbox.event(day, FRESH));
    events.put("unfinished", TestInbox.event(day, UNFINISHED));
    events.put("latest", TestInbox.event(day, LATEST));
    return events;
  }

  void run() throws Exception {
    inbox.event("row").committed(0);
    inbox.begin();
    inbox.committing("fresh", Place.ONLINE, this::insertFresh);
    inbox.command(Set.copyOf(ExternalEffect.of(Stage.PROVISION)), 0, job("provision"));
    closeOnly();
    inbox.committing("late", Place.LATE, () -> late.fill(day, LATE, LATE));
    inbox.committing("unfinished", Place.LATE, this::insertUnfinished);
    thaw();
    lateRunThatDied();
    inbox.command(Set.copyOf(ExternalEffect.of(Stage.LATE)), 0, job("late"));
    archive();
    inbox.command(Set.copyOf(ExternalEffect.of(Stage.DROP)), 0, job("drop"));
    inbox.committing("latest", Place.LATE, () -> late.fill(day, LATEST, LATEST));
    inbox.doing(
        "unfinished finished",
        EnumSet.of(Place.LATE),
        () -> late.change(day, UNFINISHED, "status = 'SUCCEEDED'"));
    inbox.command(lateRun(), 0, job("late"));
    inbox.command(
        Set.copyOf(ExternalEffect.of(Stage.EXPIRE)),
        0,
        List.of("jobs", "run", "expire", "--as-of", day.plusDays(11).toString()));
  }

  /** A night that closes the day and finds an operation undecided. */
  private void closeOnly() throws Exception {
    inbox.operation(day, "UNKNOWN");
    inbox.command(
        EnumSet.of(
            ExternalEffect.TABLE_METADATA,
            ExternalEffect.TABLE_CREATED,
            ExternalEffect.LEASE_TAKEN,
            ExternalEffect.CLOCK_SEEN,
            ExternalEffect.CLOSED,
            ExternalEffect.DEFERRED,
            ExternalEffect.LEASE_GIVEN_BACK),
        2,
        job("archive"));
  }

  /** A night that finds it undecided between its freeze and the look after it. */
  private void thaw() throws Exception {
    inbox.operation(day, "SUCCEEDED");
    inbox
        .faulty()
        .mysql()
        .stopBefore(
            () -> {
              try {
                inbox.operation(day, "UNKNOWN");
              } catch (SQLException e) {
                throw new IllegalStateException(e);
              }
            },
            "SET progress = 'FROZEN'");
    inbox.command(EnumSet.of(ExternalEffect.FROZEN, ExternalEffect.THAWED), 2, job("archive"));
    inbox.operation(day, "SUCCEEDED");
  }

  /** So that the next one has an attempt to give up. */
  private void lateRunThatDied() throws Exception {
    inbox.doing(
        "a late run has died",
        Set.of(),
        () -> {
          Death death =
              inbox
                  .faulty()
                  .crash(new Crash(ExternalEffect.LATE_COPIED, CrashCase.AFTER), job("late"));
          assertThat(death.reached()).as(death.toString()).isTrue();
        });
  }

  private void archive() throws Exception {
    Set<ExternalEffect> effects = EnumSet.copyOf(ExternalEffect.of(Stage.ARCHIVE));
    effects.remove(ExternalEffect.CLOSED);
    inbox.command(effects, 0, job("archive"));
  }

  private static Set<ExternalEffect> lateRun() {
    Set<ExternalEffect> effects = EnumSet.copyOf(ExternalEffect.of(Stage.LATE));
    effects.remove(ExternalEffect.LATE_RUN_ABANDONED);
    return effects;
  }

  private List<String> job(String name) {
    return name.equals("archive")
        ? List.of("jobs", "run", name, "--as-of", day.plusDays(5).toString())
        : List.of("jobs", "run", name);
  }

  private void insertFresh() throws SQLException {
    inbox
        .inbox()
        .sql(
            "INSERT INTO "
                + inbox.inbox().table()
                + " SELECT consumer_name, '"
                + TestInbox.event(day, FRESH)
                + "', event_day, status, payload_hash, result_code, "
                + NO_OPERATION
                + ", 600, currency, source_topic, source_partition, 500, received_at FROM "
                + inbox.inbox().table()
                + " WHERE event_id = '"
                + TestInbox.event(day, ROW)
                + "'");
  }

  private void insertUnfinished() throws SQLException {
    late.fill(day, UNFINISHED, UNFINISHED);
    late.change(day, UNFINISHED, "status = 'PROCESSING'");
  }
}
