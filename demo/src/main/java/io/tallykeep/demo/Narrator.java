package io.tallykeep.demo;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/** Tells what a story does, with the seconds since its start. */
public final class Narrator {
  private final PrintWriter out;
  private final long startedNanos = System.nanoTime();

  public Narrator(PrintWriter out) {
    this.out = out;
  }

  /** Prints one line. */
  public void say(String what) {
    out.printf(Locale.ROOT, "%6.1f s  %s%n", seconds(), what);
  }

  /** Seconds since the narrator began. */
  public double seconds() {
    return Duration.ofNanos(System.nanoTime() - startedNanos).toMillis() / 1000.0;
  }
}
