package io.tallykeep.service.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.service.ask.Asker;
import io.tallykeep.service.settings.AuditSettings.IdentityForm;
import io.tallykeep.verifier.lookup.Adjudication;
import io.tallykeep.verifier.lookup.Answer;
import io.tallykeep.verifier.lookup.Query;
import io.tallykeep.verifier.lookup.UndecidableReason;
import io.tallykeep.verifier.lookup.Where;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditLogTest {
  private static final Clock NOON =
      Clock.fixed(Instant.parse("2026-03-29T12:00:00Z"), ZoneOffset.UTC);

  @TempDir private Path folder;
  private final List<String> lines = new ArrayList<>();

  @Test
  void anUndecidableLookupHasItsCodeAndNotItsDetail() {
    write(IdentityForm.PLAIN);

    assertThat(lines)
        .containsExactly(
            "{\"time\":\"2026-03-29T12:00:00Z\",\"token\":\"replay\",\"remoteAddress\":\"10.0.0.7\","
                + "\"requestId\":\"\",\"dataset\":\"inbox\",\"identity\":[\"billing\",\"e\\n-\\u00E9\"],"
                + "\"eventDay\":null,\"answer\":\"UNDECIDABLE\",\"reason\":\"DATABASE_ERROR\","
                + "\"where\":\"NONE\",\"requests\":3,\"millis\":12}");
  }

  @Test
  void identitiesCanBeHashed() {
    write(IdentityForm.SHA256);

    // printf '["billing","e\\n-é"]' | sha256sum
    assertThat(lines.get(0))
        .contains(
            "\"identitySha256\":"
                + "\"78911f2e97e46c4743448d547ef0265d3a68b2962ea028bfc2d433d581dd986b\"")
        .doesNotContain("billing");
  }

  @Test
  void theFileIsAppendedToAndItsOwnersAlone() throws IOException {
    Path path = folder.resolve("audit.ndjson");
    for (int run = 0; run < 2; run++) {
      try (AuditFile file = AuditFile.open(path)) {
        file.accept("line " + run);
        assertThat(file.lost()).isZero();
      }
    }

    assertThat(path).hasContent("line 0\nline 1");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .isEqualTo("rw-------");
  }

  @Test
  void aLineThatCanNotBeWrittenIsCounted() throws IOException {
    AuditFile file = AuditFile.open(folder.resolve("audit.ndjson"));
    file.close();

    file.accept("lost");
    file.accept("lost too");

    assertThat(file.lost()).isEqualTo(2);
  }

  private void write(IdentityForm form) {
    new AuditLog(lines::add, form, NOON)
        .answered(
            new Asker("replay", "10.0.0.7", ""),
            new Query(
                "inbox",
                List.of("billing", "e\n-\u00e9"),
                Optional.empty(),
                Optional.of(new byte[32])),
            new Adjudication(
                new Answer.Undecidable(UndecidableReason.DATABASE_ERROR, "MySQL: secret"),
                Optional.empty(),
                Where.NONE,
                Optional.of("abcd"),
                OptionalLong.empty(),
                Optional.empty(),
                3),
            Duration.ofMillis(12));
  }
}
