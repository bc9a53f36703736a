package io.tallykeep.demo.lab;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Two consumers insert one key: the second waits for the first one's transaction, and its end
 * decides. The account begins with 10000 cents.
 */
final class BlockedInsert implements LabCase {
  private static final int DUPLICATE_KEY = 1062;

  private final boolean firstCommits;

  private BlockedInsert(boolean firstCommits) {
    this.firstCommits = firstCommits;
  }

  /** The first one commits. */
  static BlockedInsert firstCommits() {
    return new BlockedInsert(true);
  }

  /** The first one rolls back. */
  static BlockedInsert firstRollsBack() {
    return new BlockedInsert(false);
  }

  @Override
  public String name() {
    return firstCommits ? "blocked-insert" : "rollback-insert";
  }

  @Override
  public Protocol protocol() {
    return Protocol.RIGHT;
  }

  @Override
  public String title() {
    return "A inserts a key and has not committed; B inserts the same key; then A "
        + (firstCommits ? "commits." : "rolls back.");
  }

  @Override
  public void play(LabStage stage, Story story) throws IOException, SQLException {
    Delivery delivery = new Delivery("e-001", "op-001", 100);
    CreditTables tables = stage.newSchema(name()).createInbox().createAccount(10_000);
    story.figure("balanceBefore", tables.balance(), 10_000L);
    try (Connection a = tables.connect();
        Connection b = tables.connect()) {
      a.setAutoCommit(false);
      b.setAutoCommit(false);
      TeachingInbox.insert(a, delivery);
      tables.credit(a, delivery);
      story.step("A: INSERT of e-001 and +100, not committed");
      long session = session(b);
      CompletableFuture<String> second =
          CompletableFuture.supplyAsync(() -> apply(tables, b, delivery));
      Pause.until("B waits for A's row", () -> waits(tables, session) || second.isDone());
      story.step("B: INSERT of e-001", second.isDone() ? "NOT_BLOCKED" : "LOCK_WAIT");
      if (firstCommits) {
        a.commit();
        story.step("A: COMMIT", "COMMITTED");
      } else {
        a.rollback();
        story.step("A: ROLLBACK", "ROLLED_BACK");
      }
      story.step("B goes on", second.join());
    }
    story.expectStatuses(
        "LOCK_WAIT",
        firstCommits ? "COMMITTED" : "ROLLED_BACK",
        firstCommits ? "DUPLICATE_KEY" : "SUCCEEDED");
    story.figure("balance", tables.balance(), 10_100L);
    story.figure("inboxRows", tables.inboxRows(), 1L);
    story.figure("effects", tables.effects(), 1L);
    story.meaning(
        firstCommits
            ? "the primary key decides who may apply, not a SELECT before. B ends its transaction"
                + " and reads the stored row in a new one."
            : "an INSERT that waits is no duplicate: A's end decides, and B may still be the one to"
                + " apply it.");
  }

  private static long session(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT CONNECTION_ID()")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  /** Asks a list the server always makes anew; INNODB_TRX grows old while it is read often. */
  private static boolean waits(CreditTables tables, long session) {
    try {
      return tables.number(
              "SELECT COUNT(*) FROM performance_schema.data_lock_waits AS waits"
                  + " JOIN performance_schema.threads AS threads"
                  + " ON threads.THREAD_ID = waits.REQUESTING_THREAD_ID"
                  + " WHERE threads.PROCESSLIST_ID = "
                  + session)
          > 0;
    } catch (SQLException e) {
      throw new LabFailedException("can't read who waits: " + e.getMessage(), e);
    }
  }

  private static String apply(CreditTables tables, Connection connection, Delivery delivery) {
    try {
      TeachingInbox.insert(connection, delivery);
      tables.credit(connection, delivery);
      connection.commit();
      return "SUCCEEDED";
    } catch (SQLException e) {
      rollBack(connection);
      if (e.getErrorCode() == DUPLICATE_KEY) {
        return "DUPLICATE_KEY";
      }
      throw new CompletionException(e);
    }
  }

  private static void rollBack(Connection connection) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      throw new CompletionException(e);
    }
  }
}
