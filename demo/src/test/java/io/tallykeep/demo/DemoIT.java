package io.tallykeep.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class DemoIT {
  @TempDir private Path folder;

  @Test
  void tellsTheWholeStoryAndWritesItsFigures() throws IOException {
    Path json = folder.resolve("figures.json");

    int exit =
        new CommandLine(new DemoMain()).execute("--rows-per-day", "300", "--json", json.toString());

    assertThat(exit).isZero();
    JsonNode figures = new ObjectMapper().readTree(Files.readString(json));
    List<String> names = new ArrayList<>();
    figures.fieldNames().forEachRemaining(names::add);
    assertThat(names)
        .contains(
            "rowsArchived",
            "rowsDropped",
            "partitions",
            "bytesPerRow",
            "copyRowsPerSecond",
            "lookups",
            "requestsPerLookup",
            "seconds");
    assertThat(figures.get("rowsArchived").asLong()).isEqualTo(8 * 300);
    assertThat(figures.get("rowsDropped").asLong()).isEqualTo(8 * 300);
    assertThat(figures.get("partitions")).hasSize(8);
    figures
        .get("partitions")
        .forEach(
            partition -> {
              assertThat(partition.get("rows").asLong()).isEqualTo(300);
              assertThat(partition.get("digestEqual").asBoolean()).isTrue();
            });
    for (String answer :
        List.of("DUPLICATE", "CONFLICT", "UNSEEN", "IN_PROGRESS", "BEYOND_WINDOW", "UNDECIDABLE")) {
      assertThat(figures.get("lookups").get(answer).asInt()).as(answer).isPositive();
    }
    JsonNode gate = figures.get("gate");
    assertThat(gate.get("outcomes"))
        .extracting(JsonNode::asText)
        .containsExactly("APPLIED", "DUPLICATE", "DUPLICATE", "DUPLICATE");
    assertThat(gate.get("effects").asLong()).isOne();
    assertThat(gate.get("balanceMinorBefore").asLong()).isEqualTo(10_000);
    assertThat(gate.get("balanceMinorAfter").asLong()).isEqualTo(10_100);
    assertThat(gate.get("foundAfterNight").asText()).isEqualTo("ARCHIVE");
  }

  @Test
  void refusesASizeThatShowsNothing() {
    assertThat(new CommandLine(new DemoMain()).execute("--days", "3")).isEqualTo(64);
  }
}
