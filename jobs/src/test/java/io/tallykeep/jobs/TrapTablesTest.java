package io.tallykeep.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
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
 * The tables in docs/testing.md that say which test covers what once broke an earlier draft or
 * another tool: no number may be missing, and every test named must exist.
 */
class TrapTablesTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern ROW =
      Pattern.compile("^\\| ([A-Z]+-?\\d+(?:\\.\\d)?b?) \\| (.+?) \\| (.+) \\|$");
  private static final Pattern TEST = Pattern.compile("`([A-Z]\\w*(?:IT|Test))(?:#(\\w+))?`");

  /** Drafts that were attacked: exchange and fence (E), one guard line (G), day ledger (L). */
  private static final List<String> ATTACKS =
      Stream.of(numbers("E", 15), numbers("G", 15), numbers("L", 17))
          .flatMap(List::stream)
          .toList();

  /** Traps other archivers fell into (A; some numbers were never given), hazards of DDL (H). */
  private static final List<String> ARCHIVING =
      Stream.concat(
              numbers("A", 27).stream()
                  .filter(number -> !List.of("A5", "A9", "A23", "A25").contains(number)),
              numbers("H", 24).stream())
          .toList();

  /**
   * Facts and faults of cold look-ups (C; some numbers were never given, one has a second part).
   */
  private static final List<String> COLD_LOOKUPS =
      Stream.of(
              numbers("C0.", 8),
              numbers("C", 28).stream()
                  .filter(number -> !List.of("C11", "C14", "C25").contains(number))
                  .toList(),
              List.of("C17b"))
          .flatMap(List::stream)
          .toList();

  /** Traps of reconciling (R; some numbers were never given). */
  private static final List<String> RECONCILING =
      numbers("R-", 32).stream()
          .filter(number -> !List.of("R-9", "R-10", "R-13", "R-14", "R-22").contains(number))
          .toList();

  private static final String LATER = "not built yet: reconciling (";

  private static List<String> numbers(String letter, int last) {
    return IntStream.rangeClosed(1, last).mapToObj(number -> letter + number).toList();
  }

  @Test
  void noNumberIsMissing() throws IOException {
    List<String> wanted = new ArrayList<>(ATTACKS);
    wanted.addAll(ARCHIVING);
    wanted.addAll(COLD_LOOKUPS);
    wanted.addAll(RECONCILING);
    assertThat(rows().keySet()).containsExactlyInAnyOrderElementsOf(wanted);
  }

  @Test
  void everyRowNamesATestOrSaysWhyItCannotApply() throws IOException {
    assertThat(rows())
        .allSatisfy(
            (number, covered) ->
                assertThat(TEST.matcher(covered).find() || covered.startsWith(excuse(number)))
                    .as("%s: %s", number, covered)
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
                  missing.add(number + " names " + test.group());
                }
              }
            });
    assertThat(missing).isEmpty();
  }

  /** How a row begins that names no test. */
  private static String excuse(String number) {
    return RECONCILING.contains(number) ? LATER : "can't apply: ";
  }

  /** What covers each number. */
  private static Map<String, String> rows() throws IOException {
    Map<String, String> rows = new LinkedHashMap<>();
    for (String line : Files.readAllLines(ROOT.resolve("docs/testing.md"))) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        assertThat(rows.put(row.group(1), row.group(3))).as("%s twice", row.group(1)).isNull();
      }
    }
    return rows;
  }

  /** Test sources by class name. */
  private static Map<String, String> sources() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT, 14)) {
      return files
          .filter(file -> file.toString().contains("/src/test/java/"))
          .filter(file -> file.toString().endsWith(".java"))
          .collect(
              Collectors.toMap(
                  file -> file.getFileName().toString().replace(".java", ""),
                  TrapTablesTest::text,
                  (one, other) -> one + other));
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
