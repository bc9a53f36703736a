package io.tallykeep.archive.read;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.Predicate;

/** Several reads of one look-up, some of them at once. */
public final class FanOut {
  private final ExecutorService threads;
  private final int width;
  private final ReadScope scope;

  /**
   * @param width how many reads run at once at most
   */
  FanOut(ExecutorService threads, int width, ReadScope scope) {
    this.threads = threads;
    this.width = width;
    this.scope = scope;
  }

  /** All results, in the order of the reads. */
  public <T> List<T> all(List<Callable<T>> reads) {
    return until(reads, result -> false);
  }

  /**
   * Results in the order of the reads, up to the first that ends the search. Whatever came before
   * it has been read; reads behind it may have begun and are broken off.
   *
   * @throws ReadStoppedException if the look-up's time was over first
   * @throws RuntimeException what the first read that failed threw, unless one before it ended the
   *     search
   */
  public <T> List<T> until(List<Callable<T>> reads, Predicate<T> ends) {
    List<T> results = new ArrayList<>(reads.size());
    Deque<Future<T>> running = new ArrayDeque<>(width);
    Iterator<Callable<T>> waiting = reads.iterator();
    try {
      while (waiting.hasNext() || !running.isEmpty()) {
        while (waiting.hasNext() && running.size() < width) {
          running.add(threads.submit(waiting.next()));
        }
        T result = Awaited.result(running.element(), scope, "a read");
        running.remove();
        results.add(result);
        if (ends.test(result)) {
          break;
        }
      }
      return results;
    } finally {
      running.forEach(read -> read.cancel(true));
    }
  }
}
