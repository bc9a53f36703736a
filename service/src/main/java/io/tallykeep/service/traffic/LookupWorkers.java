package io.tallykeep.service.traffic;

import io.tallykeep.service.settings.TrafficLimits;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs so many look-ups at once, lets a few wait for a moment, and refuses the rest at once: work
 * that nobody waits for any more is not done. Thread-safe; close it once, at the end.
 */
public final class LookupWorkers implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LookupWorkers.class);
  private static final int IDLE_SECONDS = 30;
  private static final long PAUSE_NANOS = Duration.ofMillis(2).toNanos();

  private final ThreadPoolExecutor threads;
  private final RateLimit rate;
  private final Semaphore batchLanes;
  private final long queueWaitNanos;

  /** What becomes of an offer. */
  public enum Offer {
    TAKEN,
    RATE_LIMITED,
    OVERLOADED
  }

  /** One look-up. */
  public interface Work {
    /** Looks up and answers. */
    void run();

    /** Answers that it waited too long. */
    void tooLate();
  }

  public LookupWorkers(TrafficLimits limits, RateLimit rate) {
    this.rate = rate;
    this.batchLanes = new Semaphore(Math.max(1, limits.inFlight() / 2));
    this.queueWaitNanos = limits.queueWait().toNanos();
    this.threads =
        new ThreadPoolExecutor(
            limits.inFlight(),
            limits.inFlight(),
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(limits.queue()),
            LookupWorkers::thread);
    threads.allowCoreThreadTimeOut(true);
  }

  /** Offers a single look-up; never waits. */
  public Offer offer(Work work) {
    if (!rate.take()) {
      return Offer.RATE_LIMITED;
    }
    return tryRun(work) ? Offer.TAKEN : Offer.OVERLOADED;
  }

  /**
   * Offers one of a batch's. Batches take half of the workers at most and wait for their turn: that
   * slows their reading down.
   *
   * @param patience how long it waits
   * @throws InterruptedException if the thread was interrupted meanwhile
   */
  public Offer offerOfBatch(Work work, Duration patience) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    while (!rate.takeForBatch()) {
      if (!pausedBefore(end)) {
        return Offer.RATE_LIMITED;
      }
    }
    if (!batchLanes.tryAcquire(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS)) {
      return Offer.OVERLOADED;
    }
    Work released = new Releasing(work, batchLanes);
    while (!tryRun(released)) {
      if (threads.isShutdown() || !pausedBefore(end)) {
        batchLanes.release();
        return Offer.OVERLOADED;
      }
    }
    return Offer.TAKEN;
  }

  private static boolean pausedBefore(long end) throws InterruptedException {
    if (System.nanoTime() >= end) {
      return false;
    }
    LockSupport.parkNanos(PAUSE_NANOS);
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    return true;
  }

  private boolean tryRun(Work work) {
    long offered = System.nanoTime();
    try {
      threads.execute(
          () -> {
            if (System.nanoTime() - offered > queueWaitNanos) {
              work.tooLate();
            } else {
              work.run();
            }
          });
      return true;
    } catch (RejectedExecutionException full) {
      return false;
    }
  }

  /** Look-ups that run now. */
  public int running() {
    return threads.getActiveCount();
  }

  /** Look-ups that wait for a worker now. */
  public int waiting() {
    return threads.getQueue().size();
  }

  /** Takes no more; what runs and waits goes on to its end. */
  @Override
  public void close() {
    threads.shutdown();
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "lookup-worker");
    thread.setDaemon(true);
    thread.setUncaughtExceptionHandler(
        (failed, mistake) ->
            LOG.error("A look-up failed in a way nobody foresaw; it was not answered.", mistake));
    return thread;
  }

  /** Gives the batches' lane back when the look-up is over. */
  private record Releasing(Work work, Semaphore lanes) implements Work {
    @Override
    public void run() {
      try {
        work.run();
      } finally {
        lanes.release();
      }
    }

    @Override
    public void tooLate() {
      try {
        work.tooLate();
      } finally {
        lanes.release();
      }
    }
  }
}
