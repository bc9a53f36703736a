package io.tallykeep.service.http;

import io.tallykeep.service.ask.Asker;
import io.tallykeep.service.refusal.RefusalCode;
import io.tallykeep.service.settings.BatchLimits;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.util.thread.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code POST /v1/lookups/batch}: one question a line, one answer a line, in the same order, while
 * the rest is still being sent. Holds as many answers as run at once, whatever the batch's length.
 */
final class BatchLookup implements AutoCloseable {
  static final String NDJSON = "application/x-ndjson";
  private static final Logger LOG = LoggerFactory.getLogger(BatchLookup.class);
  private static final int THREADS_OF_A_BATCH = 2;
  private static final int BUFFER = 16_384;
  private static final int IDLE_SECONDS = 30;

  private final HttpContext context;
  private final BatchLimits limits;
  private final Semaphore places;
  private final ThreadPoolExecutor threads;

  BatchLookup(HttpContext context) {
    this.context = context;
    this.limits = context.settings().batches();
    this.places = new Semaphore(limits.atOnce());
    this.threads =
        new ThreadPoolExecutor(
            0,
            // A place is free a little before its threads are.
            2 * limits.atOnce() * THREADS_OF_A_BATCH,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            BatchLookup::thread);
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "batch");
    thread.setDaemon(true);
    return thread;
  }

  /** Batches that run now. */
  int running() {
    return limits.atOnce() - places.availablePermits();
  }

  void handle(Exchange exchange, Asker asker) {
    if (!places.tryAcquire()) {
      exchange.refuse(
          RefusalCode.OVERLOADED,
          "as many batches run as may, "
              + limits.atOnce()
              + " (tallykeep.serve.batch.at-once). Send it again later.");
      return;
    }
    exchange.claim();
    threads.execute(() -> run(exchange, asker));
  }

  private void run(Exchange exchange, Asker asker) {
    EndPoint client = exchange.request().getConnectionMetaData().getConnection().getEndPoint();
    Scheduler.Task limit =
        exchange
            .request()
            .getComponents()
            .getScheduler()
            .schedule(client::close, limits.longest().toMillis(), TimeUnit.MILLISECONDS);
    IOException failure = new EofException("the batch was not answered to its end.");
    boolean whole = false;
    try {
      whole = answer(exchange, asker);
    } catch (IOException e) {
      LOG.debug("A batch's client takes no more answers.", e);
      failure.addSuppressed(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      limit.cancel();
      places.release();
      if (whole) {
        exchange.callback().succeeded();
      } else {
        exchange.callback().failed(failure);
      }
    }
  }

  private boolean answer(Exchange exchange, Asker asker) throws IOException, InterruptedException {
    exchange.response().setStatus(200);
    exchange.response().getHeaders().put(HttpHeader.CONTENT_TYPE, NDJSON);
    exchange.response().getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
    BlockingQueue<BatchLine> between = new ArrayBlockingQueue<>(limits.parallel());
    AtomicBoolean writerIsGone = new AtomicBoolean();
    InputStream in = Content.Source.asInputStream(exchange.request());
    OutputStream sink = Content.Sink.asOutputStream(exchange.response());
    OutputStream out = new BufferedOutputStream(sink, BUFFER);
    threads.execute(new BatchReader(context, asker, in, between, writerIsGone::get));
    boolean whole = false;
    try {
      whole = new BatchWriter(between, out).write();
      if (whole) {
        out.close();
      }
      return whole;
    } finally {
      writerIsGone.set(true);
      if (!whole) {
        // Frees a reader that waits for the client.
        exchange.request().getConnectionMetaData().getConnection().getEndPoint().close();
      }
    }
  }

  /** Ends the batches that are still running. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
