package io.tallykeep.verifier.gate.connection;

import java.sql.SQLException;

/** The effect asked its connection for something that is not let through; nothing was sent. */
public final class RefusedCallException extends SQLException {
  private static final long serialVersionUID = 1L;

  RefusedCallException(String message) {
    super(message, "0A000");
  }
}
