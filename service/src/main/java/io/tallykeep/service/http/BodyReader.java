package io.tallykeep.service.http;

import io.tallykeep.service.refusal.RefusalCode;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Reads one short body as it comes, without a thread that waits for it; answers for it where it is
 * too long or too slow.
 */
final class BodyReader {
  private final Exchange exchange;
  private final int mostBytes;
  private final Consumer<byte[]> whole;
  private final ByteArrayOutputStream read = new ByteArrayOutputStream();
  private final Scheduler.Task timeout;

  private BodyReader(Exchange exchange, int mostBytes, Duration within, Consumer<byte[]> whole) {
    this.exchange = exchange;
    this.mostBytes = mostBytes;
    this.whole = whole;
    this.timeout =
        exchange
            .request()
            .getComponents()
            .getScheduler()
            .schedule(
                () ->
                    exchange.refuse(
                        RefusalCode.REQUEST_TIMEOUT,
                        "the body did not arrive within " + within.toMillis() + " ms."),
                within.toMillis(),
                TimeUnit.MILLISECONDS);
  }

  /** Reads the body; {@code whole} gets it, on a thread that must not be kept. */
  static void read(Exchange exchange, int mostBytes, Duration within, Consumer<byte[]> whole) {
    long announced = exchange.request().getHeaders().getLongField(HttpHeader.CONTENT_LENGTH);
    if (announced > mostBytes) {
      tooLarge(exchange, mostBytes);
      return;
    }
    new BodyReader(exchange, mostBytes, within, whole).go();
  }

  private void go() {
    while (!exchange.isAnswered()) {
      Content.Chunk chunk = exchange.request().read();
      if (chunk == null) {
        exchange.request().demand(this::go);
        return;
      }
      if (Content.Chunk.isFailure(chunk)) {
        timeout.cancel();
        exchange.refuse(RefusalCode.BAD_REQUEST, "the body is not whole.");
        return;
      }
      take(chunk.getByteBuffer());
      boolean last = chunk.isLast();
      chunk.release();
      if (read.size() > mostBytes) {
        timeout.cancel();
        tooLarge(exchange, mostBytes);
        return;
      }
      if (last) {
        timeout.cancel();
        whole.accept(read.toByteArray());
        return;
      }
    }
  }

  private void take(ByteBuffer bytes) {
    byte[] copy = new byte[Math.min(bytes.remaining(), mostBytes + 1)];
    bytes.get(copy);
    read.write(copy, 0, copy.length);
  }

  private static void tooLarge(Exchange exchange, int mostBytes) {
    exchange.refuse(
        RefusalCode.TOO_LARGE,
        "the body is longer than " + mostBytes + " bytes (tallykeep.serve.max-lookup).");
  }
}
