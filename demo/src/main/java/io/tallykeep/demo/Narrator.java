package io.tallykeep.demo;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/** Tells what the demo does, with the seconds since its start. */
final class Narrator {
  private final PrintWriter out;
  private final long startedNanos = System.nanoTime();

  Narrator(PrintWriter out) {
    this.out = out;
  }

  void say(String what) {
    out.printf(Locale.ROOT, "%6.1f s  %s%n", seconds(), what);
  }

  /** Seconds since the narrator began. */
  double seconds() {
    return Duration.ofNanos(System.nanoTime() - startedNanos).toMillis() / 1000.0;
  }
}
