package io.tallykeep.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextScanTest {
  @Test
  void aTextIsFoundWhereverThePiecesEnd() {
    String stream = "abababababc";
    for (int pieceLength = 1; pieceLength <= stream.length(); pieceLength++) {
      TextScan scan = TextScan.of(List.of("ababc"));
      int found = 0;
      for (int at = 0; at < stream.length(); at += pieceLength) {
        String piece = stream.substring(at, Math.min(stream.length(), at + pieceLength));
        found += passes(scan, piece) ? 1 : 0;
      }
      assertThat(found).as("pieces of %d", pieceLength).isEqualTo(1);
    }
  }

  @Test
  void aBeginningThatFailsIsNotForgottenWhereItOverlaps() {
    assertThat(passes(TextScan.of(List.of("aab")), "aaab")).isTrue();
    assertThat(passes(TextScan.of(List.of("COMMIT")), "COMCOMMIT")).isTrue();
    assertThat(passes(TextScan.of(List.of("COMMIT")), "COM MIT")).isFalse();
  }

  @Test
  void severalTextsAreFoundInTheirOrderOnly() {
    TextScan scan = TextScan.of(List.of("UPDATE t", "COMMIT"));
    assertThat(passes(scan, "COMMIT")).isFalse();
    assertThat(passes(scan, "UPDATE t SET n = 1")).isFalse();
    assertThat(passes(scan, "SELECT 1")).isFalse();
    assertThat(passes(scan, "COMMIT")).isTrue();
    assertThat(passes(scan, "COMMIT")).as("it begins anew").isFalse();
    assertThat(passes(scan, "UPDATE t; COMMIT")).isTrue();
  }

  @Test
  void bytesBehindTheGivenLengthDoNotCount() {
    byte[] bytes = "COMMIT".getBytes(StandardCharsets.US_ASCII);
    assertThat(TextScan.of(List.of("COMMIT")).passes(bytes, 5)).isFalse();
  }

  @Test
  void aTextThatCanNeverBeSeenIsRefused() {
    assertThatThrownBy(() -> TextScan.of(List.of(""))).hasMessageContaining("ASCII and not empty");
    assertThatThrownBy(() -> TextScan.of(List.of("COMMIT", "münze")))
        .hasMessageContaining("ASCII and not empty: `münze`");
    assertThatThrownBy(() -> TextScan.of(List.of())).hasMessageContaining("There must be a text");
  }

  private static boolean passes(TextScan scan, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    return scan.passes(bytes, bytes.length);
  }
}
