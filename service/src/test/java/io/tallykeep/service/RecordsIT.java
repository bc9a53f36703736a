package io.tallykeep.service;

import static io.tallykeep.service.testing.TestService.archived;
import static io.tallykeep.service.testing.TestService.online;
import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.service.access.AccessTokens;
import io.tallykeep.service.testing.TestService;
import io.tallykeep.verifier.testing.TestInbox;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written down and counted: the audit log and the metrics. */
class RecordsIT {
  private static final String TOKEN = "0123456789abcdef-replay";
  @TempDir private static Path folder;
  private static TestService service;

  @BeforeAll
  static void start() {
    service =
        TestService.start(
            settings -> {
              settings.auditFile = java.util.Optional.of(folder.resolve("audit.ndjson"));
              settings.tokens =
                  AccessTokens.ofHashes(Map.of("replay", AccessTokens.hashOf("replay", TOKEN)));
            });
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @Test
  void everyLookupIsOneLineWithoutItsPayload() throws IOException {
    String hash = HexFormat.of().formatHex(TestInbox.hash("old"));
    int before = lines().size();
    send(
        service
            .post(
                "{\"identity\":[\"billing\",\"old\"],\"eventDay\":\"2026-03-29\",\"payloadHash\":\""
                    + hash
                    + "\"}")
            .header("X-Request-Id", "r-1"));
    send(service.post("{\"identity\":[\"a\\n{\",\"\\u2028\\u00e9\"],\"eventDay\":\"2026-03-30\"}"));
    send(service.post("nonsense"));

    List<String> lines = lines().subList(before, lines().size());
    assertThat(lines).hasSize(2);
    assertThat(lines.get(0))
        .matches(
            "\\{\"time\":\"20[0-9T:.-]+Z\",\"token\":\"replay\",\"remoteAddress\":\"127.0.0.1\","
                + "\"requestId\":\"r-1\",\"dataset\":\"inbox\",\"identity\":\\[\"billing\",\"old\"\\],"
                + "\"eventDay\":\"2026-03-29\",\"answer\":\"DUPLICATE\",\"reason\":null,"
                + "\"where\":\"ARCHIVE\",\"requests\":[0-9]+,\"millis\":[0-9]+}");
    assertThat(lines.get(1))
        .contains("\"identity\":[\"a\\n{\",\"\\u2028\\u00E9\"]", "\"answer\":\"UNSEEN\"");
    assertThat(String.join("", lines())).doesNotContain(hash, TOKEN, "1250");
  }

  @Test
  void everyLineOfABatchIsOneLookup() throws IOException {
    int before = lines().size();
    service.send(
        service
            .request("/v1/lookups/batch")
            .header("Content-Type", "application/x-ndjson")
            .header("Authorization", "Bearer " + TOKEN)
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    online("new") + "\nnonsense\n" + archived("never"))));

    assertThat(lines().subList(before, lines().size())).hasSize(2);
  }

  @Test
  void metricsHaveTheirNamesAndNumbers() {
    send(service.post(archived("old")));
    send(service.post(online("never")));
    send(service.post("nonsense"));

    String metrics = send(service.request("/metrics"));

    assertThat(metrics.lines())
        .anyMatch(
            line ->
                line.startsWith(
                    "tallykeep_lookups_total{answer=\"DUPLICATE\",dataset=\"inbox\",reason=\"\",where=\"ARCHIVE\"} "))
        .anyMatch(
            line ->
                line.startsWith("tallykeep_lookup_requests_bucket{where=\"ARCHIVE\",le=\"2.0\"} "))
        .anyMatch(
            line -> line.startsWith("tallykeep_lookup_seconds_bucket{where=\"NONE\",le=\"0.1\"} "))
        .anyMatch(
            line ->
                line.startsWith(
                    "tallykeep_http_requests_total{path=\"/v1/lookups\",status=\"200\"} "))
        .anyMatch(line -> line.startsWith("tallykeep_refused_total{code=\"MALFORMED\"} "))
        .anyMatch(line -> line.startsWith("tallykeep_object_store_requests_total "))
        .anyMatch(line -> line.startsWith("tallykeep_archive_read_requests_total "))
        .anyMatch(line -> line.startsWith("tallykeep_cache_hits_total{cache=\"indexes\"} "))
        .anyMatch(line -> line.startsWith("tallykeep_cache_bytes{cache=\"manifests\"} "))
        .contains("tallykeep_part_up{part=\"online\"} 1.0")
        .contains("tallykeep_part_up{part=\"catalog\"} 1.0")
        .contains("tallykeep_part_up{part=\"objectStore\"} 1.0")
        .contains("tallykeep_archive_pointer_sequence{dataset=\"inbox\"} 1.0")
        .contains("tallykeep_archive_pointer_foreign{dataset=\"inbox\"} 0.0")
        .contains("tallykeep_lookups_running 0.0", "tallykeep_lookups_waiting 0.0")
        .contains("tallykeep_requests_running 0.0", "tallykeep_batches_running 0.0")
        .contains("tallykeep_audit_lost_total 0.0")
        .anyMatch(
            line -> line.startsWith("tallykeep_archive_pointer_age_seconds{dataset=\"inbox\"} "))
        .anyMatch(line -> line.startsWith("tallykeep_client_connections "))
        .anyMatch(line -> line.startsWith("tallykeep_sessions_open "))
        .anyMatch(line -> line.startsWith("jvm_memory_used_bytes{area=\"heap\""))
        .anyMatch(line -> line.startsWith("process_files_open_files "));
  }

  private static String send(HttpRequest.Builder request) {
    return service.send(request.header("Authorization", "Bearer " + TOKEN)).body();
  }

  private static List<String> lines() throws IOException {
    return Files.readAllLines(folder.resolve("audit.ndjson"));
  }
}
