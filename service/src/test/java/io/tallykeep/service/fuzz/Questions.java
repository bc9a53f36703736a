package io.tallykeep.service.fuzz;

import static io.tallykeep.service.fuzz.Bytes.utf8;

import io.tallykeep.service.testing.TestService;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Bodies: right ones, and wrong ones of every kind. */
final class Questions {
  private static final List<String> VALUES =
      List.of(
          "null",
          "true",
          "-1",
          "0",
          "1e999999999",
          "-0.0",
          "1".repeat(3000),
          "1e-400",
          "9223372036854775808",
          "\"\"",
          "\"billing\"",
          "\"old\"",
          "\"\\u0000\"",
          "\"\\ud800\"",
          "\"\\udc00\\ud800\"",
          "\"\u202e\uffff\"",
          "\"%s%n${jndi:ldap://127.0.0.1/a}\"",
          "\"' OR 1=1 -- \"",
          "\"2026-03-29\"",
          "\"2026-02-30\"",
          "\"+999999999-01-01\"",
          "\"-0001-01-01\"",
          "\"0000-00-00\"",
          "\"zz\"",
          "\"abc\"",
          "\"00\"",
          "[]",
          "{}",
          "[null]",
          "[\"billing\"]",
          "[\"billing\",\"old\"]",
          "[\"billing\",\"\"]",
          "[\"billing\",7]",
          "[\"billing\",[\"old\"]]",
          "[\"billing\",\"old\",\"more\"]",
          "{\"a\":{\"b\":[1,2,{}]}}",
          "NaN",
          "Infinity",
          "0x10",
          "'old'",
          "undefined",
          "");
  private static final List<String> NAMES =
      List.of(
          "dataset",
          "identity",
          "consumer",
          "eventId",
          "eventDay",
          "payloadHash",
          "",
          "answer",
          "Identity",
          "identity ",
          "\\u0069dentity",
          "__proto__",
          "@type",
          "line");

  private final Bytes bytes;

  Questions(Bytes bytes) {
    this.bytes = bytes;
  }

  /** A right question about an event that is there. */
  String known() {
    return !bytes.once(8) ? TestService.online("new") : TestService.archived("old");
  }

  /** A right question about an event that never was. */
  String unknown() {
    return TestService.online("never-" + bytes.below(1_000_000));
  }

  /** Any body, most of them wrong. */
  byte[] body() {
    return switch (bytes.below(12)) {
      case 0, 1, 2 -> bytes.damaged(utf8(known()));
      case 3, 4, 5 -> utf8(object());
      case 6 -> bytes.random(bytes.below(600));
      case 7 ->
          known()
              .getBytes(
                  bytes.any(
                      StandardCharsets.UTF_16,
                      StandardCharsets.UTF_16LE,
                      StandardCharsets.UTF_16BE));
      case 8 -> utf8(nested());
      case 9 -> bytes.damaged(utf8(known().replace("old", "o\u00e9\ud83d\ude00\u0000\u00ff")));
      case 10 ->
          utf8(
              bytes.any(
                  "",
                  " ",
                  "\n\n",
                  "null",
                  "[]",
                  "\"x\"",
                  "7",
                  "\ufeff" + known(),
                  known() + known(),
                  known() + " x",
                  "//\n" + known(),
                  known().replace(":", "=")));
      default -> utf8(known().replace("old", bytes.text(1).repeat(bytes.below(6000))));
    };
  }

  /** An object of fields right and wrong, some of them twice. */
  private String object() {
    StringBuilder object = new StringBuilder("{");
    int fields = bytes.below(8);
    for (int i = 0; i < fields; i++) {
      object
          .append(i == 0 ? "" : ",")
          .append('"')
          .append(bytes.once(12) ? bytes.text(bytes.below(40)) : bytes.any(NAMES))
          .append("\":")
          .append(bytes.any(VALUES));
    }
    return object.append(bytes.once(15) ? "" : "}").toString();
  }

  private String nested() {
    int depth = bytes.any(10, 100, 1000, 1300);
    return switch (bytes.below(4)) {
      case 0 -> "[".repeat(depth);
      case 1 -> "[".repeat(depth) + "]".repeat(depth);
      case 2 -> "{\"a\":".repeat(depth / 2);
      default ->
          known().replace("\"old\"", "{\"a\":".repeat(depth / 3) + "1" + "}".repeat(depth / 3));
    };
  }

  /** Lines of a batch, right and wrong, sometimes without the last line's end. */
  byte[] lines() {
    byte[] all = new byte[0];
    int lines = bytes.below(bytes.once(20) ? 200 : 8);
    for (int i = 0; i < lines; i++) {
      byte[] line =
          switch (bytes.below(8)) {
            case 0, 1, 2 -> utf8(known());
            case 3 -> utf8(unknown());
            case 4 -> utf8(bytes.any("", " ", "\r", "\0", "{}", "null", "[".repeat(4000)));
            case 5 -> utf8("x".repeat(bytes.any(4095, 4096, 4097, 20_000)));
            default -> body();
          };
      all = Bytes.joined(all, line, utf8(bytes.any("\n", "\n", "\n", "\r\n")));
    }
    return bytes.once(4) ? bytes.damaged(all) : all;
  }
}
