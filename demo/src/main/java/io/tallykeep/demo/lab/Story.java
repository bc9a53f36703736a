package io.tallykeep.demo.lab;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is seen while a case is played, with what should have been seen. Whoever tells it a figure
 * has just read it from a server.
 */
final class Story {
  private final List<CaseReport.Step> steps = new ArrayList<>();
  private final List<String> statuses = new ArrayList<>();
  private final Map<String, Object> figures = new LinkedHashMap<>();
  private final List<String> mismatches = new ArrayList<>();
  private String meaning = "";
  private @Nullable String notRun;

  /** Something that was done. */
  void step(String did) {
    steps.add(new CaseReport.Step(did, Optional.empty()));
  }

  /** A delivery, a transaction or a request, and what became of it. */
  void step(String did, String status) {
    steps.add(new CaseReport.Step(did, Optional.of(status)));
    statuses.add(status);
  }

  /** What should have become of all of them, in their order. */
  void expectStatuses(String... expected) {
    if (!statuses.equals(List.of(expected))) {
      mismatches.add("statuses: " + statuses + " instead of " + List.of(expected));
    }
  }

  /** A figure read at the end, and what it should be. */
  void figure(String name, Object seen, Object expected) {
    figures.put(name, seen);
    if (!Objects.equals(seen, expected)) {
      mismatches.add(name + ": " + seen + " instead of " + expected);
    }
  }

  /** What the case teaches. */
  void meaning(String text) {
    meaning = text;
  }

  /** The case could not be played. */
  void notRun(String why) {
    notRun = why;
  }

  CaseReport report(LabCase played) {
    return new CaseReport(
        played.name(),
        played.protocol(),
        played.title(),
        Optional.ofNullable(notRun),
        steps,
        new CaseReport.Seen(statuses, figures, mismatches),
        meaning);
  }
}
