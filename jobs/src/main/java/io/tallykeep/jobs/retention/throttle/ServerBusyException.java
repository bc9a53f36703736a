package io.tallykeep.jobs.retention.throttle;

/** The server stayed above a limit for longer than a pause may take. Nothing was changed. */
public final class ServerBusyException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ServerBusyException(String message) {
    super(message);
  }
}
