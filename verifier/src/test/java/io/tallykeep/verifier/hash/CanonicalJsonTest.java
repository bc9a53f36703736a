package io.tallykeep.verifier.hash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.erdtman.jcs.NumberToJSON;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 8785: its own vectors, and what it leaves to the reader. */
class CanonicalJsonTest {
  /** RFC 8785, section 3.2.2. */
  private static final String SAMPLE =
      """
      {
        "numbers": [333333333.33333329, 1E30, 4.50,
                    2e-3, 0.000000000000000000000000001],
        "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
        "literals": [null, true, false]
      }
      """;

  /** RFC 8785, section 3.2.4. */
  private static final String SAMPLE_BYTES =
      """
      7b 22 6c 69 74 65 72 61 6c 73 22 3a 5b 6e 75 6c 6c 2c 74 72
      75 65 2c 66 61 6c 73 65 5d 2c 22 6e 75 6d 62 65 72 73 22 3a
      5b 33 33 33 33 33 33 33 33 33 2e 33 33 33 33 33 33 33 2c 31
      65 2b 33 30 2c 34 2e 35 2c 30 2e 30 30 32 2c 31 65 2d 32 37
      5d 2c 22 73 74 72 69 6e 67 22 3a 22 e2 82 ac 24 5c 75 30 30
      30 66 5c 6e 41 27 42 5c 22 5c 5c 5c 5c 5c 22 2f 22 7d
      """;

  @Test
  void theSampleOfSection322HasTheBytesOfSection324() throws RefusedException {
    byte[] wanted = HexFormat.of().parseHex(SAMPLE_BYTES.replaceAll("\\s", ""));

    assertThat(encode(SAMPLE).getBytes(StandardCharsets.UTF_8)).isEqualTo(wanted);
    assertThat(PayloadHasher.canonicalJson().hash(SAMPLE.getBytes(StandardCharsets.UTF_8)))
        .isEqualTo(new HashOutcome.Hashed(PayloadHash.of(wanted), List.of()));
  }

  @Test
  void namesAreSortedByUtf16CodeUnitsAsInSection323() throws RefusedException {
    String document =
        """
        {
          "\\u20ac": "Euro Sign",
          "\\r": "Carriage Return",
          "\\ufb33": "Hebrew Letter Dalet With Dagesh",
          "1": "One",
          "\\ud83d\\ude00": "Emoji: Grinning Face",
          "\\u0080": "Control",
          "\\u00f6": "Latin Small Letter O With Diaeresis"
        }
        """;

    assertThat(encode(document))
        .isEqualTo(
            "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u0080\":\"Control\","
                + "\"\u00f6\":\"Latin Small Letter O With Diaeresis\",\"\u20ac\":\"Euro Sign\","
                + "\"\ud83d\ude00\":\"Emoji: Grinning Face\","
                + "\"\ufb33\":\"Hebrew Letter Dalet With Dagesh\"}");
  }

