package io.tallykeep.verifier.gate;

/** The connection can't carry the gate's transaction; nothing was changed on it. */
final class UnsuitableSessionException extends Exception {
  private static final long serialVersionUID = 1L;

  UnsuitableSessionException(String message) {
    super(message);
  }
}
