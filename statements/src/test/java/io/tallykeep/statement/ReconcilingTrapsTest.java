package io.tallykeep.statement;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The table of traps of reconciling in docs/testing.md: no number may be missing, each names a test
 * or says that its part is not built yet, and every test named must exist.
 */
class ReconcilingTrapsTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern ROW = Pattern.compile("^\\| R-(\\d+) \\| (.+?) \\| (.+) \\|$");
  private static final Pattern TEST = Pattern.compile("`([A-Z]\\w*(?:IT|Test))(?:#(\\w+))?`");
  private static final String LATER = "not built yet: reconciling (";
  private static final List<Integer> NEVER_GIVEN = List.of(9, 10, 13, 14, 22);

  @Test
  void noNumberIsMissing() throws IOException {
    assertThat(rows().keySet())
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, 32)
                .boxed()
                .filter(number -> !NEVER_GIVEN.contains(number))
                .toList());
  }

  @Test
  void everyRowNamesATestOrSaysThatItIsNotBuiltYet() throws IOException {
    assertThat(rows())
        .allSatisfy(
            (number, covered) ->
                assertThat(TEST.matcher(covered).find() || covered.startsWith(LATER))
                    .as("R-%s: %s", number, covered)
                    .isTrue());
  }

  @Test
  void everyTestNamedExists() throws IOException {
    Map<String, String> sources = sources();
    List<String> missing = new ArrayList<>();
    rows()
        .forEach(
            (number, covered) -> {
              Matcher test = TEST.matcher(covered);
              while (test.find()) {
                String source = sources.get(test.group(1));
                if (source == null
                    || test.group(2) != null && !source.contains(" " + test.group(2) + "(")) {
                  missing.add("R-" + number + " names " + test.group());
                }
              }
            });
    assertThat(missing).isEmpty();
  }

  /** What covers each number. */
  private static Map<Integer, String> rows() throws IOException {
    Map<Integer, String> rows = new LinkedHashMap<>();
    for (String line : Files.readAllLines(ROOT.resolve("docs/testing.md"))) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        assertThat(rows.put(Integer.valueOf(row.group(1)), row.group(3)))
            .as("R-%s twice", row.group(1))
            .isNull();
      }
    }
    return rows;
  }

  /** This module's test sources by class name. */
  private static Map<String, String> sources() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .collect(
              Collectors.toMap(
                  file -> file.getFileName().toString().replace(".java", ""),
                  ReconcilingTrapsTest::text,
                  (one, other) -> one + other));
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
