package io.tallykeep.jobs.retention.testing;

import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/** Work beside the test's own thread. */
public final class Aside {
  private Aside() {}

  public static <T> Future<T> call(Callable<T> work) {
    FutureTask<T> task = new FutureTask<>(work);
    Thread thread = new Thread(task, "aside");
    thread.setDaemon(true);
    thread.start();
    return task;
  }
}
