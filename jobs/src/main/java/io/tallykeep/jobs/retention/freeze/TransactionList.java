package io.tallykeep.jobs.retention.freeze;

import io.tallykeep.jobs.retention.freeze.Blocker.Kind;
import io.tallykeep.jobs.retention.session.Session;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * InnoDB's list of transactions, read so that it is not an old one.
 *
 * <p>The server keeps a copy of the list and renews it only when nobody, this session included, has
 * read it for 0.1 s: somebody who polls it makes everybody see a list from before. So a transaction
 * of our own is the proof: the list counts if it shows that one, and did not show one of ours
 * before it began.
 */
final class TransactionList {
  static final int MOST_NAMED = 20;

  private static final int STATEMENT_LENGTH = 100;
  private static final int TRIES = 12;

  /** Never the same, so that two who wait for it do not keep each other from it. */
  private static final String RENEWAL_SECONDS = "0.12 + RAND() * 0.4";

  private final Session session;

  /**
   * @param session not in a transaction
   */
  TransactionList(Session session) {
    this.session = session;
  }

  private record Row(boolean own, Blocker blocker) {}

  /**
   * The transactions that have no session, or did not begin after a moment, save our own.
   *
   * @param threshold in the system zone
   * @return empty if the list was not renewed
   */
  Optional<List<Blocker>> notBefore(LocalDateTime threshold) throws SQLException {
    if (awaitOwn(threshold, false).isEmpty()) {
      return Optional.empty();
    }
    session.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
    session.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT");
    try {
      return awaitOwn(threshold, true);
    } finally {
      session.execute("ROLLBACK");
    }
  }

  /** Reads the list until it does, or does not, show a transaction of our own. */
  private Optional<List<Blocker>> awaitOwn(LocalDateTime threshold, boolean shown)
      throws SQLException {
    for (int attempt = 0; attempt < TRIES; attempt++) {
      List<Row> rows = read(threshold);
      if (rows.stream().anyMatch(Row::own) == shown) {
        List<Blocker> blockers = new ArrayList<>();
        rows.stream().filter(row -> !row.own()).map(Row::blocker).forEach(blockers::add);
        return Optional.of(blockers);
      }
      session.number("SELECT SLEEP(" + RENEWAL_SECONDS + ")");
    }
    return Optional.empty();
  }

  private List<Row> read(LocalDateTime threshold) throws SQLException {
    return session.query(
        "SELECT t.trx_id, t.trx_mysql_thread_id, p.USER, p.HOST,"
            + " t.trx_mysql_thread_id = CONNECTION_ID() AS own,"
            + " TIMESTAMPDIFF(SECOND, t.trx_started,"
            + " CONVERT_TZ(SYSDATE(), @@SESSION.time_zone, 'SYSTEM')) AS age,"
            + " COALESCE(t.trx_query, CONCAT(p.COMMAND, ' for ', p.TIME, ' s')) AS doing"
            + " FROM information_schema.INNODB_TRX t"
            + " LEFT JOIN information_schema.PROCESSLIST p ON p.ID = t.trx_mysql_thread_id"
            + " WHERE t.trx_mysql_thread_id IN (0, CONNECTION_ID()) OR t.trx_started <= ?"
            + " ORDER BY own DESC, t.trx_started LIMIT "
            + (MOST_NAMED + 1),
        TransactionList::row,
        threshold);
  }

  private static Row row(ResultSet row) throws SQLException {
    long thread = row.getLong("trx_mysql_thread_id");
    return new Row(
        row.getBoolean("own"),
        new Blocker(
            thread == 0 ? Kind.NO_SESSION : Kind.OLDER,
            row.getString("trx_id"),
            thread == 0
                ? Optional.empty()
                : Optional.of(
                    thread + " (" + row.getString("USER") + "@" + row.getString("HOST") + ")"),
            Optional.of(Duration.ofSeconds(Math.max(0, row.getLong("age")))),
            Optional.ofNullable(row.getString("doing"))
                .map(text -> text.substring(0, Math.min(text.length(), STATEMENT_LENGTH)))));
  }
}
