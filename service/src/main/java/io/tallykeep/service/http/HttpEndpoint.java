package io.tallykeep.service.http;

import io.tallykeep.service.settings.ClientLimits;
import io.tallykeep.service.settings.ServiceSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTP server: listens, bounds its clients, hands requests to the paths. */
public final class HttpEndpoint implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HttpEndpoint.class);
  private static final int THREADS = 16;
  private static final int WAITING_CONNECTIONS = 128;

  private final Server server;
  private final ServerConnector connector;
  private final Connections connections;
  private final BatchLookup batch;

  public HttpEndpoint(HttpContext context) {
    ServiceSettings settings = context.settings();
    ClientLimits limits = settings.clients();
    QueuedThreadPool threads = new QueuedThreadPool(THREADS, 2);
    threads.setName("http");
    threads.setDaemon(true);
    this.server = new Server(threads);
    this.connections = new Connections(limits.idle());
    this.batch = new BatchLookup(context);
    this.connector =
        new ServerConnector(server, 1, 1, new HttpConnectionFactory(configuration(limits)));
    connector.setHost(settings.address().host());
    connector.setPort(settings.address().port());
    connector.setIdleTimeout(limits.idle().toMillis());
    connector.setAcceptQueueSize(WAITING_CONNECTIONS);
    connector.addBean(connections);
    server.addConnector(connector);
    server.addBean(new NetworkConnectionLimit(limits.connections(), connector));
    server.setHandler(new Api(context, connections, batch, openApi()));
    server.setErrorHandler(new ProblemPages(context.metrics()));
    server.setStopTimeout(0);
    context
        .metrics()
        .gauge("tallykeep.client.connections", "Clients' connections", connections::count);
    context.metrics().gauge("tallykeep.batches.running", "Batches that run now", batch::running);
  }

  private static HttpConfiguration configuration(ClientLimits limits) {
    HttpConfiguration configuration = new HttpConfiguration();
    configuration.setSendServerVersion(false);
    configuration.setRequestHeaderSize(limits.headerBytes());
    return configuration;
  }

  private static String openApi() {
    String name = "/io/tallykeep/service/openapi.json";
    try (InputStream document = HttpEndpoint.class.getResourceAsStream(name)) {
      if (document == null) {
        throw new IllegalStateException(name + " is not on the class path");
      }
      return new String(document.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Begins to listen.
   *
   * @throws IOException if the address can't be listened on
   */
  @SuppressWarnings("IllegalCatch") // The HTTP server's start declares no other.
  public void start() throws IOException {
    try {
      connector.open();
      server.start();
    } catch (IOException e) {
      throw e;
    } catch (
        @SuppressWarnings("IllegalCatch")
        Exception e) {
      throw new IllegalStateException("the HTTP server does not start", e);
    }
    server.getScheduler().schedule(this::sweep, 1, TimeUnit.SECONDS);
  }

  private void sweep() {
    connections.sweep();
    if (server.isRunning()) {
      server.getScheduler().schedule(this::sweep, 1, TimeUnit.SECONDS);
    }
  }

  /** The port it listens on. */
  public int port() {
    return connector.getLocalPort();
  }

  /** Ends what is still running and listens no more. */
  @Override
  @SuppressWarnings("IllegalCatch") // The HTTP server's stop declares no other.
  public void close() {
    batch.close();
    try {
      server.stop();
    } catch (
        @SuppressWarnings("IllegalCatch")
        Exception e) {
      LOG.warn("The HTTP server did not stop as it should.", e);
    }
  }
}
