package io.tallykeep.verifier.gate;

import io.tallykeep.verifier.gate.connection.EffectConnection;
import io.tallykeep.verifier.gate.connection.EffectWatch;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Which thread is inside an effect. A gate called from there would be a second transaction that can
 * wait for the first one's locks for ever: MySQL sees no deadlock, since the first doesn't wait in
 * the server.
 */
final class NestedGates {
  private static final ThreadLocal<EffectWatch> CURRENT = new ThreadLocal<>();

  private NestedGates() {}

  /** Thrown into the outer attempt: it ends, whatever its effect makes of the inner answer. */
  static final class NestedGateException extends SQLException {
    private static final long serialVersionUID = 1L;

    NestedGateException() {
      super("an effect called a gate. Apply the other event before or after this one.", "0A000");
    }
  }

  static void enter(EffectWatch watch) {
    CURRENT.set(watch);
  }

  static void leave() {
    CURRENT.remove();
  }

  /**
   * The answer to a call from inside an effect, which ends the attempt around it; empty for any
   * other call.
   *
   * @param connection the connection the call came with, if it came with one
   */
  static Optional<String> refusal(Optional<Connection> connection) {
    Optional<EffectWatch> outer =
        Optional.ofNullable(CURRENT.get()).or(() -> connection.flatMap(EffectConnection::watchOf));
    if (outer.isEmpty()) {
      return Optional.empty();
    }
    NestedGateException nested = new NestedGateException();
    outer.get().doom(nested);
    return Optional.of(String.valueOf(nested.getMessage()));
  }
}
