package io.tallykeep.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tallykeep.jobs.CommandProbe;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.verifier.hash.PayloadHasher;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HashCommandTest {
  /** SHA-256 of {@code {"a":1,"b":"x"}}, by another implementation. */
  private static final String HASH =
      "ecf9e98ec0641e23113ff3ce8bdc78d0ddd249886517fd4a7f68cc83d4e65667";

  @TempDir private Path folder;

  private Outcome hash(String document, String... options) throws IOException {
    Path file = Files.writeString(folder.resolve("payload.json"), document);
    List<String> words = new ArrayList<>(List.of("verifier", "hash", "--input", file.toString()));
    words.addAll(List.of(options));
    return CommandProbe.runAsIs(words.toArray(String[]::new));
  }

  @Test
  void aDocumentHasOneHashHoweverItIsWritten() throws IOException {
    for (String document :
        List.of("{\"a\":1,\"b\":\"x\"}", "{ \"b\" : \"\\u0078\", \"a\":1.0 }\n")) {
      Outcome outcome = hash(document);

      assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
      assertThat(outcome.out().strip()).isEqualTo(HASH);
      assertThat(outcome.err()).isEmpty();
    }
  }

  @Test
  void standardInputIsReadWhereNoFileIsGiven() {
    InputStream before = System.in;
    System.setIn(
        new ByteArrayInputStream("{\"b\":\"x\",\"a\":1}".getBytes(StandardCharsets.UTF_8)));
    try {
      assertThat(CommandProbe.runAsIs("verifier", "hash").out().strip()).isEqualTo(HASH);
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void jsonHasStableNames() throws IOException {
    Outcome outcome = hash("{\"a\":1,\"b\":\"x\"}", "--json");
    Outcome refused = hash("{\"amount\":9007199254740993}", "--json");

    JsonNode document = CommandProbe.json(outcome);
    assertThat(CommandProbe.fields(document))
        .containsExactly("algorithm", "encoding", "fields", "hash", "missing", "refused");
    assertThat(document.get("algorithm").textValue()).isEqualTo("SHA-256");
    assertThat(document.get("encoding").textValue()).isEqualTo("RFC8785");
    assertThat(document.get("hash").textValue()).isEqualTo(HASH);
    assertThat(refused.exitCode()).isEqualTo(64);
    JsonNode why = CommandProbe.json(refused).get("refused");
    assertThat(why.get("code").textValue()).isEqualTo("INEXACT_NUMBER");
    assertThat(why.get("where").textValue()).isEqualTo("/amount");
  }

  @Test
  void declaredFieldsAreHashedAsTheLibraryDoesAndTheMissingAreSaid() throws IOException {
    String document = "{\"amountMinor\":9007199254740993,\"tenant\":\"t\"}";
    PayloadHasher hasher = PayloadHasher.declaredFields(List.of("tenant", "amountMinor", "payee"));

    Outcome outcome = hash(document, "--fields", "tenant,amountMinor,payee");

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.err())
        .contains("these declared fields are missing, and hashed as such: [/payee]");
    assertThat(hasher.hash(document.getBytes(StandardCharsets.UTF_8)).toString())
        .contains(outcome.out().strip());
  }

  @Test
  void aRefusedDocumentExits64AndPrintsNoHash() throws IOException {
    Outcome outcome = hash("{\"a\":1,\"a\":2}");

    assertThat(outcome.exitCode()).isEqualTo(64);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err())
        .startsWith("tallykeep: ")
        .contains("payload.json: DUPLICATE_NAME at /a: ");
  }

  @Test
  void everyLineHasItsHashOrADash() throws IOException {
    String lines =
        "{\"a\":1,\"b\":\"x\"}\r\n\n{\"b\":\"x\",\"a\":1}\n{\"a\":NaN}\n{\"b\":\"x\",\"a\":1}";

    Outcome text = hash(lines, "--ndjson");
    Outcome json = hash(lines, "--ndjson", "--json");

    assertThat(text.exitCode()).isEqualTo(64);
    assertThat(text.out().lines()).containsExactly(HASH, "-", HASH, "-", HASH);
    assertThat(text.err()).contains("line 2: EMPTY", "line 4: NOT_JSON at column ");
    JsonNode documents = CommandProbe.json(json).get("documents");
    assertThat(documents).hasSize(5);
    assertThat(documents.get(4).get("line").intValue()).isEqualTo(5);
    assertThat(documents.get(4).get("hash").textValue()).isEqualTo(HASH);
    assertThat(documents.get(1).get("hash").isNull()).isTrue();
  }

  @Test
  void aLineThatIsTooLongIsRefusedAndTheNextOneHashed() throws IOException {
    String lines = "1".repeat(PayloadHasher.MAX_BYTES + 10) + "\n{\"a\":1,\"b\":\"x\"}\n";

    Outcome outcome = hash(lines, "--ndjson");

    assertThat(outcome.out().lines()).containsExactly("-", HASH);
    assertThat(outcome.err()).contains("line 1: TOO_LARGE");
  }

  @Test
  void noLinesAreNoError() throws IOException {
    Outcome outcome = hash("", "--ndjson");

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out()).isEmpty();
  }
}
