package io.tallykeep.service.http;

import io.tallykeep.service.ask.Asker;
import io.tallykeep.service.http.BatchLine.Outcome;
import io.tallykeep.service.refusal.Refusal;
import io.tallykeep.service.refusal.RefusalCode;
import io.tallykeep.service.refusal.RefusedException;
import io.tallykeep.service.traffic.LookupWorkers;
import io.tallykeep.verifier.lookup.Query;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a batch's lines and has them looked up. Where look-ups or the writer are slower it waits,
 * and so, by TCP, does the client.
 */
final class BatchReader implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(BatchReader.class);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final long LOOK_MILLIS = 100;

  private final HttpContext context;
  private final Asker asker;
  private final LineReader lines;
  private final BlockingQueue<BatchLine> out;
  private final BooleanSupplier writerIsGone;

  BatchReader(
      HttpContext context,
      Asker asker,
      InputStream in,
      BlockingQueue<BatchLine> out,
      BooleanSupplier writerIsGone) {
    this.context = context;
    this.asker = asker;
    this.lines = new LineReader(in, context.settings().clients().lookupBytes());
    this.out = out;
    this.writerIsGone = writerIsGone;
  }

  @Override
  public void run() {
    BatchLine last = new BatchLine.Broken();
    try {
      last = read();
    } catch (IOException e) {
      LOG.debug("A batch broke off.", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      putLast(last);
    }
  }

  /** Reads to the end, and returns what the writer is told last. */
  private BatchLine read() throws IOException, InterruptedException {
    long number = 0;
    int most = context.settings().batches().lines();
    for (Optional<LineReader.Line> line = lines.next(); line.isPresent(); line = lines.next()) {
      number++;
      if (context.underWay().isStopping()) {
        return new BatchLine.Cut(
            number,
            new Refusal(
                RefusalCode.STOPPING,
                "the service is stopping. Send this line and what follows" + " it again."));
      }
      if (number > most) {
        return new BatchLine.Cut(
            number,
            new Refusal(
                RefusalCode.BATCH_TOO_LONG,
                "a batch has at most "
                    + most
                    + " lines (tallykeep.serve.batch.max-lines). Send the rest in another one."));
      }
      if (!put(new BatchLine.Asked(number, ask(line.get())))) {
        return new BatchLine.Broken();
      }
    }
    return new BatchLine.End();
  }

  private CompletableFuture<Outcome> ask(LineReader.Line line) throws InterruptedException {
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    if (line.isTooLong()) {
      refuse(
          outcome,
          new Refusal(
              RefusalCode.TOO_LARGE,
              "the line is longer than "
                  + context.settings().clients().lookupBytes()
                  + " bytes (tallykeep.serve.max-lookup)."));
      return outcome;
    }
    try {
      Query query = context.reader().read(line.bytes());
      LookupWorkers.Offer offer =
          context.workers().offerOfBatch(new Turn(query, outcome), PATIENCE);
      switch (offer) {
        case TAKEN -> {}
        case RATE_LIMITED -> waited(outcome, RefusalCode.RATE_LIMITED);
        case OVERLOADED -> waited(outcome, RefusalCode.OVERLOADED);
      }
    } catch (RefusedException e) {
      refuse(outcome, e.refusal());
    }
    return outcome;
  }

  private void waited(CompletableFuture<Outcome> outcome, RefusalCode code) {
    refuse(
        outcome,
        new Refusal(
            code, "the line waited its turn for " + PATIENCE.toSeconds() + " s. Send it again."));
  }

  private void refuse(CompletableFuture<Outcome> outcome, Refusal refusal) {
    if (outcome.complete(new Outcome.Refused(refusal))) {
      context.metrics().refused(refusal.code());
    }
  }

  private boolean put(BatchLine line) throws InterruptedException {
    while (!writerIsGone.getAsBoolean()) {
      if (out.offer(line, LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        return true;
      }
    }
    return false;
  }

  /** Even an interrupted reader tells the writer that it is gone. */
  private void putLast(BatchLine last) {
    boolean interrupted = Thread.interrupted();
    try {
      put(last);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** One line when a worker is free. */
  private final class Turn implements LookupWorkers.Work {
    private final Query query;
    private final CompletableFuture<Outcome> outcome;

    Turn(Query query, CompletableFuture<Outcome> outcome) {
      this.query = query;
      this.outcome = outcome;
    }

    @Override
    public void run() {
      try {
        outcome.complete(new Outcome.Answered(query, context.desk().ask(asker, query)));
      } catch (RefusedException e) {
        refuse(outcome, e.refusal());
      } finally {
        // Only after a mistake of ours, which ends this thread and is logged.
        refuse(
            outcome,
            new Refusal(RefusalCode.INTERNAL_ERROR, "a mistake in Tallykeep; the log has it."));
      }
    }

    @Override
    public void tooLate() {
      waited(outcome, RefusalCode.OVERLOADED);
    }
  }
}
