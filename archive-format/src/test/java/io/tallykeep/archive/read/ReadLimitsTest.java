package io.tallykeep.archive.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReadLimitsTest {
  @Test
  void rowGroupsAreNotKeptUnlessAskedFor() {
    assertThat(ReadLimits.DEFAULT)
        .isEqualTo(new ReadLimits(32, Duration.ofMillis(200), 64L << 20, 32L << 20, 0));
  }

  @Test
  void limitsThatCanNotWorkAreRefused() {
    assertThatThrownBy(() -> new ReadLimits(0, Duration.ZERO, 0, 0, 0))
        .hasMessageContaining("concurrency 0");
    assertThatThrownBy(() -> new ReadLimits(1, Duration.ofMillis(-1), 0, 0, 0))
        .hasMessageContaining("0s never hedges");
    assertThatThrownBy(() -> new ReadLimits(1, Duration.ZERO, 0, -1, 0))
        .hasMessageContaining("0 keeps nothing");
  }
}
