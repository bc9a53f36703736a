package io.tallykeep.client;

import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Sends questions and gives the bytes of what is answered to them. Thread-safe. Each request has an
 * id of its own that its response must carry: on a connection that was left in disorder the answer
 * to an earlier request can come first.
 */
final class ServiceCalls implements AutoCloseable {
  private static final String REQUEST_ID = "X-Request-Id";
  private static final int MAX_PROBLEM_BYTES = 16 << 10;
  private static final Duration PROBLEM_TIME = Duration.ofMillis(500);

  /** Where a question goes, and the media type of question and answer. */
  record Target(String path, String mediaType) {
    static final Target SINGLE = new Target("/v1/lookups", "application/json");
    static final Target BATCH = new Target("/v1/lookups/batch", "application/x-ndjson");
  }

  private final ClientSettings settings;
  private final HttpClient http;
  private final Map<String, CompletableFuture<?>> waiting = new ConcurrentHashMap<>();
  private final Set<AnswerBytes> reading = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  ServiceCalls(ClientSettings settings, HttpClient http) {
    this.settings = settings;
    this.http = http;
  }

  /**
   * @return the bytes of an answer with status 200, to be closed
   * @throws NoAnswerException if none began within the limit
   */
  AnswerBytes post(Target target, byte[] question, TimeLimit limit)
      throws NoAnswerException, InterruptedException {
    String id = UUID.randomUUID().toString();
    CompletableFuture<HttpResponse<AnswerBytes>> future =
        http.sendAsync(request(target, question, id), head -> new AnswerBytes(reading::remove));
    HttpResponse<AnswerBytes> response = response(id, future, limit);
    AnswerBytes bytes = response.body();
    reading.add(bytes);
    boolean usable = false;
    try {
      if (closed) {
        throw NoAnswerException.closed();
      }
      if (response.statusCode() != 200) {
        throw Problem.of(
            response.statusCode(), problem(bytes), response.headers().firstValue("Retry-After"));
      }
      requireOurs(response.headers(), target, id);
      usable = true;
      return bytes;
    } finally {
      if (!usable) {
        bytes.close();
      }
    }
  }

  private HttpRequest request(Target target, byte[] question, String id) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(settings.at(target.path()))
            .header("Content-Type", target.mediaType())
            .header("Accept", target.mediaType() + ", application/problem+json")
            .header(REQUEST_ID, id)
            .POST(HttpRequest.BodyPublishers.ofByteArray(question));
    settings.token().ifPresent(token -> request.header("Authorization", "Bearer " + token));
    return request.build();
  }

  private HttpResponse<AnswerBytes> response(
      String id, CompletableFuture<HttpResponse<AnswerBytes>> future, TimeLimit limit)
      throws NoAnswerException, InterruptedException {
    waiting.put(id, future);
    boolean taken = false;
    try {
      if (closed) {
        throw NoAnswerException.closed();
      }
      HttpResponse<AnswerBytes> response = future.get(limit.nanosLeft(), TimeUnit.NANOSECONDS);
      taken = true;
      return response;
    } catch (ExecutionException e) {
      throw Failures.of(e);
    } catch (CancellationException e) {
      throw NoAnswerException.closed();
    } catch (TimeoutException e) {
      throw Failures.timeout();
    } finally {
      waiting.remove(id);
      if (!taken && !future.cancel(true)) {
        closeWhenThere(future);
      }
    }
  }

  /** An answer that came in the moment it was given up. */
  private static void closeWhenThere(CompletableFuture<HttpResponse<AnswerBytes>> future) {
    if (!future.isCompletedExceptionally()) {
      future.join().body().close();
    }
  }

  /** What came with an error, if it comes at once and is short. */
  private static byte[] problem(AnswerBytes bytes) throws InterruptedException {
    try {
      return bytes.whole(MAX_PROBLEM_BYTES, TimeLimit.in(PROBLEM_TIME));
    } catch (NoAnswerException e) {
      return new byte[0];
    }
  }

  private static void requireOurs(HttpHeaders headers, Target target, String id)
      throws NoAnswerException {
    Optional<String> type = headers.firstValue("Content-Type").map(Problem::shown);
    if (!type.map(value -> value.split(";", 2)[0].trim()).equals(Optional.of(target.mediaType()))) {
      throw JsonObject.notUnderstood(
          "its Content-Type is " + type.orElse("missing") + " and not " + target.mediaType());
    }
    if (!headers.allValues(REQUEST_ID).equals(List.of(id))) {
      throw new NoAnswerException(
          NoAnswer.WRONG_ECHO,
          "The answer does not carry the "
              + REQUEST_ID
              + " of its question. Look at what stands"
              + " between client and service.");
    }
  }

  @Override
  public void close() {
    closed = true;
    waiting.values().forEach(future -> future.cancel(true));
    reading.forEach(bytes -> bytes.onError(new CancellationException()));
  }
}
