package io.tallykeep.archive.read;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** One request under way on a thread of its own. */
final class RangeAttempt extends FutureTask<RangeAnswer> {
  private final AbortableHttpClient.Handle handle;
  private final BlockingQueue<RangeAttempt> ended;

  /**
   * @param call sends the request
   * @param handle breaks it off
   * @param ended is told when there is an outcome
   */
  RangeAttempt(
      Callable<RangeAnswer> call,
      AbortableHttpClient.Handle handle,
      BlockingQueue<RangeAttempt> ended) {
    super(call);
    this.handle = handle;
    this.ended = ended;
  }

  @Override
  protected void done() {
    ended.add(this);
  }

  /** Breaks the request off if it is still under way. */
  void abandon() {
    if (!isDone()) {
      cancel(true);
      handle.abort();
    }
  }

  /**
   * The outcome, of an attempt that has ended.
   *
   * @throws IOException why there is no answer
   */
  RangeAnswer answer() throws IOException, InterruptedException {
    try {
      return get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new IOException("the request failed in a way nobody foresaw.", e.getCause());
    }
  }
}
