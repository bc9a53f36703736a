package io.tallykeep.service.settings;

import java.time.Duration;

/** Checks that several settings share. */
final class Checks {
  private Checks() {}

  static void between(String key, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          key + " is " + value + ": it must be " + least + " to " + most + ".");
    }
  }

  static void between(String key, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          key + " is " + value + ": it must be " + least + " to " + most + ".");
    }
  }
}
