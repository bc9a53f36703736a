package io.tallykeep.sandbox;

/**
 * What a person should know while waiting, on standard error so that standard output stays the
 * answer.
 */
final class Notice {
  private Notice() {}

  static void say(String message) {
    System.err.println("sandbox: " + message);
  }
}
