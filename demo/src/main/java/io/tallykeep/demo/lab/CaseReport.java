package io.tallykeep.demo.lab;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A case that was played.
 *
 * @param notRun why it could not be played; then it did not pass
 * @param meaning what it teaches
 */
record CaseReport(
    String name,
    Protocol protocol,
    String title,
    Optional<String> notRun,
    List<Step> steps,
    Seen seen,
    String meaning) {

  /** Something that was done, and what became of it where that has a name. */
  record Step(String did, Optional<String> status) {}

  /**
   * What was seen.
   *
   * @param statuses what became of each delivery, transaction or request
   * @param figures what the servers said at the end
   * @param mismatches what should have been otherwise
   */
  record Seen(List<String> statuses, Map<String, Object> figures, List<String> mismatches) {
    Seen {
      statuses = List.copyOf(statuses);
      figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
      mismatches = List.copyOf(mismatches);
    }
  }

  CaseReport {
    steps = List.copyOf(steps);
  }

  /** All was seen as it should be: of a wrong protocol, its wrong outcome. */
  boolean passed() {
    return notRun.isEmpty() && seen.mismatches().isEmpty();
  }

  Map<String, @Nullable Object> toJson() {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("case", name);
    document.put("protocol", protocol.name().toLowerCase(Locale.ROOT));
    document.put("passed", passed());
    document.put("notRun", notRun.orElse(null));
    document.put("title", title);
    document.put("steps", steps.stream().map(CaseReport::toJson).toList());
    document.put("statuses", seen.statuses());
    for (String always : List.of("balance", "inboxRows", "effects")) {
      document.put(always, seen.figures().get(always));
    }
    document.putAll(seen.figures());
    document.put("mismatches", seen.mismatches());
    document.put("meaning", meaning);
    return document;
  }

  private static Map<String, @Nullable Object> toJson(Step step) {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("did", step.did());
    document.put("status", step.status().orElse(null));
    return document;
  }

  /** The figures in one line. */
  String figures() {
    return seen.figures().entrySet().stream()
        .map(figure -> figure.getKey() + " " + figure.getValue())
        .collect(Collectors.joining(", "));
  }
}
