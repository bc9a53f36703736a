package io.tallykeep.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.table.CommitOutcome;
import io.tallykeep.jobs.retention.freeze.DeferralReason;
import io.tallykeep.jobs.retention.ledger.Objection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The runbook tells what to do about every code that a night can end with. */
class DocumentedCodesTest {
  private static final Path DOCS = Path.of("..", "docs");
  private static final Path SOURCES = Path.of("src", "main", "java");

  private static final String ARCHIVE_PLAN = "io/tallykeep/jobs/retention/archive/ArchivePlan.java";

  /** The first argument of a stop's outcome: a text, or what works one out. */
  private static final Pattern STOPS =
      Pattern.compile("new StepOutcome\\.(?:Deferred|Quarantined|Stopped)\\(\\s*([^,]+),");

  private static final Pattern ATTENTION = Pattern.compile("Action\\.ATTENTION,\\s*\"([A-Z_]+)\"");
  private static final Pattern PLANNED = Pattern.compile("Action\\.\\w+,\\s*\"([A-Z_]+)\"");

  /** What restore and rebuild-catalog refuse, find or put back. */
  private static final Pattern TOLD =
      Pattern.compile(
          "(?:new Refused|nothing|evidence|refused|new Item|new Finding)\\(\\s*\"([A-Z_]+)\",");

  private static final List<String> TELLING =
      List.of(
          "io/tallykeep/jobs/retention/restore",
          "io/tallykeep/jobs/retention/rebuild",
          "../../../../archive-format/src/main/java/io/tallykeep/archive/table");

  private static final Pattern TEXT = Pattern.compile("\"([A-Z_]+)\"");
  private static final Pattern CODE = Pattern.compile("`([A-Z][A-Z_]+)`");
  private static final Pattern EXIT_CODE = Pattern.compile("(?m)^\\| (\\d+) \\|");

  /** Those that stop a step and are no text: what they can come to is known. */
  private static final Set<String> WORKED_OUT =
      Set.of(
          "\"COMMIT_\" + not.reason()", // CommitOutcome.Reason
          "reason.name()", // DeferralReason
          "stopped.code()", // Objection.Code
          "objections.get(0).code().name()", // Objection.Code
          "order.code()", // Objection.Code
          "NOT_AS_PROVEN", // a constant of that text
          "line.code()"); // the archive's plan

  private static String sources(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .map(DocumentedCodesTest::read)
          .collect(Collectors.joining("\n"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Set<String> found(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map((MatchResult found) -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The codes in the first column of the runbook's table of reasons. */
  private static Set<String> documented() {
    String section =
        read(DOCS.resolve("operations.md"))
            .split("## What a reason means", 2)[1]
            .split("\n## ", 2)[0];
    return section
        .lines()
        .filter(line -> line.startsWith("| `"))
        .map(line -> line.split("\\|", -1)[1])
        .flatMap(cell -> found(CODE, cell).stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Every code that a step can stop with, or that asks a person to look. */
  private static Set<String> possible() {
    String sources = sources(SOURCES);
    Set<String> codes = new TreeSet<>(found(ATTENTION, sources));
    Set<String> workedOut = new TreeSet<>();
    for (String first : found(STOPS, sources)) {
      Set<String> text = found(TEXT, first.strip());
      if (text.size() == 1 && first.strip().endsWith("\"")) {
        codes.addAll(text);
      } else {
        workedOut.add(first.strip());
      }
    }
    assertThat(workedOut)
        .as("codes that are worked out: add what they can come to to this test")
        .isSubsetOf(WORKED_OUT);
    // Admit looks again, and stops with what the plan then says.
    codes.addAll(found(PLANNED, sources(SOURCES.resolve(ARCHIVE_PLAN))));
    codes.remove("ELIGIBLE");
    TELLING.forEach(folder -> codes.addAll(found(TOLD, sources(SOURCES.resolve(folder)))));
    Arrays.stream(CommitOutcome.Reason.values()).forEach(r -> codes.add("COMMIT_" + r.name()));
    Arrays.stream(Objection.Code.values()).forEach(code -> codes.add(code.name()));
    Arrays.stream(DeferralReason.values()).forEach(reason -> codes.add(reason.name()));
    return codes;
  }

  @Test
  void everyCodeThatStopsWorkIsInTheRunbook() {
    Set<String> missing = new TreeSet<>(possible());
    missing.removeAll(documented());

    assertThat(missing).as("missing in docs/operations.md, \"What a reason means\"").isEmpty();
  }

  @Test
  void theRunbookTellsOfNoCodeThatCanNotOccur() {
    String sources = sources(SOURCES);
    Set<String> occurring = possible();
    occurring.addAll(found(TEXT, sources));

    assertThat(occurring).containsAll(documented());
  }

  @Test
  void theTableOfReasonsIsRead() {
    assertThat(documented()).contains("OPEN_TRANSACTION", "GUARD_BROKEN").hasSizeGreaterThan(20);
  }

  @Test
  void bothDocumentsTellEveryExitCode() {
    Set<String> codes =
        Arrays.stream(ExitCode.values())
            .map(code -> String.valueOf(code.code()))
            .collect(Collectors.toCollection(TreeSet::new));

    for (String document : new String[] {"cli.md", "operations.md"}) {
      assertThat(found(EXIT_CODE, read(DOCS.resolve(document)))).as(document).isEqualTo(codes);
    }
  }
}
