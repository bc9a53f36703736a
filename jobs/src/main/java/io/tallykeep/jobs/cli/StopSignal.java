package io.tallykeep.jobs.cli;

import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a signal means. For most commands exit code 2, not finished: every effect is recorded before
 * and after it happens, so that stopping anywhere loses nothing. A command that runs until it is
 * stopped ends by itself then, with an exit code of its own.
 */
final class StopSignal {
  private final AtomicBoolean finished = new AtomicBoolean();
  private final AtomicReference<@Nullable Supplier<ExitCode>> graceful = new AtomicReference<>();
  private final CountDownLatch stopped = new CountDownLatch(1);

  private StopSignal() {}

  /** The signals of this process. */
  static StopSignal watch(PrintWriter err) {
    StopSignal signal = new StopSignal();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> signal.ended(err), "stop-signal"));
    return signal;
  }

  /** For a command inside a process that takes its signals itself. */
  static StopSignal none() {
    return new StopSignal();
  }

  /** The command came to its end by itself: its own exit code stands. */
  void finished() {
    finished.set(true);
  }

  /**
   * Waits until the process is told to stop; then the action runs and ends the process with its
   * exit code.
   *
   * @return the action's exit code, where the waiting thread was interrupted instead
   */
  ExitCode awaitStop(Supplier<ExitCode> action) {
    graceful.set(action);
    try {
      stopped.await();
    } catch (InterruptedException e) {
      graceful.set(null);
      return action.get();
    }
    return ExitCode.CLEAN;
  }

  private void ended(PrintWriter err) {
    if (finished.get()) {
      return;
    }
    Optional<Supplier<ExitCode>> action = Optional.ofNullable(graceful.get());
    ExitCode code = action.map(Supplier::get).orElse(ExitCode.UNDECIDED);
    err.println(
        action.isPresent()
            ? "tallykeep: stopped by a signal; "
                + (code == ExitCode.CLEAN
                    ? "everything that was asked is answered."
                    : "what was still running was cut off.")
            : "tallykeep: stopped by a signal. Nothing is lost; run the command again.");
    Runtime.getRuntime().halt(code.code());
  }
}
