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
  private final SdkHttpClient client;
  private final ThreadLocal<@Nullable Handle> current = new ThreadLocal<>();

  AbortableHttpClient(SdkHttpClient client) {
    this.client = client;
  }

  /** Breaks requests off, also those that are yet to be prepared. */
  static final class Handle {
    private @Nullable Abortable request;
    private boolean aborted;

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
    ExecutableHttpRequest prepared = client.prepareRequest(request);
    Handle handle = current.get();
    if (handle != null) {
      handle.attach(prepared);
    }
    return prepared;
  }

  @Override
  public String clientName() {
    return client.clientName();
  }

  @Override
  public void close() {
    client.close();
  }
}
