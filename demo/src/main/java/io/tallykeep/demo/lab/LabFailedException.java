package io.tallykeep.demo.lab;

/** The lab itself did not work: a server or a process of its own did not do its part. */
final class LabFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LabFailedException(String message) {
    super(message);
  }

  LabFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
