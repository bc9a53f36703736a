package io.tallykeep.jobs.retention.soak;

import io.tallykeep.jobs.TestArchive;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.verifier.lookup.Adjudication;
import io.tallykeep.verifier.lookup.Answer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A consumer that inserts, updates and deletes without asking anybody, and goes through a gate of
 * its own where the guard sends it there.
 */
final class LiveWriter implements Callable<Void> {
  private static final int NO_INSERT = 30501;
  private static final int NO_CHANGE = 30502;
  private static final int ROWS_PER_TRANSACTION = 20;
  private static final Duration REST = Duration.ofMillis(5);

  private final TestInbox inbox;
  private final TestArchive archive;
  private final Oracle oracle;
  private final SoakPlan plan;
  private final Random random;
  private final AtomicBoolean stop;
  private final Counts counts;
  private final List<Integer> mine = new ArrayList<>();

  /** What all writers have done. */
  static final class Counts {
    final AtomicLong rows = new AtomicLong();
    final AtomicLong refused = new AtomicLong();
    final AtomicLong late = new AtomicLong();
    final AtomicLong lateStoppedByEpoch = new AtomicLong();
    final AtomicLong beyondWindow = new AtomicLong();
  }

  LiveWriter(SoakPlan plan, TestArchive archive, Oracle oracle, AtomicBoolean stop, int seed) {
    this.plan = plan;
    this.inbox = plan.inbox();
    this.archive = archive;
    this.oracle = oracle;
    this.stop = stop;
    this.counts = plan.counts();
    this.random = new Random(seed);
  }

  @Override
  public Void call() throws SQLException {
    try (Connection connection = inbox.server().getConnection()) {
      connection.setAutoCommit(false);
      while (!stop.get() && counts.rows.get() < plan.rows()) {
        if (counts.rows.get() < plan.rowsByNow()) {
          transaction(connection);
        } else {
          LockSupport.parkNanos(REST.toNanos());
        }
      }
    }
    return null;
  }

  private void transaction(Connection connection) throws SQLException {
    int dice = random.nextInt(100);
    if (dice < 60 || mine.size() < 1_000) {
      insert(connection);
    } else if (dice < 90) {
      change(connection, false);
    } else {
      change(connection, true);
    }
  }

  /** One day's events in one transaction, since one closed day refuses them all. */
  private void insert(Connection connection) throws SQLException {
    int age = plan.someAge(random);
    List<Integer> events = new ArrayList<>();
    for (int row = 0; row < ROWS_PER_TRANSACTION; row++) {
      oracle.newEvent(age).ifPresent(events::add);
    }
    if (events.isEmpty()) {
      stop.set(true);
      return;
    }
    events.forEach(oracle::begin);
    boolean done = false;
    try {
      insertInto(connection, inbox.table(), events);
      connection.commit();
      done = true;
    } catch (SQLException e) {
      connection.rollback();
      if (e.getErrorCode() != NO_INSERT) {
        throw e;
      }
      counts.refused.incrementAndGet();
    }
    for (int event : events) {
      oracle.end(event, done ? amountOf(event, 0) : 0);
    }
    if (done) {
      mine.addAll(events);
      counts.rows.addAndGet(events.size());
    } else {
      throughTheGate(connection, events.get(0));
    }
  }

  private void insertInto(Connection connection, String table, List<Integer> events)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO "
                + table
                + " (consumer_name, event_id, event_day, status, payload_hash, result_code,"
                + " amount_minor, currency, received_at) VALUES (?, ?, ?, 'SUCCEEDED',"
                + " UNHEX(SHA2(?, 256)), 'OK', ?, 'EUR', UTC_TIMESTAMP(6))")) {
      for (int event : events) {
        insert.setString(1, TestInbox.CONSUMER);
        insert.setString(2, Oracle.id(event));
        insert.setObject(3, oracle.day(event));
        insert.setString(4, Oracle.id(event));
        insert.setInt(5, amountOf(event, 0));
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  /** Another amount for each version of a row. */
  private static int amountOf(int event, int version) {
    return 1 + event % 1000 + 1000 * version;
  }

  private void change(Connection connection, boolean delete) throws SQLException {
    int at = random.nextInt(mine.size());
    int event = mine.get(at);
    int amount = oracle.amount(event);
    if (amount == 0) {
      return;
    }
    int newAmount = delete ? 0 : amountOf(event, amount / 1000 + 1);
    oracle.begin(event);
    int left = amount;
    try (PreparedStatement statement =
        connection.prepareStatement(
            (delete
                    ? "DELETE FROM " + inbox.table()
                    : "UPDATE " + inbox.table() + " SET amount_minor = " + newAmount)
                + " WHERE consumer_name = ? AND event_id = ? AND event_day = ?")) {
      statement.setString(1, TestInbox.CONSUMER);
      statement.setString(2, Oracle.id(event));
      statement.setObject(3, oracle.day(event));
      int hit = statement.executeUpdate();
      connection.commit();
      if (hit == 1) {
        left = newAmount;
        counts.rows.incrementAndGet();
      }
    } catch (SQLException e) {
      connection.rollback();
      if (e.getErrorCode() != NO_CHANGE) {
        throw e;
      }
      counts.refused.incrementAndGet();
    } finally {
      oracle.end(event, left);
    }
  }

  /** As the architecture's section 5.3 has it: a verdict, then its epoch again under a lock. */
  private void throughTheGate(Connection connection, int event) throws SQLException {
    for (int attempt = 0; attempt < 5; attempt++) {
      Adjudication verdict = archive.lookUp(oracle.day(event), Oracle.id(event));
      if (!(verdict.answer() instanceof Answer.Unseen unseen)) {
        return;
      }
      oracle.begin(event);
      int left = 0;
      try {
        Optional<String> table = tableFor(connection, oracle.day(event), unseen);
        if (table.isPresent()) {
          insertInto(connection, table.get(), List.of(event));
          connection.commit();
          left = amountOf(event, 0);
          counts.rows.incrementAndGet();
          counts.late.incrementAndGet();
          return;
        }
        connection.rollback();
      } finally {
        oracle.end(event, left);
      }
    }
  }

  /** Where the row goes; empty if the verdict no longer holds. */
  private Optional<String> tableFor(Connection connection, LocalDate day, Answer.Unseen verdict)
      throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT progress, epoch, @@server_uuid FROM `"
                + inbox.control()
                + "`.day_ledger WHERE dataset = 'inbox' AND shard = 0 AND event_day = ?"
                + " FOR SHARE")) {
      select.setObject(1, day);
      try (ResultSet row = select.executeQuery()) {
        row.next();
        if (row.getString(1).equals("EXPIRED")) {
          counts.beyondWindow.incrementAndGet();
          return Optional.empty();
        }
        if (row.getLong(2) != verdict.epoch() || !row.getString(3).equals(verdict.serverUuid())) {
          counts.lateStoppedByEpoch.incrementAndGet();
          return Optional.empty();
        }
        return Optional.of(
            row.getString(1).equals("ONLINE")
                ? inbox.table()
                : "`" + inbox.control() + "`.`late_inbox`");
      }
    }
  }
}
