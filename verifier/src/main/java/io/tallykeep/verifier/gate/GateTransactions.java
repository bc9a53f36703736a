package io.tallykeep.verifier.gate;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Runs the gate's transactions, each on a connection that is got and given back. Thread-safe. */
final class GateTransactions {
  private final GateSettings settings;
  private final GateListener listener;
  private final AtomicReference<@Nullable GateTables> knownTables = new AtomicReference<>();

  GateTransactions(GateSettings settings, GateListener listener) {
    this.settings = settings;
    this.listener = listener;
  }

  /**
   * What happens in a transaction; it commits the session itself, or leaves it to be rolled back.
   */
  @FunctionalInterface
  interface Body<T> {
    T run(GateContext context, GateSession session) throws SQLException;
  }

  /** How a transaction ended. */
  sealed interface End<T> {
    /** The body answered. */
    record Answered<T>(T value, boolean connectionBroken) implements End<T> {}

    /** A statement failed, or the answer to the COMMIT is unknown. */
    record Failed<T>(SQLException error, boolean connectionBroken) implements End<T> {}

    /** The connection can't carry a transaction of the gate; nothing was done. */
    record Unsuitable<T>(String why) implements End<T> {}
  }

  /** Runs one transaction. */
  <T> End<T> run(Connections connections, Body<T> body) {
    Connection connection;
    try {
      connection = connections.next();
    } catch (SQLException e) {
      return new End.Failed<>(e, true);
    }
    try {
      return run(connection, body);
    } finally {
      connections.done(connection);
    }
  }

  private <T> End<T> run(Connection connection, Body<T> body) {
    GateSession session;
    try {
      session = GateSession.bounded(connection, settings);
    } catch (SQLException e) {
      return new End.Failed<>(e, true);
    }
    SQLException error;
    try (session) {
      session.requireOutsideTransaction();
      GateTables tables = tables(session.forNextStatement());
      session.begin();
      T answer = body.run(new GateContext(settings, listener, tables), session);
      session.close();
      return new End.Answered<>(answer, session.isBroken());
    } catch (UnsuitableSessionException e) {
      return new End.Unsuitable<>(String.valueOf(e.getMessage()));
    } catch (SQLException e) {
      error = e;
    }
    // Perhaps a column went or came.
    knownTables.set(null);
    return new End.Failed<>(error, session.isBroken());
  }

  private GateTables tables(Connection connection) throws SQLException, UnsuitableSessionException {
    GateTables tables = knownTables.get();
    if (tables == null) {
      tables = GateTables.read(connection, settings.dataset());
      knownTables.set(tables);
    }
    return tables;
  }
}
