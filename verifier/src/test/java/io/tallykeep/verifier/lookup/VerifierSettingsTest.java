package io.tallykeep.verifier.lookup;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.EventDayOrigin;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.TableName;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VerifierSettingsTest {
  private static final Dataset DATASET =
      new Dataset(
          "inbox",
          0,
          TableName.parse("a.inbox"),
          TableName.parse("a.late_inbox"),
          List.of(Identifier.of("event_id")),
          Identifier.of("event_day"),
          EventDayOrigin.EVENT_TIME,
          Optional.empty(),
          List.of(),
          Optional.empty(),
          Optional.empty());

  @Test
  void aDeadlineOfNothingIsRefused() {
    for (Duration deadline : List.of(Duration.ZERO, Duration.ofMillis(-1))) {
      assertThatThrownBy(
              () -> new VerifierSettings(Identifier.of("tallykeep"), DATASET, deadline, 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("deadline " + deadline);
    }
  }

  @Test
  void noThreadsAreRefused() {
    assertThatThrownBy(
            () ->
                new VerifierSettings(Identifier.of("tallykeep"), DATASET, Duration.ofSeconds(1), 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("threads 0");
  }
}
