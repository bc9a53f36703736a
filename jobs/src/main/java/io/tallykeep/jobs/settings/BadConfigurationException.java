package io.tallykeep.jobs.settings;

/** The configuration can't be used; the message says which key and what to do. Exit code 64. */
public final class BadConfigurationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BadConfigurationException(String message) {
    super(message);
  }

  public BadConfigurationException(String message, Throwable cause) {
    super(message, cause);
  }
}
