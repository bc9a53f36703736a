package io.tallykeep.service;

import static io.tallykeep.service.testing.TestService.archived;
import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.service.testing.TestService;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens before the service listens. */
class WarmUpIT {
  @TempDir private Path folder;

  @Test
  void readsWhatTheFirstLookupsNeedAndLeavesNoTrace() throws Exception {
    Path audit = folder.resolve("audit.ndjson");
    try (TestService service =
        TestService.start(
            settings -> {
              settings.warmUp = Duration.ofMillis(500);
              settings.auditFile = Optional.of(audit);
            })) {
      assertThat(service.metric("tallykeep_cache_entries{cache=\"indexes\"}")).isEqualTo(1);
      assertThat(service.metric("tallykeep_archive_read_requests_total")).isGreaterThan(2);
      assertThat(service.get("/metrics").body()).doesNotContain("tallykeep_lookups_total{");
      assertThat(Files.readString(audit)).isEmpty();

      assertThat(service.ask(archived("old")).body())
          .contains("\"answer\":\"DUPLICATE\"", "\"requests\":1,");
    }
  }
}
