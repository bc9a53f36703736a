package io.tallykeep.demo.lab;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/** Requests to the provider. An answer that is lost is an exception, and says nothing. */
final class ProviderClient {
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final int port;

  ProviderClient(int port) {
    this.port = port;
  }

  /**
   * Asks for a payment; returns the receipt's id.
   *
   * @param path what to post to, with the client's key where the provider takes one
   * @throws IOException if no answer came: the payment may have been made or not
   */
  String pay(String path) throws IOException {
    HttpResponse<String> response =
        send(request(path).POST(HttpRequest.BodyPublishers.noBody()).build());
    if (response.statusCode() != 200) {
      throw new LabFailedException("the provider answered " + response.statusCode());
    }
    return response.body();
  }

  /** Asks what became of a payment; empty if the provider knows none. */
  Optional<String> find(String path) throws IOException {
    HttpResponse<String> response = send(request(path).GET().build());
    return response.statusCode() == 200 ? Optional.of(response.body()) : Optional.empty();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).timeout(LONGEST);
  }

  private HttpResponse<String> send(HttpRequest request) throws IOException {
    try {
      return http.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabFailedException("interrupted while the provider was asked", e);
    }
  }
}
