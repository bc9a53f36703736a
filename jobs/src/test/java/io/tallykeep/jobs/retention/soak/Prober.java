package io.tallykeep.jobs.retention.soak;

import io.tallykeep.jobs.TestArchive;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.verifier.lookup.Adjudication;
import io.tallykeep.verifier.lookup.AnswerKind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Looks events up, as fast as it can, and compares every answer with the oracle. */
final class Prober implements Callable<Void> {
  private final SoakPlan plan;
  private final TestArchive archive;
  private final Oracle oracle;
  private final AtomicBoolean stop;
  private final Results results;
  private final Random random;

  /** What all probers have seen. */
  static final class Results {
    final AtomicLong answers = new AtomicLong();
    final AtomicLong moved = new AtomicLong();
    final Map<String, LongAdder> inProgress = new ConcurrentHashMap<>();
    final Map<String, LongAdder> kinds = new ConcurrentHashMap<>();
    final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    final Map<String, LongAdder> undecidable = new ConcurrentHashMap<>();

    static void count(Map<String, LongAdder> map, String key) {
      map.computeIfAbsent(key, any -> new LongAdder()).increment();
    }
  }

  Prober(
      SoakPlan plan,
      TestArchive archive,
      Oracle oracle,
      AtomicBoolean stop,
      Results results,
      int seed) {
    this.plan = plan;
    this.archive = archive;
    this.oracle = oracle;
    this.stop = stop;
    this.results = results;
    this.random = new Random(seed);
  }

  @Override
  public Void call() throws SQLException {
    try (Connection connection = plan.inbox().server().getConnection()) {
      while (!stop.get()) {
        int event = pick();
        if (event >= 0) {
          probe(connection, event);
        }
      }
    }
    return null;
  }

  /** Mostly an event of the day on its way; there are enough for a few tries. */
  private int pick() {
    int events = oracle.events();
    if (events == 0) {
      return -1;
    }
    int wanted = Math.min(plan.moving().get(), plan.oldest());
    boolean anyDay = random.nextInt(10) < 3;
    int event = random.nextInt(events);
    for (int tries = 0; !anyDay && tries < 200 && oracle.ageInDays(event) != wanted; tries++) {
      event = random.nextInt(events);
    }
    return event;
  }

  private void probe(Connection connection, int event) throws SQLException {
    LocalDate day = oracle.day(event);
    boolean never = random.nextInt(5) == 0;
    String id = never ? "never-" + random.nextInt() : Oracle.id(event);
    int stamp = oracle.stamp(event);
    int amount = never ? 0 : oracle.amount(event);
    String before = progress(connection, day);
    Adjudication found = archive.lookUp(day, id);
    String after = progress(connection, day);
    results.answers.incrementAndGet();
    if (!never && (Oracle.isOpen(stamp) || oracle.stamp(event) != stamp)) {
      results.moved.incrementAndGet();
      return;
    }
    AnswerKind kind = found.answer().kind();
    Results.count(results.kinds, kind.name());
    if (before.equals(after)) {
      Results.count(results.inProgress, before);
    }
    if (kind == AnswerKind.UNDECIDABLE) {
      Results.count(results.undecidable, found.reason().orElse("").replaceAll(":.*", ""));
      return;
    }
    if (!isRight(found, amount, before, after)) {
      results.wrong.add(
          id + " of " + day + ", " + before + " to " + after + ", amount " + amount + ": " + found);
    }
  }

  private static boolean isRight(Adjudication found, int amount, String before, String after) {
    AnswerKind kind = found.answer().kind();
    if (kind == AnswerKind.BEYOND_WINDOW) {
      return after.equals("EXPIRED");
    }
    if (before.equals("EXPIRED")) {
      return false;
    }
    return amount == 0
        ? kind == AnswerKind.UNSEEN
        : kind == AnswerKind.DUPLICATE
            && Optional.of(String.valueOf(amount)).equals(found.result().get("amount_minor"));
  }

  private String progress(Connection connection, LocalDate day) throws SQLException {
    TestInbox inbox = plan.inbox();
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT progress FROM `"
                + inbox.control()
                + "`.day_ledger WHERE dataset = 'inbox' AND shard = 0 AND event_day = ?")) {
      select.setObject(1, day);
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? row.getString(1) : "NOT_COVERED";
      }
    }
  }
}
