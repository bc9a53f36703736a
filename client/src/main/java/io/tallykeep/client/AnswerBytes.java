package io.tallykeep.client;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one response as they come, taken by one thread within a time limit. At most two
 * buffers of the connection wait here: the next ones are asked for when the last were taken.
 */
final class AnswerBytes implements HttpResponse.BodySubscriber<AnswerBytes>, AutoCloseable {
  /** What the connection delivered: bytes, their end, or a failure. */
  private record Arrival(List<ByteBuffer> bytes, boolean last, @Nullable Throwable failure) {}

  private final LinkedBlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();
  private final AtomicReference<Flow.@Nullable Subscription> subscription = new AtomicReference<>();
  private final CompletableFuture<AnswerBytes> started = new CompletableFuture<>();
  private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
  private final Consumer<AnswerBytes> whenClosed;
  private List<ByteBuffer> waiting = List.of();
  private boolean ended;

  AnswerBytes(Consumer<AnswerBytes> whenClosed) {
    this.whenClosed = whenClosed;
  }

  @Override
  public CompletionStage<AnswerBytes> getBody() {
    return started;
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    if (subscription.compareAndSet(null, given)) {
      given.request(1);
      started.complete(this);
    } else {
      given.cancel();
    }
  }

  @Override
  public void onNext(List<ByteBuffer> bytes) {
    arrivals.add(new Arrival(bytes, false, null));
  }

  @Override
  public void onError(Throwable failure) {
    arrivals.add(new Arrival(List.of(), true, failure));
  }

  @Override
  public void onComplete() {
    arrivals.add(new Arrival(List.of(), true, null));
  }

  /**
   * All bytes up to the end.
   *
   * @throws NoAnswerException TOO_LARGE, TIMEOUT, or what broke the connection
   */
  byte[] whole(int maxBytes, TimeLimit limit) throws NoAnswerException, InterruptedException {
    for (ByteBuffer bytes = next(limit); bytes != null; bytes = next(limit)) {
      take(bytes, bytes.remaining(), maxBytes);
    }
    return takeAll();
  }

  /**
   * The bytes up to the next line end, without it.
   *
   * @return empty at the end of the stream
   * @throws NoAnswerException as {@link #whole}; CUT if the stream ends within a line
   */
  Optional<byte[]> line(int maxBytes, TimeLimit limit)
      throws NoAnswerException, InterruptedException {
    for (ByteBuffer bytes = next(limit); bytes != null; bytes = next(limit)) {
      int length = 0;
      while (length < bytes.remaining() && bytes.get(bytes.position() + length) != '\n') {
        length++;
      }
      boolean whole = length < bytes.remaining();
      take(bytes, length, maxBytes);
      if (whole) {
        bytes.get();
        return Optional.of(takeAll());
      }
    }
    if (taken.size() > 0) {
      throw new NoAnswerException(
          NoAnswer.CUT, "The connection ended within an answer. Ask again.");
    }
    return Optional.empty();
  }

  private void take(ByteBuffer bytes, int length, int maxBytes) throws NoAnswerException {
    if (taken.size() + length > maxBytes) {
      throw new NoAnswerException(
          NoAnswer.TOO_LARGE,
          "The answer has more than " + maxBytes + " bytes. Check the service's address.");
    }
    byte[] part = new byte[length];
    bytes.get(part);
    taken.writeBytes(part);
  }

  private byte[] takeAll() {
    byte[] all = taken.toByteArray();
    taken.reset();
    return all;
  }

  /** Bytes that nobody took yet; null at the end. */
  private @Nullable ByteBuffer next(TimeLimit limit)
      throws NoAnswerException, InterruptedException {
    while (true) {
      for (ByteBuffer bytes : waiting) {
        if (bytes.hasRemaining()) {
          return bytes;
        }
      }
      if (ended) {
        return null;
      }
      Arrival arrival = arrivals.poll(limit.nanosLeft(), TimeUnit.NANOSECONDS);
      if (arrival == null) {
        throw new NoAnswerException(
            NoAnswer.TIMEOUT, "The answer was not whole within the time for one. Ask again.");
      }
      if (arrival.failure() != null) {
        throw Failures.of(arrival.failure());
      }
      waiting = arrival.bytes();
      ended = arrival.last();
      Flow.Subscription given = subscription.get();
      if (!ended && given != null) {
        given.request(1);
      }
    }
  }

  /** Gives the connection up unless everything came. */
  @Override
  public void close() {
    Flow.Subscription given = subscription.get();
    if (!ended && given != null) {
      given.cancel();
    }
    whenClosed.accept(this);
  }
}
