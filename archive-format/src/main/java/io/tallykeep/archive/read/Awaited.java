package io.tallykeep.archive.read;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for a read on another thread until the look-up's time is over. */
final class Awaited {
  private Awaited() {}

  /**
   * @throws ReadStoppedException if the time was over first, or this thread is interrupted
   * @throws RuntimeException what the read threw
   */
  static <T> T result(Future<T> read, ReadScope scope, String what) {
    try {
      return read.get(scope.remaining().toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException(what + " failed", e.getCause());
    } catch (TimeoutException e) {
      throw new ReadStoppedException(
          ReadStoppedException.Kind.DEADLINE, what + " took longer than the look-up has.", e);
    } catch (InterruptedException e) {
      throw ReadStoppedException.interrupted(what, e);
    }
  }
}
