package io.tallykeep.client;

import static io.tallykeep.client.Documents.ASKED;
import static io.tallykeep.client.Documents.HASH;
import static io.tallykeep.client.Documents.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.client.LookupAnswer.Origin;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerReaderTest {
  private static final LookupRequest WITH_HASH =
      ASKED.withPayloadHash(HexFormat.of().parseHex(HASH));
  private static final LookupRequest WITH_OTHER_HASH = ASKED.withPayloadHash(new byte[] {1, 2});

  @Test
  void everyAnswerOfTheContractIsRead() {
    assertThat(read(Documents.unseen(), ASKED))
        .isEqualTo(
            new LookupAnswer.Unseen(1772329000123456L, "3e11fa47-71ca-11e1-9e33-c80aa9429562"));
    LookupAnswer duplicate = read(Documents.duplicate(), WITH_HASH);
    assertThat(duplicate)
        .isEqualTo(
            new LookupAnswer.Duplicate(
                Map.of("status", Optional.of("SUCCEEDED"), "result_code", Optional.empty())));
    assertThat(((LookupAnswer.Duplicate) duplicate).result().keySet())
        .containsExactly("status", "result_code");
    assertThat(read(Documents.conflict(), WITH_OTHER_HASH))
        .isEqualTo(new LookupAnswer.Conflict(HASH));
    assertThat(read(Documents.inProgress(), WITH_OTHER_HASH))
        .isEqualTo(new LookupAnswer.InProgress("PROCESSING"));
    assertThat(read(Documents.beyondWindow(), ASKED)).isEqualTo(new LookupAnswer.BeyondWindow());
    assertThat(read(Documents.undecidable(), ASKED))
        .isEqualTo(
            new LookupAnswer.Undecidable(
                Origin.SERVICE, "NOT_COVERED", "day 2026-03-01 has no ledger row: check it."));
  }

  @Test
  void everyAnswerFoldsToItsKind() {
    assertThat(documents()).containsOnlyKeys(AnswerKind.values());
    documents()
        .forEach(
            (kind, document) -> {
              LookupAnswer answer = read(document, asked(kind));
              assertThat(answer.kind()).isEqualTo(kind);
              assertThat(answer.<AnswerKind>fold(new Kinds())).isEqualTo(kind);
            });
  }

  @Test
  void unseenNeedsEveryFieldOfTheContract() {
    for (String field : Documents.unseen().keySet()) {
      Map<String, String> document = Documents.unseen();
      document.remove(field);
      assertThat(read(document, ASKED.inDataset("inbox")).kind())
          .as("without %s", field)
          .isEqualTo(AnswerKind.UNDECIDABLE);
    }
  }

  @Test
  void unseenWithAnyFieldOfAnotherKindOrTypeIsNone() {
    Map<String, List<String>> wrong = new LinkedHashMap<>();
    wrong.put("answer", List.of("null", "\"unseen\"", "\"SEEN\"", "1", "[\"UNSEEN\"]", "{}"));
    wrong.put("reason", List.of("\"NOT_COVERED: x\"", "\"\"", "1"));
    wrong.put(
        "identity",
        List.of(
            "null",
            "[]",
            "\"e-1\"",
            "[\"ledger-v1\"]",
            "[\"ledger-v1\",\"e-2\"]",
            "[\"ledger-v1\",\"E-1\"]",
            "[\"ledger-v1\",\"e-1 \"]",
            "[\"ledger-v1\",\"e-1\",null]",
            "[[\"ledger-v1\",\"e-1\"]]"));
    wrong.put("consumer", List.of("null", "\"ledger-v2\"", "1"));
    wrong.put("eventId", List.of("null", "\"e-2\"", "1"));
    wrong.put(
        "eventDay", List.of("null", "\"2026-03-02\"", "\"1 March\"", "\"2026-02-30\"", "20260301"));
    wrong.put("where", List.of("null", "\"ARCHIVE\"", "\"ONLINE\"", "\"none\"", "[]"));
    wrong.put("result", List.of("{\"status\":\"SUCCEEDED\"}", "[]", "\"\"", "false"));
    wrong.put("recordedHash", List.of("\"9f86\"", "\"\"", "0"));
    wrong.put(
        "epoch",
        List.of("null", "0", "-1", "1.5", "1e3", "\"5\"", "9223372036854775808", "true", "[1]"));
    wrong.put("server", List.of("null", "\"\"", "1", "{}"));
    wrong.put("requests", List.of("null", "\"1\"", "0.5", "[]"));
    wrong.put("dataset", List.of("null", "\"inbox2\"", "3"));
    wrong.forEach(
        (field, values) -> {
          for (String value : values) {
            Map<String, String> document = Documents.unseen();
            document.put(field, value);
            assertThat(read(document, ASKED.inDataset("inbox")).kind())
                .as("%s: %s", field, value)
                .isEqualTo(AnswerKind.UNDECIDABLE);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "null",
        "\"UNSEEN\"",
        "[]",
        "{}",
        "{\"answer\":\"UNSEEN\"}",
        "<html><body>UNSEEN</body></html>",
        "{\"answer\":\"UNSEEN\",}",
        "{'answer':'UNSEEN'}",
        "{answer:UNSEEN}"
      })
  void whatIsNoAnswerDocumentIsUndecidable(String document) {
    LookupAnswer answer = read(document.getBytes(StandardCharsets.UTF_8), ASKED);
    assertThat(answer).isInstanceOf(LookupAnswer.Undecidable.class);
    assertThat(((LookupAnswer.Undecidable) answer).code()).isEqualTo("NOT_UNDERSTOOD");
    assertThat(((LookupAnswer.Undecidable) answer).origin()).isEqualTo(Origin.CLIENT);
  }

  @Test
  void aFieldTwiceSomethingBehindAndBytesThatAreNotUtf8AreNoAnswer() {
    String unseen = json(Documents.unseen());
    List<byte[]> documents = new ArrayList<>();
    documents.add(utf8(unseen.replaceFirst("\\{", "{\"answer\":\"DUPLICATE\",")));
    documents.add(utf8(unseen + unseen));
    documents.add(utf8(unseen + "x"));
    documents.add(utf8("\uFEFF" + unseen));
    documents.add(unseen.getBytes(StandardCharsets.UTF_16));
    documents.add(unseen.getBytes(StandardCharsets.UTF_16LE));
    byte[] malformed = utf8(unseen.replace("ARCHIVE", "ARCH"));
    malformed = Arrays.copyOf(malformed, malformed.length + 1);
    malformed[malformed.length - 1] = (byte) 0xC3;
    documents.add(malformed);
    documents.add(utf8("[".repeat(100_000)));
    documents.add(utf8(unseen.replace("{}", "{\"a\":".repeat(500) + "1" + "}".repeat(500))));
    documents.add(utf8(unseen.replace("1772329000123456", "1".repeat(1000))));
    assertThat(documents)
        .allSatisfy(
            document -> assertThat(read(document, ASKED).kind()).isEqualTo(AnswerKind.UNDECIDABLE));
  }

  @Test
  void aDuplicateOrConflictThatContradictsTheHashAskedForIsNoAnswer() {
    assertThat(read(Documents.duplicate(), WITH_OTHER_HASH).kind())
        .isEqualTo(AnswerKind.UNDECIDABLE);
    assertThat(read(Documents.conflict(), WITH_HASH).kind()).isEqualTo(AnswerKind.UNDECIDABLE);
    assertThat(read(Documents.conflict(), ASKED).kind()).isEqualTo(AnswerKind.UNDECIDABLE);
    Map<String, String> bare = Documents.conflict();
    bare.put("recordedHash", "null");
    assertThat(read(bare, WITH_OTHER_HASH).kind()).isEqualTo(AnswerKind.UNDECIDABLE);
    bare.put("recordedHash", "\"not hex\"");
    assertThat(read(bare, WITH_OTHER_HASH).kind()).isEqualTo(AnswerKind.UNDECIDABLE);
  }

  @Test
  void aHashInCapitalsIsTheSameHash() {
    LookupRequest capitals =
        new LookupRequest(
            Optional.empty(), ASKED.identity(), ASKED.eventDay(), Optional.of("9F86D081884C7D65"));
    assertThat(read(Documents.duplicate(), capitals).kind()).isEqualTo(AnswerKind.DUPLICATE);
  }

  @Test
  void withoutADayTheAnswersDayIsTakenButOneMustBeThere() {
    LookupRequest noDay = LookupRequest.of("ledger-v1", "e-1");
    assertThat(read(Documents.unseen(), noDay).kind()).isEqualTo(AnswerKind.UNSEEN);
    Map<String, String> dayless = Documents.unseen();
    dayless.put("eventDay", "null");
    assertThat(read(dayless, noDay).kind()).isEqualTo(AnswerKind.UNDECIDABLE);
  }

  @Test
  void anUndecidableAboutAnotherDaySaysSoItself() {
    Map<String, String> mismatch = Documents.undecidable();
    mismatch.put("eventDay", "\"2026-03-02\"");
    mismatch.put("reason", "\"EVENT_DAY_MISMATCH: the identity's day is 2026-03-02.\"");
    assertThat(read(mismatch, ASKED))
        .isEqualTo(
            new LookupAnswer.Undecidable(
                Origin.SERVICE, "EVENT_DAY_MISMATCH", "the identity's day is 2026-03-02."));
  }

  @Test
  void identitiesOfAnyNumberOfColumnsAreComparedWhole() {
    LookupRequest three =
        LookupRequest.of("t-1", "ledger-v1", "e-1").onDay(LocalDate.of(2026, 3, 1));
    Map<String, String> document = Documents.unseen();
    document.put("identity", "[\"t-1\",\"ledger-v1\",\"e-1\"]");
    document.put("consumer", "null");
    assertThat(read(document, three).kind()).isEqualTo(AnswerKind.UNSEEN);
    document.put("identity", "[\"t-2\",\"ledger-v1\",\"e-1\"]");
    assertThat(read(document, three).kind()).isEqualTo(AnswerKind.UNDECIDABLE);
  }

  @Test
  void noCutAndNoChangedByteMakesAnUnseenOfAnotherAnswer() {
    long seed = Long.getLong("tallykeep.seed", 20261130L);
    System.out.println("AnswerReaderTest seed " + seed);
    Random random = new Random(seed);
    documents()
        .forEach(
            (kind, fields) -> {
              byte[] whole = utf8(json(fields));
              for (int length = 0; length < whole.length; length++) {
                assertThat(read(Arrays.copyOf(whole, length), asked(kind)).kind())
                    .isEqualTo(AnswerKind.UNDECIDABLE);
              }
              if (kind != AnswerKind.UNSEEN) {
                for (int round = 0; round < 2000; round++) {
                  byte[] changed = whole.clone();
                  for (int change = random.nextInt(3); change >= 0; change--) {
                    changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
                  }
                  assertThat(read(changed, asked(kind)).kind()).isNotEqualTo(AnswerKind.UNSEEN);
                }
              }
            });
  }

  private static Map<AnswerKind, Map<String, String>> documents() {
    return Map.of(
        AnswerKind.UNSEEN, Documents.unseen(),
        AnswerKind.DUPLICATE, Documents.duplicate(),
        AnswerKind.CONFLICT, Documents.conflict(),
        AnswerKind.IN_PROGRESS, Documents.inProgress(),
        AnswerKind.BEYOND_WINDOW, Documents.beyondWindow(),
        AnswerKind.UNDECIDABLE, Documents.undecidable());
  }

  private static LookupRequest asked(AnswerKind kind) {
    return kind == AnswerKind.CONFLICT ? WITH_OTHER_HASH : ASKED;
  }

  private static LookupAnswer read(Map<String, String> fields, LookupRequest asked) {
    return read(utf8(json(fields)), asked);
  }

  private static LookupAnswer read(byte[] document, LookupRequest asked) {
    try {
      return AnswerReader.read(JsonObject.parse(document), asked);
    } catch (NoAnswerException e) {
      return e.answer();
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Each answer to its kind. */
  private static final class Kinds implements LookupAnswer.Cases<AnswerKind> {
    @Override
    public AnswerKind unseen(LookupAnswer.Unseen answer) {
      return AnswerKind.UNSEEN;
    }

    @Override
    public AnswerKind duplicate(LookupAnswer.Duplicate answer) {
      return AnswerKind.DUPLICATE;
    }

    @Override
    public AnswerKind conflict(LookupAnswer.Conflict answer) {
      return AnswerKind.CONFLICT;
    }

    @Override
    public AnswerKind inProgress(LookupAnswer.InProgress answer) {
      return AnswerKind.IN_PROGRESS;
    }

    @Override
    public AnswerKind beyondWindow(LookupAnswer.BeyondWindow answer) {
      return AnswerKind.BEYOND_WINDOW;
    }

    @Override
    public AnswerKind undecidable(LookupAnswer.Undecidable answer) {
      return AnswerKind.UNDECIDABLE;
    }
  }
}
