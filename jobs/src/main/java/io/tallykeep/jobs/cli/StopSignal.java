package io.tallykeep.jobs.cli;

import java.io.PrintWriter;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Gives a process that a signal ends the exit code 2, not finished. Every effect is recorded before
 * and after it happens, so that stopping anywhere loses nothing.
 */
final class StopSignal {
  private final AtomicBoolean finished = new AtomicBoolean();

  private StopSignal() {}

  static StopSignal watch(PrintWriter err) {
    StopSignal signal = new StopSignal();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> signal.ended(err), "stop-signal"));
    return signal;
  }

  /** The command came to its end by itself: its own exit code stands. */
  void finished() {
    finished.set(true);
  }

  private void ended(PrintWriter err) {
    if (!finished.get()) {
      err.println("tallykeep: stopped by a signal. Nothing is lost; run the command again.");
      Runtime.getRuntime().halt(ExitCode.UNDECIDED.code());
    }
  }
}
