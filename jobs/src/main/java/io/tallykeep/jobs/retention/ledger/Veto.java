package io.tallykeep.jobs.retention.ledger;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/**
 * What may forbid a transition whatever the ledger says: a pause, a lost lease, a legal hold.
 * Looked at inside the transaction that would make the change, after the days' rows are locked, and
 * before its commit.
 */
@FunctionalInterface
public interface Veto {
  /** Nobody objects. */
  Veto NONE = (connection, transition, days) -> List.of();

  /**
   * What speaks against the transition. What is read {@code FOR SHARE} holds until the commit; it
   * is read with {@code NOWAIT}, since the transaction holds ledger rows.
   *
   * @param connection in the transaction that makes the change
   * @throws SQLException if it can't be told: nothing is changed then; a lock failure starts it
   *     over
   */
  List<Objection> objections(Connection connection, Transition transition, List<LocalDate> days)
      throws SQLException;

  /** This one and another. */
  default Veto and(Veto other) {
    return (connection, transition, days) -> {
      List<Objection> all = new ArrayList<>(objections(connection, transition, days));
      all.addAll(other.objections(connection, transition, days));
      return all;
    };
  }
}
