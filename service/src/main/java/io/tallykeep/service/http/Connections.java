package io.tallykeep.service.http;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Request;

/**
 * The clients' connections. Closes those that have had no request under way for too long: unused
 * ones, and ones that send a header byte by byte for ever. Thread-safe.
 */
final class Connections implements Connection.Listener {
  private final Map<Connection, State> open = new ConcurrentHashMap<>();
  private final long idleNanos;

  private static final class State {
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicLong quietSince = new AtomicLong(System.nanoTime());
  }

  Connections(Duration idle) {
    this.idleNanos = idle.toNanos();
  }

  int count() {
    return open.size();
  }

  @Override
  public void onOpened(Connection connection) {
    open.put(connection, new State());
  }

  @Override
  public void onClosed(Connection connection) {
    open.remove(connection);
  }

  /** A request's header has arrived. */
  void began(Request request) {
    State state = open.get(request.getConnectionMetaData().getConnection());
    if (state != null) {
      state.requests.incrementAndGet();
      Request.addCompletionListener(request, failure -> ended(state));
    }
  }

  private static void ended(State state) {
    state.quietSince.set(System.nanoTime());
    state.requests.decrementAndGet();
  }

  /** Closes what has been quiet for too long. */
  void sweep() {
    long now = System.nanoTime();
    open.forEach(
        (connection, state) -> {
          if (state.requests.get() == 0 && now - state.quietSince.get() > idleNanos) {
            connection.getEndPoint().close();
          }
        });
  }
}
