package io.tallykeep.sandbox;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * An HTTP server on loopback before an object store: it keeps a list of the requests that arrive,
 * hands each on, and may change the answer. Bodies are held in memory. Safe for use by several
 * threads; its own are daemons.
 */
public final class HttpFaultProxy implements AutoCloseable {
  private static final Set<String> NOT_HANDED_ON =
      Set.of("host", "connection", "content-length", "expect", "upgrade", "transfer-encoding");

  private final URI target;
  private final ServerSocket listener;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final List<HttpSeen> seen = new CopyOnWriteArrayList<>();
  private final List<Fault> faults = new CopyOnWriteArrayList<>();
  private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger mostAtOnce = new AtomicInteger();

  /** A change to the answers of certain requests, so many times. */
  private record Fault(
      Predicate<HttpSeen> of, AtomicInteger left, UnaryOperator<HttpAnswer> change) {
    boolean takes(HttpSeen request) {
      return of.test(request) && left.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
    }
  }

  private HttpFaultProxy(URI target, ServerSocket listener) {
    this.target = target;
    this.listener = listener;
  }

  /**
   * Opens a proxy on a free loopback port.
   *
   * @param target scheme, host and port of the server behind it, without TLS
   * @throws SandboxException if no port can be had
   */
  public static HttpFaultProxy inFrontOf(URI target) {
    try {
      HttpFaultProxy proxy =
          new HttpFaultProxy(target, new ServerSocket(0, 100, InetAddress.getLoopbackAddress()));
      FaultProxy.daemon("http-fault-proxy-" + proxy.port(), proxy::accept);
      return proxy;
    } catch (IOException e) {
      throw new SandboxException(
          SandboxFault.START_FAILED, "The HTTP proxy got no port: " + e.getMessage(), e);
    }
  }

  /** The port to give to the client, on 127.0.0.1. */
  public int port() {
    return listener.getLocalPort();
  }

  /** The requests that have arrived since the start or the last {@link #forget}. */
  public List<HttpSeen> seen() {
    return List.copyOf(seen);
  }

  /** How many requests were here at once, at most, since the start or the last {@link #forget}. */
  public int mostAtOnce() {
    return mostAtOnce.get();
  }

  /** Begins the list of requests anew. */
  public void forget() {
    seen.clear();
    mostAtOnce.set(running.get());
  }

  /**
   * Changes the answers of the next requests that fit; several changes to one answer add up.
   *
   * @param of tells which requests
   * @param times for how many of them
   */
  public void change(Predicate<HttpSeen> of, int times, UnaryOperator<HttpAnswer> change) {
    faults.add(new Fault(of, new AtomicInteger(times), change));
  }

  /** From now on every answer is handed back as it is. */
  public void heal() {
    faults.clear();
  }

  /** Ends the proxy and its connections. */
  @Override
  public void close() {
    closeQuietly(listener);
    connections.forEach(HttpFaultProxy::closeQuietly);
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket connection = listener.accept();
        connection.setTcpNoDelay(true);
        connections.add(connection);
        FaultProxy.daemon("http-fault-proxy-connection", () -> serve(connection));
      } catch (IOException closed) {
        // The listener was closed, which ends the loop, or this one client is gone.
      }
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      InputStream in = new BufferedInputStream(connection.getInputStream());
      boolean goesOn = true;
      while (goesOn) {
        goesOn = serveOne(in, connection.getOutputStream());
      }
    } catch (IOException clientGone) {
      // Nobody waits for the answer any more.
    } finally {
      connections.remove(connection);
    }
  }

  private boolean serveOne(InputStream in, OutputStream out) throws IOException {
    String start = line(in);
    if (start.isEmpty()) {
      return false;
    }
    Map<String, String> headers = new LinkedHashMap<>();
    for (String header = line(in); !header.isEmpty(); header = line(in)) {
      int colon = header.indexOf(':');
      headers.put(
          header.substring(0, colon).toLowerCase(Locale.ROOT), header.substring(colon + 1).strip());
    }
    String[] words = start.split(" ");
    HttpSeen request = new HttpSeen(words[0], words[1], headers);
    if (headers.getOrDefault("expect", "").equalsIgnoreCase("100-continue")) {
      out.write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
    }
    byte[] body = in.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
    seen.add(request);
    mostAtOnce.accumulateAndGet(running.incrementAndGet(), Math::max);
    try {
      return answer(request, body, out);
    } finally {
      running.decrementAndGet();
    }
  }

  private boolean answer(HttpSeen request, byte[] body, OutputStream out) throws IOException {
    HttpAnswer answer = handOn(request, body);
    for (Fault fault : faults) {
      if (fault.takes(request)) {
        answer = fault.change().apply(answer);
      }
    }
    answer.waitFirst();
    return answer.send(request.method().equals("HEAD"), out);
  }

  private HttpAnswer handOn(HttpSeen seenRequest, byte[] body) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(target + seenRequest.path()))
            .method(seenRequest.method(), BodyPublishers.ofByteArray(body));
    seenRequest
        .headers()
        .forEach(
            (name, value) -> {
              if (!NOT_HANDED_ON.contains(name)) {
                request.header(name, value);
              }
            });
    try {
      HttpResponse<byte[]> answer = client.send(request.build(), BodyHandlers.ofByteArray());
      Map<String, String> headers = new LinkedHashMap<>();
      answer
          .headers()
          .map()
          .forEach(
              (name, values) -> {
                boolean isHead = seenRequest.method().equals("HEAD");
                if (!NOT_HANDED_ON.contains(name) || (isHead && name.equals("content-length"))) {
                  headers.put(name, values.get(0));
                }
              });
      return HttpAnswer.of(answer.statusCode(), headers, answer.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
      if (next != '\r') {
        line.write(next);
      }
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }

  private static void closeQuietly(Closeable socket) {
    try {
      socket.close();
    } catch (IOException alreadyGone) {
      return;
    }
  }
}
