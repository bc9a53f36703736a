package io.tallykeep.archive.read;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.Abortable;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpClient;

/**
 * An HTTP client whose requests can be broken off from another thread: a thread that waits for a
 * socket does not notice an interrupt.
 */
final class AbortableHttpClient implements SdkHttpClient {
  private final SdkHttpClient kept;
  private final SdkHttpClient fresh;
  private final ThreadLocal<@Nullable Handle> current = new ThreadLocal<>();

  /**
   * @param kept takes connections that were used before
   * @param fresh opens one for each request
   */
  AbortableHttpClient(SdkHttpClient kept, SdkHttpClient fresh) {
    this.kept = kept;
    this.fresh = fresh;
  }

  /** Which connection a request takes. */
  enum Connections {
    /** One that was used before, where there is one. */
    KEPT,
    /** A new one: whatever broke one connection may have broken all that are kept. */
    FRESH
  }

  /** Breaks requests off, also those that are yet to be prepared. */
  static final class Handle {
    private final Connections connections;
    private @Nullable Abortable request;
    private boolean aborted;

    Handle(Connections connections) {
      this.connections = connections;
    }

    synchronized void abort() {
      aborted = true;
      if (request != null) {
        request.abort();
      }
    }

    private synchronized void attach(Abortable prepared) {
      request = prepared;
      if (aborted) {
        prepared.abort();
      }
    }
  }

  /** Runs work whose requests, sent by this thread, the handle breaks off. */
  <T> T run(Handle handle, Supplier<T> work) {
    current.set(handle);
    try {
      return work.get();
    } finally {
      current.remove();
    }
  }

  @Override
  public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
    Handle handle = current.get();
    boolean again = handle != null && handle.connections == Connections.FRESH;
    ExecutableHttpRequest prepared = (again ? fresh : kept).prepareRequest(request);
    if (handle != null) {
      handle.attach(prepared);
    }
    return prepared;
  }

  @Override
  public String clientName() {
    return kept.clientName();
  }

  @Override
  public void close() {
    kept.close();
    fresh.close();
  }
}
