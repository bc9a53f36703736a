package io.tallykeep.sandbox;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A TCP proxy on loopback that hands bytes through unchanged until it is told to fail in a certain
 * way.
 *
 * <p>It reads no protocol, so clients must come without TLS. Safe for use by several threads; its
 * own threads are daemons. Faults add up, and {@link #heal()} takes them all back.
 */
public final class FaultProxy implements AutoCloseable {
  private final String host;
  private final int targetPort;
  private final ServerSocket listener;
  private final Set<FaultProxyConnection> connections = ConcurrentHashMap.newKeySet();
  private final List<RequestFault> requestFaults = new CopyOnWriteArrayList<>();
  private volatile boolean refusing;
  private volatile boolean refusingRequests;
  private volatile Duration delay = Duration.ZERO;

  private FaultProxy(String host, int targetPort, ServerSocket listener) {
    this.host = host;
    this.targetPort = targetPort;
    this.listener = listener;
  }

  /**
   * Opens a proxy on a free loopback port in front of a server, which need not answer yet.
   *
   * @throws SandboxException if no port can be had
   */
  public static FaultProxy inFrontOf(String host, int port) {
    try {
      FaultProxy proxy =
          new FaultProxy(host, port, new ServerSocket(0, 100, InetAddress.getLoopbackAddress()));
      daemon("fault-proxy-" + proxy.port(), proxy::accept);
      return proxy;
    } catch (IOException e) {
      throw new SandboxException(
          SandboxFault.START_FAILED, "The fault proxy got no port: " + e.getMessage(), e);
    }
  }

  /** The port to give to the client, on 127.0.0.1. */
  public int port() {
    return listener.getLocalPort();
  }

  /** Resets all present connections on both sides; new ones work. */
  public void cut() {
    connections.forEach(FaultProxyConnection::reset);
  }

  /** From now on resets each new connection as soon as it is made; present ones go on. */
  public void refuse() {
    refusing = true;
  }

  /**
   * From now on resets each connection at its next request; answers on their way go through. To a
   * server the client looks as if it had died after its last answer.
   */
  public void refuseRequests() {
    refusingRequests = true;
  }

  /** From now on each request reaches the server this much later. */
  public void delay(Duration perRequest) {
    delay = perRequest;
  }

  /** {@link #dropAnswersAfter(String, int)}, once. */
  public AnswerLoss dropAnswersAfter(String requestText) {
    return dropAnswersAfter(requestText, 1);
  }

  /**
   * Lets requests that contain a text through, and loses their answers: the server has done its
   * work when the first byte of its answer arrives here; that is thrown away and the connection
   * reset on both sides. An interim {@code 100 Continue} of HTTP is handed through.
   *
   * <p>A text inside a prepared statement is in the request that prepares it, not in the one that
   * executes it.
   *
   * @param requestText ASCII text, compared byte for byte, such as {@code DROP PARTITION} or {@code
   *     PUT /bucket/key}
   * @param times for how many requests; at least 1
   * @return counts how often it has happened
   */
  public AnswerLoss dropAnswersAfter(String requestText, int times) {
    return lose(new AnswerLoss(List.of(requestText), times));
  }

  /**
   * As {@link #dropAnswersAfter(String)}, for the request that ends a sequence on one connection.
   *
   * @param requestTexts looked for one after the other, as for {@link #stopBefore}
   */
  public AnswerLoss dropAnswerAfterAll(String... requestTexts) {
    return lose(new AnswerLoss(List.of(requestTexts), 1));
  }

  private AnswerLoss lose(AnswerLoss loss) {
    requestFaults.add(loss);
    return loss;
  }

  /**
   * Stops one connection just before a request reaches the server, and runs the action meanwhile:
   * it may kill the client, or wait. Afterwards the request goes on, also if its client is gone by
   * then, unless the action has called {@link #cut()}: then it never arrives.
   *
   * @param action runs once, in a thread of the proxy's
   * @param requestTexts one ASCII text or several, as for {@link #dropAnswersAfter}; several are
   *     looked for one after the other in the requests of one connection, such as {@code UPDATE t}
   *     and then {@code COMMIT}, and the stop is at the last
   * @return tells whether it was reached
   */
  public Stop stopBefore(Runnable action, String... requestTexts) {
    return stop(Stop.Place.BEFORE_REQUEST, action, requestTexts);
  }

  /**
   * As {@link #stopBefore}, but when the server has done the request and its answer is on the way
   * to the client.
   */
  public Stop stopAfter(Runnable action, String... requestTexts) {
    return stop(Stop.Place.BEFORE_ANSWER, action, requestTexts);
  }

  private Stop stop(Stop.Place place, Runnable action, String... requestTexts) {
    Stop stop = new Stop(place, action, List.of(requestTexts));
    requestFaults.add(stop);
    return stop;
  }

  /** Takes back all faults; connections that were cut stay cut. */
  public void heal() {
    refusing = false;
    refusingRequests = false;
    delay = Duration.ZERO;
    requestFaults.clear();
  }

  /** Ends the proxy and its connections. */
  @Override
  public void close() {
    refusing = true;
    closeQuietly(listener);
    cut();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        serve(listener.accept());
      } catch (IOException closedOrNotServed) {
        // Either the listener was closed, which ends the loop, or this one client or its server is
        // gone.
      }
    }
  }

  private void serve(Socket client) throws IOException {
    if (refusing) {
      FaultProxyConnection.reset(client);
      return;
    }
    Socket server;
    try {
      server = new Socket(host, targetPort);
    } catch (IOException e) {
      FaultProxyConnection.reset(client);
      throw e;
    }
    FaultProxyConnection connection = new FaultProxyConnection(this, client, server);
    connections.add(connection);
    try {
      connection.start();
    } catch (SocketException e) {
      connection.reset();
      throw e;
    }
    if (refusing) {
      connection.reset();
    }
  }

  /** How many connections go through the proxy at this moment. */
  int openConnections() {
    return connections.size();
  }

  boolean isRefusingRequests() {
    return refusingRequests;
  }

  Duration delay() {
    return delay;
  }

  List<RequestFault> requestFaults() {
    return requestFaults;
  }

  void forget(FaultProxyConnection connection) {
    connections.remove(connection);
  }

  static void daemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  private static void closeQuietly(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException alreadyGone) {
      return;
    }
  }
}
