package io.tallykeep.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class AnswerLossTest {
  @Test
  void itIsUsedAsOftenAsAskedAndNoMore() {
    AnswerLoss loss = new AnswerLoss(List.of("COMMIT"), 2);
    assertThat(loss.take()).isTrue();
    assertThat(loss.take()).isTrue();
    assertThat(loss.take()).isFalse();
    assertThat(loss.lostAnswers()).as("requests alone lose nothing").isZero();
  }

  @Test
  void itHappensAtLeastOnce() {
    assertThatThrownBy(() -> new AnswerLoss(List.of("x"), 0))
        .hasMessageContaining("at least once, not 0 times");
  }
}
