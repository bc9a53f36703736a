package io.tallykeep.jobs;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tallykeep.sandbox.S3Address;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Stands before an S3 server and hands requests on, but for those it was told to answer itself:
 * with an error, or with an answer that breaks off. Thread-safe.
 */
public final class StoreFaults implements AutoCloseable {
  /** A fault that goes on until it is healed. */
  public static final int ALWAYS = Integer.MAX_VALUE;

  private static final Set<String> NOT_HANDED_ON =
      Set.of("host", "connection", "content-length", "expect", "upgrade", "transfer-encoding");

  private final S3Address target;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final List<Fault> faults = new CopyOnWriteArrayList<>();

  /** What is done about requests with this method and text in their path. */
  private record Fault(
      String method,
      String pathText,
      int status,
      AtomicInteger left,
      AtomicInteger happened,
      AtomicReference<String> waitsFor) {
    boolean takes(HttpExchange exchange) {
      if (!exchange.getRequestMethod().equals(method)
          || !exchange.getRequestURI().toString().contains(pathText)
          || !waitsFor.get().isEmpty()
          || left.getAndUpdate(n -> Math.max(0, n - 1)) == 0) {
        return false;
      }
      happened.incrementAndGet();
      return true;
    }
  }

  private StoreFaults(S3Address target, HttpServer server) {
    this.target = target;
    this.server = server;
  }

  public static StoreFaults inFrontOf(S3Address target) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    StoreFaults faults = new StoreFaults(target, server);
    server.createContext("/", faults::serve);
    server.setExecutor(faults.threads);
    server.start();
    return faults;
  }

  public S3Address address() {
    return target.throughPort(server.getAddress().getPort());
  }

  /**
   * Answers so many requests with an HTTP status; they never reach the store.
   *
   * @param pathText occurs in the request's path or query
   * @return counts how often it has happened
   */
  public AtomicInteger answer(int status, String method, String pathText, int times) {
    Fault fault =
        new Fault(
            method,
            pathText,
            status,
            new AtomicInteger(times),
            new AtomicInteger(),
            new AtomicReference<>(""));
    faults.add(fault);
    return fault.happened();
  }

  /** As {@link #answer}, always, once an object whose path ends so was put. */
  public AtomicInteger answerAfterPut(String suffix, int status, String method, String pathText) {
    Fault fault =
        new Fault(
            method,
            pathText,
            status,
            new AtomicInteger(ALWAYS),
            new AtomicInteger(),
            new AtomicReference<>(suffix));
    faults.add(fault);
    return fault.happened();
  }

  /** Lets so many requests through and breaks off in the middle of the answer's body. */
  public AtomicInteger breakOff(String method, String pathText, int times) {
    return answer(200, method, pathText, times);
  }

  /** From now on every request is handed on. */
  public void heal() {
    faults.clear();
  }

  private void serve(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    for (Fault fault : faults) {
      if (fault.takes(exchange)) {
        if (fault.status() == 200) {
          handOn(exchange, body, true);
        } else {
          exchange.sendResponseHeaders(fault.status(), -1);
          exchange.close();
        }
        return;
      }
    }
    handOn(exchange, body, false);
    if (exchange.getRequestMethod().equals("PUT")) {
      String path = exchange.getRequestURI().getPath();
      faults.stream()
          .filter(fault -> path.endsWith(fault.waitsFor().get()))
          .forEach(fault -> fault.waitsFor().set(""));
    }
  }

  private void handOn(HttpExchange exchange, byte[] body, boolean breakOff) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(target.endpoint() + exchange.getRequestURI().toString()))
            .method(exchange.getRequestMethod(), BodyPublishers.ofByteArray(body));
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> {
              if (!NOT_HANDED_ON.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
              }
            });
    HttpResponse<byte[]> answer;
    try {
      answer = client.send(request.build(), BodyHandlers.ofByteArray());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
    answer
        .headers()
        .map()
        .forEach(
            (name, values) -> {
              if (!NOT_HANDED_ON.contains(name.toLowerCase(Locale.ROOT)) || name.startsWith(":")) {
                exchange.getResponseHeaders().put(name, values);
              }
            });
    boolean isHead = exchange.getRequestMethod().equals("HEAD");
    if (isHead) {
      answer
          .headers()
          .firstValue("content-length")
          .ifPresent(length -> exchange.getResponseHeaders().set("Content-Length", length));
    }
    byte[] content = answer.body();
    exchange.sendResponseHeaders(
        answer.statusCode(), isHead || content.length == 0 ? -1 : content.length);
    if (!isHead && content.length > 0) {
      OutputStream out = exchange.getResponseBody();
      out.write(content, 0, breakOff ? content.length / 2 : content.length);
    }
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
