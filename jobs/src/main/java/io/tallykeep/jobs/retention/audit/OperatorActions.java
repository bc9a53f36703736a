package io.tallykeep.jobs.retention.audit;

import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.jobs.retention.audit.OperatorAction.Recorded;
import io.tallykeep.jobs.retention.audit.OperatorAction.Subject;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.verifier.ledger.LedgerKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/** The table {@code operator_action}. Immutable and thread-safe. */
public final class OperatorActions {
  private static final int LONGEST_STATE = 2_000;
  private static final int LONGEST_PERSON = 255;

  private final String table;

  public OperatorActions(Identifier controlSchema) {
    this.table = controlSchema.quoted() + ".operator_action";
  }

  /** The account a session works as and the person who uses it, as others are told of them. */
  public static String actor(Session session, String person) throws SQLException {
    return person + ", MySQL account " + account(session);
  }

  private static String account(Session session) throws SQLException {
    return session.first("SELECT CURRENT_USER()", row -> row.getString(1)).orElse("?");
  }

  /**
   * Adds the action, in the caller's transaction if there is one: then it stands on record exactly
   * if what it tells was done.
   *
   * @param person who did it: a user name of the operating system's, or what they call themselves
   */
  public void add(Session session, String person, OperatorAction action) throws SQLException {
    Subject subject = action.subject();
    LedgerKey key = subject.key();
    session.update(
        "INSERT INTO "
            + table
            + " (happened_at, account, person, action, dataset, shard, table_partition, first_day,"
            + " last_day, reason, state_before, state_after)"
            + " VALUES (SYSDATE(6), CURRENT_USER(), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        cut(person, LONGEST_PERSON),
        action.kind().name(),
        key == null ? null : key.dataset(),
        key == null ? null : key.shard(),
        subject.tablePartition(),
        subject.firstDay(),
        subject.lastDay(),
        action.reason(),
        cut(action.before(), LONGEST_STATE),
        cut(action.after(), LONGEST_STATE));
  }

  /**
   * Adds an action that is about to be done, with no state after it yet: nothing is ever done that
   * is not on record.
   *
   * @return its number, for {@link #finish}
   */
  public long begin(Session session, String person, OperatorAction action) throws SQLException {
    add(session, person, action);
    return session.number("SELECT LAST_INSERT_ID()");
  }

  /** Records how an action that was begun ended. */
  public void finish(Session session, long id, String after) throws SQLException {
    session.update(
        "UPDATE " + table + " SET state_after = ? WHERE id = ?", cut(after, LONGEST_STATE), id);
  }

  /** What was done about these days, oldest first. */
  public List<Recorded> about(Session session, LedgerKey key, LocalDate first, LocalDate last)
      throws SQLException {
    return session.query(
        "SELECT id, CAST(happened_at AS CHAR), CONCAT(person, ', MySQL account ', account), action,"
            + " table_partition, reason, COALESCE(state_before, ''), COALESCE(state_after, '') FROM "
            + table
            + " WHERE dataset = ? AND shard = ? AND first_day <= ? AND last_day >= ? ORDER BY id",
        OperatorActions::map,
        key.dataset(),
        key.shard(),
        last,
        first);
  }

  private static Recorded map(ResultSet row) throws SQLException {
    return new Recorded(
        row.getLong(1),
        row.getString(2),
        row.getString(3),
        row.getString(4),
        Optional.ofNullable(row.getString(5)),
        row.getString(6),
        row.getString(7),
        row.getString(8));
  }

  private static String cut(String text, int length) {
    return text.length() <= length ? text : text.substring(0, length);
  }
}
