package io.tallykeep.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class AnswerLossTest {
  @Test
  void itIsUsedAsOftenAsAskedAndNoMore() {
    AnswerLoss loss = new AnswerLoss("COMMIT", 2);
    assertThat(takes(loss, "SELECT 1")).isFalse();
    assertThat(takes(loss, "COMMIT")).isTrue();
    assertThat(takes(loss, "xCOMMITx")).isTrue();
    assertThat(takes(loss, "COMMIT")).isFalse();
    assertThat(loss.lostAnswers()).as("requests alone lose nothing").isZero();
  }

  @Test
  void bytesBehindTheGivenLengthDoNotCount() {
    byte[] bytes = "COMMIT".getBytes(StandardCharsets.US_ASCII);
    assertThat(new AnswerLoss("COMMIT", 1).takes(bytes, 5)).isFalse();
  }

  @Test
  void aTextThatCanNeverBeSeenIsRefused() {
    assertThatThrownBy(() -> new AnswerLoss("", 1)).hasMessageContaining("ASCII and not empty");
    assertThatThrownBy(() -> new AnswerLoss("münze", 1))
        .hasMessageContaining("ASCII and not empty: `münze`");
    assertThatThrownBy(() -> new AnswerLoss("x", 0))
        .hasMessageContaining("at least once, not 0 times");
  }

  private static boolean takes(AnswerLoss loss, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    return loss.takes(bytes, bytes.length);
  }
}
