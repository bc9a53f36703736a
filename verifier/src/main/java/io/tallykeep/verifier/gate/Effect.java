package io.tallykeep.verifier.gate;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * What a consumer does about an event, inside the gate's transaction.
 *
 * <p>It may run several times, each time in a transaction of its own of which at most one is
 * committed. So everything it does must go through the connection it gets; what it does elsewhere
 * (a request to another system, a message) is not undone with the transaction.
 */
@FunctionalInterface
public interface Effect {
  /**
   * Carries the effect out.
   *
   * @param connection the transaction's connection, for this call only. It lets SELECT, INSERT,
   *     UPDATE, DELETE and their like through and refuses what could end the transaction or outlive
   *     it; closing it does nothing. Every error on it, also one that is caught, ends the attempt
   * @return what came of it
   * @throws SQLException if a statement fails; the attempt is rolled back, and repeated where that
   *     can help
   */
  EffectResult apply(Connection connection) throws SQLException;
}
