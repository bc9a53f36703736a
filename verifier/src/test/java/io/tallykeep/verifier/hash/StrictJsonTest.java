package io.tallykeep.verifier.hash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.verifier.hash.HashOutcome.Hashed;
import io.tallykeep.verifier.hash.HashOutcome.Refused;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What has no single meaning has no hash, in either encoding. */
class StrictJsonTest {
  private static final List<PayloadHasher> BOTH =
      List.of(PayloadHasher.canonicalJson(), PayloadHasher.declaredFields(List.of("a")));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"a\":1,\"a\":2} | DUPLICATE_NAME | /a",
        "{\"a\":{\"b\":1,\"c\":[{\"x\":1,\"\\u0078\":1}]}} | DUPLICATE_NAME | /a/c/0/x",
        "{\"a\":\"\\ud800\"} | LONE_SURROGATE | /a",
        "{\"a\":\"\\udc00\\ud800\"} | LONE_SURROGATE | /a",
        "{\"a\\udfff\":1} | LONE_SURROGATE | /a?",
        "{\"a\":1} x | NOT_JSON | line 1",
        "{\"a\":1}{\"a\":1} | NOT_JSON | line 1, column 8",
        "{\"a\":1 | NOT_JSON | line 1",
        "{\"a\":01} | NOT_JSON | line 1",
        "{\"a\":+1} | NOT_JSON | line 1",
        "{\"a\":.5} | NOT_JSON | line 1",
        "{\"a\":1,} | NOT_JSON | line 1",
        "{'a':1} | NOT_JSON | line 1",
        "{\"a\":NaN} | NOT_JSON | line 1",
        "{\"a\":1}//c | NOT_JSON | line 1",
        "'' | EMPTY | ''",
        "'  ' | EMPTY | ''",
      })
  void isRefusedWithCodeAndPlace(String document, Refusal code, String where) {
    for (Refused refused : refusals(document.getBytes(StandardCharsets.UTF_8))) {
      assertThat(refused.code()).isEqualTo(code);
      assertThat(refused.where()).startsWith(where);
      assertThat(refused.message()).startsWith(code.name()).contains(refused.detail());
    }
  }

  @Test
  void aRawControlCharacterInAStringIsRefused() {
    assertThat(refusals("{\"a\":\"x\ny\"}".getBytes(StandardCharsets.UTF_8)))
        .allMatch(it -> it.code() == Refusal.NOT_JSON);
  }

  @ParameterizedTest
  @MethodSource("marks")
  void byteOrderMarksAreRefused(byte[] document) {
    assertThat(refusals(document)).allMatch(it -> it.code() == Refusal.BYTE_ORDER_MARK);
  }

  static List<byte[]> marks() {
    return List.of(
        "\ufeff{\"a\":1}".getBytes(StandardCharsets.UTF_8),
        "{\"a\":1}".getBytes(StandardCharsets.UTF_16),
        "\ufeff{\"a\":1}".getBytes(StandardCharsets.UTF_16LE));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ff", "c3", "c0af", "eda080", "f4908080", "e282"})
  void bytesThatAreNoUtf8AreRefused(String hex) {
    byte[] middle = HexFormat.of().parseHex(hex);
    byte[] document = new byte[middle.length + 8];
    System.arraycopy("{\"a\":\"".getBytes(StandardCharsets.UTF_8), 0, document, 0, 6);
    System.arraycopy(middle, 0, document, 6, middle.length);
    System.arraycopy("\"}".getBytes(StandardCharsets.UTF_8), 0, document, 6 + middle.length, 2);

    for (Refused refused : refusals(document)) {
      assertThat(refused.code()).isEqualTo(Refusal.NOT_UTF8);
      assertThat(refused.where()).isEqualTo("byte 6");
    }
  }

  @Test
  void nestingIsBounded() {
    int most = PayloadHasher.MAX_DEPTH;
    String deepest = "[".repeat(most) + "]".repeat(most);
    String deeper = "[".repeat(most + 1) + "]".repeat(most + 1);

    assertThat(PayloadHasher.canonicalJson().hash(deepest.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(Hashed.class);
    for (String bomb : List.of(deeper, "[".repeat(2_000_000), "{\"a\":".repeat(1_000_000))) {
      assertThat(refusals(bomb.getBytes(StandardCharsets.UTF_8)))
          .allMatch(it -> it.code() == Refusal.TOO_DEEP);
    }
  }

  @Test
  void sizeIsBounded() {
    byte[] document = new byte[PayloadHasher.MAX_BYTES + 1];
    Arrays.fill(document, (byte) ' ');

    assertThat(refusals(document)).allMatch(it -> it.code() == Refusal.TOO_LARGE);
  }

  @Test
  void aStringOfManyMegabytesAndAnEmptyNameAreFine() {
    String document = "{\"\":1,\"a\":\"" + "x".repeat(10_000_000) + "\"}";

    for (PayloadHasher hasher : BOTH) {
      assertThat(hasher.hash(document.getBytes(StandardCharsets.UTF_8))).isInstanceOf(Hashed.class);
    }
  }

  @Test
  void aNumberOfTooManyDigitsIsRefused() {
    assertThat(refusals(("{\"a\":" + "1".repeat(1001) + "}").getBytes(StandardCharsets.UTF_8)))
        .allMatch(it -> it.code() == Refusal.NOT_JSON);
  }

  private static List<Refused> refusals(byte[] document) {
    return BOTH.stream().map(hasher -> (Refused) hasher.hash(document)).toList();
  }
}
