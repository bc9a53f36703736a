package io.tallykeep.jobs.retention.interleaving;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.jobs.retention.crash.ExternalEffect;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class VisibleTest {
  @ParameterizedTest
  @EnumSource(ExternalEffect.class)
  void everyRegisteredEffectIsInTheListOfWhatLookUpsSee(ExternalEffect effect) {
    assertThat(Visible.of(effect)).isNotNull();
  }
}
