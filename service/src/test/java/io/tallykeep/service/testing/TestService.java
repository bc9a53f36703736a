package io.tallykeep.service.testing;

import io.tallykeep.archive.table.ArchiveStorage;
import io.tallykeep.sandbox.FaultProxy;
import io.tallykeep.sandbox.MysqlAddress;
import io.tallykeep.sandbox.S3Address;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.service.LookupService;
import io.tallykeep.service.backend.Backend;
import io.tallykeep.verifier.ledger.Progress;
import io.tallykeep.verifier.testing.TestArchive;
import io.tallykeep.verifier.testing.TestInbox;
import io.tallykeep.verifier.testing.TestSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A service over an inbox and an archive of its own on the shared sandbox. Both servers are reached
 * through proxies that can fail. DAY is archived and its partition dropped; the day after is
 * online.
 */
public final class TestService implements AutoCloseable {
  private static final Data DATA = Data.create();

  /** Read by all tests of a JVM, changed by none. */
  private record Data(TestInbox inbox, TestArchive archive) {
    static Data create() {
      TestSchema schema = TestSchema.create().withControlTables();
      TestInbox inbox = TestInbox.create(schema);
      TestArchive archive = TestArchive.create(schema, inbox.dataset());
      inbox.online("old", TestInbox.DAY);
      inbox.ledger(TestInbox.DAY, Progress.ONLINE);
      archive.publish(TestInbox.DAY);
      inbox.ledger(TestInbox.DAY, Progress.DROPPED);
      inbox.dropPartition("p1");
      LocalDate next = TestInbox.DAY.plusDays(1);
      inbox.online("new", next);
      inbox.row("inbox", "busy", next, "PROCESSING", TestInbox.hash("busy"));
      inbox.ledger(next, Progress.ONLINE);
      inbox.ledger(TestInbox.DAY.minusDays(1), Progress.EXPIRED);
      return new Data(inbox, archive);
    }
  }

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();
  private final FaultProxy mysql;
  private final FaultProxy store;
  private final ArchiveStorage storage;
  private final LookupService service;

  private TestService(TestSettings settings) {
    TestSchema schema = DATA.inbox().schema();
    MysqlAddress server = schema.server();
    mysql = FaultProxy.inFrontOf("127.0.0.1", server.port());
    S3Address s3 = Sandbox.shared().s3();
    store = FaultProxy.inFrontOf("127.0.0.1", s3.endpoint().getPort());
    storage = DATA.archive().storage(s3.throughPort(store.port()));
    try {
      service =
          LookupService.start(
              new Backend(
                  schema.through(server.throughPort(mysql.port())),
                  storage,
                  schema.name(),
                  List.of(DATA.inbox().dataset()),
                  settings.deadline),
              settings.settings(),
              Clock.systemUTC());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  public static TestService start() {
    return start(settings -> {});
  }

  public static TestService start(Consumer<TestSettings> change) {
    TestSettings settings = new TestSettings();
    change.accept(settings);
    return new TestService(settings);
  }

  public FaultProxy mysql() {
    return mysql;
  }

  public FaultProxy store() {
    return store;
  }

  public LookupService service() {
    return service;
  }

  public int port() {
    return service.port();
  }

  public HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
        .timeout(Duration.ofSeconds(30));
  }

  public HttpRequest.Builder post(String body) {
    return request("/v1/lookups")
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(body));
  }

  /** Sends it; the answer must be as the OpenAPI document says. */
  public HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
      OpenApi.check(response);
      return response;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  public CompletableFuture<HttpResponse<String>> sendLater(HttpRequest.Builder request) {
    return client.sendAsync(request.build(), BodyHandlers.ofString());
  }

  public HttpResponse<String> get(String path) {
    return send(request(path));
  }

  /** Looks an event up. */
  public HttpResponse<String> ask(String body) {
    return send(post(body));
  }

  public HttpResponse<String> batch(String body) {
    return send(
        request("/v1/lookups/batch")
            .header("Content-Type", "application/x-ndjson")
            .POST(BodyPublishers.ofString(body)));
  }

  /** The question about an event of DAY, which is archived. */
  public static String archived(String event) {
    return question(event, TestInbox.DAY.toString());
  }

  /** The question about an event of the day after DAY, which is online. */
  public static String online(String event) {
    return question(event, TestInbox.DAY.plusDays(1).toString());
  }

  private static String question(String event, String day) {
    return "{\"consumer\":\"billing\",\"eventId\":\"" + event + "\",\"eventDay\":\"" + day + "\"}";
  }

  /** A number among the metrics; the line's start names it, labels and all. */
  public double metric(String start) {
    return get("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(start + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(start.length() + 1)))
        .findFirst()
        .orElse(0);
  }

  @Override
  public void close() {
    mysql.heal();
    store.heal();
    try {
      service.stop();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    storage.close();
    mysql.close();
    store.close();
  }
}
