package io.tallykeep.verifier.gate;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the gate's transactions, each on a connection that is got and given back. Thread-safe. */
final class GateTransactions {
  private static final Logger LOG = LoggerFactory.getLogger(GateTransactions.class);

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

  /**
   * Checks something with the tables' columns, before anything is looked up or written. Where they
   * can't be read, nothing is said: the attempt will tell.
   *
   * @param objection says what is wrong, if something is
   * @throws IllegalArgumentException with the objection, also to the tables as they are now
   */
  void require(Connections connections, Function<GateTables, Optional<String>> objection) {
    GateTables known = knownTables.get();
    if (known != null && objection.apply(known).isEmpty()) {
      return;
    }
    knownTables.set(null);
    readTables(connections)
        .flatMap(objection)
        .ifPresent(
            why -> {
              throw new IllegalArgumentException(why);
            });
  }

  private Optional<GateTables> readTables(Connections connections) {
    try {
      Connection connection = connections.next();
      try (GateSession session = GateSession.bounded(connection, settings)) {
        session.requireOutsideTransaction();
        return Optional.of(tables(session.forNextStatement()));
      } finally {
        connections.done(connection);
      }
    } catch (SQLException | UnsuitableSessionException e) {
      LOG.debug("The tables' columns can't be read yet.", e);
      return Optional.empty();
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
