package io.tallykeep.verifier.gate;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The short pause before another attempt, of random length so that rivals don't meet again. */
final class Pauses {
  private static final int LONGEST_FIRST_MILLIS = 50;

  private Pauses() {}

  static void after(int attempt) {
    long millis = ThreadLocalRandom.current().nextInt(1 + LONGEST_FIRST_MILLIS * attempt);
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
  }
}