  @ParameterizedTest
  @CsvSource({
    "0000000000000000, 0",
    "8000000000000000, 0",
    "0000000000000001, 5e-324",
    "8000000000000001, -5e-324",
    "7fefffffffffffff, 1.7976931348623157e+308",
    "ffefffffffffffff, -1.7976931348623157e+308",
    "4340000000000000, 9007199254740992",
    "c340000000000000, -9007199254740992",
    "4430000000000000, 295147905179352830000",
    "44b52d02c7e14af5, 9.999999999999997e+22",
    "44b52d02c7e14af6, 1e+23",
    "44b52d02c7e14af7, 1.0000000000000001e+23",
    "444b1ae4d6e2ef4e, 999999999999999700000",
    "444b1ae4d6e2ef4f, 999999999999999900000",
    "444b1ae4d6e2ef50, 1e+21",
    "3eb0c6f7a0b5ed8c, 9.999999999999997e-7",
    "3eb0c6f7a0b5ed8d, 0.000001",
    "41b3de4355555553, 333333333.3333332",
    "41b3de4355555554, 333333333.33333325",
    "41b3de4355555555, 333333333.3333333",
    "41b3de4355555556, 333333333.3333334",
    "41b3de4355555557, 333333333.33333343",
    "becbf647612f3696, -0.0000033333333333333333",
    "43143ff3c1cb0959, 1424953923781206.2",
  })
  void numbersOfAppendixB(String ieee, String json) throws IOException, RefusedException {
    double value = Double.longBitsToDouble(Long.parseUnsignedLong(ieee, 16));

    assertThat(NumberToJSON.serializeNumber(value)).isEqualTo(json);
    assertThat(encode(json)).isEqualTo(json);
    assertThat(encode("[" + json + "]")).isEqualTo("[" + json + "]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"NaN", "Infinity", "-Infinity", "[NaN]", "{\"a\":Infinity}"})
  void numbersOfAppendixBThatJsonCanNotHoldAreRefused(String document) {
    assertThat(refused(document).code()).isEqualTo(Refusal.NOT_JSON);
  }

  @Test
  void everyDoubleSurvivesAsItsCanonicalTextAndAsSeventeenDigits()
      throws IOException, RefusedException {
    Random random = new Random(8785);
    for (int i = 0; i < 20_000; i++) {
      double value = Double.longBitsToDouble(random.nextLong());
      if (!Double.isFinite(value)) {
        continue;
      }
      String canonical = NumberToJSON.serializeNumber(value);
      assertThat(Double.parseDouble(canonical)).isEqualTo(value);
      assertThat(encode(canonical)).isEqualTo(canonical);
      double fraction = random.nextDouble();
      assertThat(encode(new BigDecimal(fraction).round(new MathContext(17)).toString()))
          .isEqualTo(NumberToJSON.serializeNumber(fraction));
    }
  }

  @Test
  void canonicalNumbersAreTheShortestThatAreThatDouble() throws IOException {
    Random random = new Random(1985);
    for (int i = 0; i < 20_000; i++) {
      double value = Double.longBitsToDouble(random.nextLong());
      if (!Double.isFinite(value)) {
        continue;
      }
      int digits =
          new BigDecimal(NumberToJSON.serializeNumber(value)).stripTrailingZeros().precision();
      if (digits > 1) {
        BigDecimal shorter = new BigDecimal(value).round(new MathContext(digits - 1));
        assertThat(shorter.doubleValue()).isNotEqualTo(value);
      }
    }
  }

  /** RFC 8785, section 3.2.2.2. */
  @Test
  void everyCharacterIsWrittenAsSection3222Says() throws RefusedException {
    for (int c = 0; c <= Character.MAX_CODE_POINT; c += c < 0x3000 ? 1 : 97) {
      if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
        continue;
      }
      String character = Character.toString(c);
      String wanted =
          switch (c) {
            case '\b' -> "\\b";
            case '\t' -> "\\t";
            case '\n' -> "\\n";
            case '\f' -> "\\f";
            case '\r' -> "\\r";
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            default -> c < 0x20 ? String.format("\\u%04x", c) : character;
          };
      StringBuilder escaped = new StringBuilder();
      for (int i = 0; i < character.length(); i++) {
        escaped.append(String.format("\\u%04X", (int) character.charAt(i)));
      }
      assertThat(encode("\"" + escaped + "\"")).isEqualTo("\"" + wanted + "\"");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'{\"amount\":9007199254740993}', /amount, 9007199254740992",
    "'{\"a\":[0,{\"b/c\":-9007199254740993}]}', /a/1/b~1c, -9007199254740992",
    "'9007199254740993.0', '', 9007199254740992",
    "'[1000000000000000019884624838656]', /0, 1e+30",
    "'[90071992547409.93]', /0, 90071992547409.94",
    "'[0.10000000000000000001]', /0, 0.1",
    "'[9007199254740993.5]', /0, 9007199254740994",
    "'[0.99999999999999999]', /0, 1",
    "'[1e400]', /0, beyond the range",
    "'[-1e400]', /0, beyond the range",
    "'[1e-400]', /0, too small",
  })
  void numbersThatWouldBeHashedAsOthersAreRefusedWithPlaceAndWayOut(
      String document, String where, String hashedAs) {
    HashOutcome.Refused refused = refused(document);

    assertThat(refused.code()).isEqualTo(Refusal.INEXACT_NUMBER);
    assertThat(refused.where()).isEqualTo(where);
    assertThat(refused.detail()).contains(hashedAs, "as a string", "--fields");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"b\":2,\"a\":1}",
        " {\"a\" : 1 ,\r\n\t\"b\":2.0} ",
        "{\"\\u0061\":1e0,\"b\":20e-1}"
      })
  void orderSpaceEscapesAndWaysToWriteANumberMakeNoDifference(String document) {
    assertThat(hash(document)).isEqualTo(hash("{\"a\":1,\"b\":2}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"x\"", "-0", "null", "true", "[]", "{}", "\"\""})
  void aDocumentMayBeASingleValue(String document) throws RefusedException {
    assertThat(encode(document)).isEqualTo(document.equals("-0") ? "0" : document);
  }

  private static String encode(String document) throws RefusedException {
    byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
    return new String(
        new CanonicalJson().encode(StrictJson.parse(bytes)).bytes(), StandardCharsets.UTF_8);
  }

  private static HashOutcome hash(String document) {
    return PayloadHasher.canonicalJson().hash(document.getBytes(StandardCharsets.UTF_8));
  }

  private static HashOutcome.Refused refused(String document) {
    return (HashOutcome.Refused) hash(document);
  }
}
