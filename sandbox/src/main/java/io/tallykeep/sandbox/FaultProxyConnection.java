package io.tallykeep.sandbox;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** One client's connection through a {@link FaultProxy}: two threads, one for each direction. */
final class FaultProxyConnection {
  private static final int BUFFER_BYTES = 64 * 1024;
  private static final byte[] INTERIM = "HTTP/1.1 100".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] HEAD_END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final FaultProxy proxy;
  private final Socket client;
  private final Socket server;

  /** Used by the thread that hands requests on, and by no other. */
  private final Map<RequestFault, TextScan> scans = new HashMap<>();

  private final Queue<RequestFault> pending = new ConcurrentLinkedQueue<>();
  private final AtomicInteger endedDirections = new AtomicInteger();
  private volatile boolean requestBegins = true;

  FaultProxyConnection(FaultProxy proxy, Socket client, Socket server) {
    this.proxy = proxy;
    this.client = client;
    this.server = server;
  }

  void start() throws SocketException {
    // As both ends do; else a short request after another one waits for a delayed acknowledgement.
    client.setTcpNoDelay(true);
    server.setTcpNoDelay(true);
    FaultProxy.daemon("fault-proxy-requests-" + client.getPort(), () -> pump(this::requests));
    FaultProxy.daemon("fault-proxy-answers-" + client.getPort(), () -> pump(this::answers));
  }

  /** Resets both sides: what was under way is lost. */
  void reset() {
    proxy.forget(this);
    reset(client);
    reset(server);
  }

  /** Both sides have said all they had to. */
  private void close() throws IOException {
    proxy.forget(this);
    client.close();
    server.close();
  }

  /** Closes with a TCP reset instead of an orderly end. */
  static void reset(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
      socket.close();
    } catch (IOException alreadyGone) {
      return;
    }
  }

  private interface Direction {
    void run() throws IOException;
  }

  private void pump(Direction direction) {
    boolean ended = false;
    try {
      direction.run();
      ended = true;
      if (endedDirections.incrementAndGet() == 2) {
        close();
      }
    } catch (IOException oneSideIsGone) {
      ended = false;
    } finally {
      if (!ended) {
        reset();
      }
    }
  }

  private void requests() throws IOException {
    InputStream in = client.getInputStream();
    OutputStream out = server.getOutputStream();
    byte[] buffer = new byte[BUFFER_BYTES];
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      if (proxy.isRefusingRequests()) {
        reset();
        return;
      }
      if (requestBegins) {
        requestBegins = false;
        Pause.until(proxy.delay(), server::isClosed);
      }
      for (RequestFault fault : proxy.requestFaults()) {
        if (scans.computeIfAbsent(fault, RequestFault::newScan).passes(buffer, n) && fault.take()) {
          pending.add(fault);
          fault.beforeRequest();
        }
      }
      out.write(buffer, 0, n);
    }
    server.shutdownOutput();
  }

  private void answers() throws IOException {
    InputStream in = server.getInputStream();
    OutputStream out = client.getOutputStream();
    byte[] buffer = new byte[BUFFER_BYTES];
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      int interim = interimLength(buffer, n);
      if (interim < n && !passesAnswer()) {
        reset();
        return;
      }
      requestBegins = interim < n;
      out.write(buffer, 0, n);
    }
    client.shutdownOutput();
  }

  private boolean passesAnswer() {
    boolean passes = true;
    for (RequestFault fault = pending.poll(); fault != null; fault = pending.poll()) {
      passes &= fault.passesAnswer();
    }
    return passes;
  }

  /** The length of an HTTP interim answer at the start of the bytes, 0 if there is none. */
  private static int interimLength(byte[] bytes, int length) {
    for (int i = 0; i < INTERIM.length; i++) {
      if (i >= length || bytes[i] != INTERIM[i]) {
        return 0;
      }
    }
    for (int at = INTERIM.length; at + HEAD_END.length <= length; at++) {
      if (bytes[at] == '\r'
          && bytes[at + 1] == '\n'
          && bytes[at + 2] == '\r'
          && bytes[at + 3] == '\n') {
        return at + HEAD_END.length;
      }
    }
    return length;
  }
}
