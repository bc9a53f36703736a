package io.tallykeep.verifier.hash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.verifier.hash.HashOutcome.Hashed;
import io.tallykeep.verifier.hash.HashOutcome.Refused;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeclaredFieldsTest {
  private static final List<String> FIELDS = List.of("tenant", "amountMinor", "/payee/iban");

  @Test
  void theBytesAreThoseOfTheDocumentedExample() throws RefusedException {
    String document =
        "{\"payee\":{\"iban\":null},\"note\":1,\"amountMinor\":1500,\"tenant\":\"\u00e4\"}";

    byte[] bytes = encode(List.of("tenant", "amountMinor", "/payee/iban", "x"), document);

    assertThat(HexFormat.of().formatHex(bytes))
        .isEqualTo(
            "74616c6c796b6565702d6669656c64732d3100" // tallykeep-fields-1, 0
                + "00000004"
                + "00000007"
                + "2f74656e616e74"
                + "05"
                + "00000002"
                + "c3a4"
                + "0000000c"
                + "2f616d6f756e744d696e6f72"
                + "04"
                + "00000004"
                + "31354532"
                + "0000000b"
                + "2f70617965652f6962616e"
                + "01"
                + "00000002"
                + "2f78"
                + "00");
  }

  @Test
  void missingNullEmptyFalseZeroAndTheirTextsAreAllDifferent() {
    List<String> documents =
        List.of(
            "{\"k\":1}",
            "{\"k\":1,\"a\":null}",
            "{\"k\":1,\"a\":\"\"}",
            "{\"k\":1,\"a\":false}",
            "{\"k\":1,\"a\":true}",
            "{\"k\":1,\"a\":0}",
            "{\"k\":1,\"a\":\"0\"}",
            "{\"k\":1,\"a\":\"null\"}",
            "{\"k\":1,\"a\":[]}",
            "{\"k\":1,\"a\":{}}",
            "{\"k\":1,\"a\":[null]}",
            "{\"k\":1,\"a\":[[]]}",
            "{\"k\":1,\"a\":{\"\":null}}",
            "{\"k\":1,\"a\":0.1}",
            "{\"k\":1,\"a\":9007199254740993}",
            "{\"k\":1,\"a\":9007199254740992}");
    Set<String> hashes = new HashSet<>();
    documents.forEach(document -> hashes.add(hashed(List.of("k", "a"), document).hash().hex()));

    assertThat(hashes).hasSize(documents.size());
  }

  @Test
  void valuesThatOnlyRunTogetherTheSameAreDifferent() {
    assertThat(hashed(List.of("a", "b"), "{\"a\":\"xy\",\"b\":\"z\"}"))
        .isNotEqualTo(hashed(List.of("a", "b"), "{\"a\":\"x\",\"b\":\"yz\"}"));
    assertThat(hashed(List.of("a", "b"), "{\"a\":1,\"b\":2}"))
        .isNotEqualTo(hashed(List.of("b", "a"), "{\"a\":1,\"b\":2}"));
  }

  @Test
  void membersThatAreNotDeclaredMakeNoDifferenceAndTheMissingAreNamed() {
    Hashed plain = hashed(FIELDS, "{\"tenant\":\"t\",\"amountMinor\":100}");
    Hashed more =
        hashed(FIELDS, "{\"amountMinor\":1e2,\"sentAt\":\"now\",\"tenant\":\"t\",\"payee\":{}}");

    assertThat(more).isEqualTo(plain);
    assertThat(more.missingFields()).containsExactly("/payee/iban");
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1E0",
    "1.0, 1E0",
    "10e-1, 1E0",
    "100, 1E2",
    "-0, 0E0",
    "0.00, 0E0",
    "0e999, 0E0",
    "1.50, 15E-1",
    "-12.340, -1234E-2",
    "9007199254740993, 9007199254740993E0",
    "1e999999, 1E999999",
    "1e-0000000999999, 1E-999999",
  })
  void numbersAreExactAndHaveOneForm(String literal, String form) throws RefusedException {
    String bytes =
        new String(encode(List.of("a"), "{\"a\":" + literal + "}"), StandardCharsets.ISO_8859_1);

    assertThat(bytes).endsWith("\u0004\0\0\0" + (char) form.length() + form);
  }

  @Test
  void objectsAreSortedByTheirNamesBytes() throws RefusedException {
    assertThat(encode(List.of("a"), "{\"a\":{\"\ufb33\":1,\"\ud83d\ude00\":2}}"))
        .isEqualTo(encode(List.of("a"), "{\"a\":{\"\ud83d\ude00\":2,\"\ufb33\":1}}"));
  }

  @Test
  void pointersReachIntoArraysAndEscapedNames() {
    String document = "{\"a/b\":[{\"c~d\":7}],\"\":8}";

    assertThat(hashed(List.of("/a~1b/0/c~0d", "k"), document).missingFields())
        .containsExactly("/k");
    assertThat(hashed(List.of("a/b", "/a~1b/1", "/a~1b/00", "/a~1b/-"), document).missingFields())
        .containsExactly("/a~1b/1", "/a~1b/00", "/a~1b/-");
  }

  @Test
  void aDocumentWithNoneOfTheFieldsIsRefused() {
    for (String document : List.of("{\"Tenant\":1}", "{}", "[1]", "7", "null")) {
      assertThat(hash(FIELDS, document))
          .isInstanceOfSatisfying(
              Refused.class,
              refused -> {
                assertThat(refused.code()).isEqualTo(Refusal.NO_DECLARED_FIELD);
                assertThat(refused.detail()).contains("/tenant", "/payee/iban");
              });
    }
  }

  @Test
  void anExponentWithoutEndIsRefused() {
    assertThat(hash(List.of("a"), "{\"a\":1e1000000}"))
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> {
              assertThat(refused.code()).isEqualTo(Refusal.INEXACT_NUMBER);
              assertThat(refused.where()).isEqualTo("/a");
            });
  }

  @ParameterizedTest
  @CsvSource({
    "'', needs a name",
    "/, needs a name",
    "/a~2, tilde",
    "/a~, tilde",
    "'a,/a', declared twice",
  })
  void fieldsThatSayNothingClearAreRefused(String declared, String why) {
    List<String> fields = List.of(declared.split(",", -1));

    assertThatThrownBy(() -> PayloadHasher.declaredFields(fields))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
    assertThatThrownBy(() -> PayloadHasher.declaredFields(List.of()))
        .hasMessageContaining("at least one");
  }

  private static byte[] encode(List<String> fields, String document) throws RefusedException {
    return new DeclaredFields(fields)
        .encode(StrictJson.parse(document.getBytes(StandardCharsets.UTF_8)))
        .bytes();
  }

  private static HashOutcome hash(List<String> fields, String document) {
    return PayloadHasher.declaredFields(fields).hash(document.getBytes(StandardCharsets.UTF_8));
  }

  private static Hashed hashed(List<String> fields, String document) {
    return (Hashed) hash(fields, document);
  }
}
