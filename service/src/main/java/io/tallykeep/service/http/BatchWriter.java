package io.tallykeep.service.http;

import io.tallykeep.service.http.BatchLine.Outcome;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;

/**
 * Writes a batch's outcomes in the lines' order, each as soon as it and all before it are there.
 */
final class BatchWriter {
  private final BlockingQueue<BatchLine> in;
  private final OutputStream out;
  private long answered;
  private long refused;

  BatchWriter(BlockingQueue<BatchLine> in, OutputStream out) {
    this.in = in;
    this.out = out;
  }

  /**
   * Writes until the batch is over.
   *
   * @return false if the body broke off, so that there is nobody to tell
   * @throws IOException if the client takes no more
   */
  boolean write() throws IOException, InterruptedException {
    while (true) {
      if (in.isEmpty()) {
        out.flush();
      }
      BatchLine line = in.take();
      if (line instanceof BatchLine.Asked asked) {
        line(asked);
      } else if (line instanceof BatchLine.Cut cut) {
        write(Documents.refusal(cut.number(), cut.why()));
        return true;
      } else if (line instanceof BatchLine.End) {
        write(Documents.end(answered, refused));
        return true;
      } else {
        return false;
      }
    }
  }

  private void line(BatchLine.Asked asked) throws IOException, InterruptedException {
    if (!asked.outcome().isDone()) {
      out.flush();
    }
    Outcome outcome = outcome(asked);
    if (outcome instanceof Outcome.Answered done) {
      answered++;
      write(Documents.answer(asked.number(), done.query(), done.adjudication()));
    } else if (outcome instanceof Outcome.Refused not) {
      refused++;
      write(Documents.refusal(asked.number(), not.refusal()));
    }
  }

  private static Outcome outcome(BatchLine.Asked asked) throws InterruptedException {
    try {
      return asked.outcome().get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("an outcome is never completed exceptionally", e);
    }
  }

  private void write(String document) throws IOException {
    out.write((document + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
