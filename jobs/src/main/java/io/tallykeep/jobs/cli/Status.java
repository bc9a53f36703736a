package io.tallykeep.jobs.cli;

import io.tallykeep.verifier.ledger.Attention;
import io.tallykeep.verifier.ledger.LedgerDay;
import java.io.PrintWriter;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How far every event day is.
 *
 * @param days by dataset
 * @param nights of the days put off, by dataset, for how many nights running
 * @param escalateAfterNights so many are a person's affair
 */
record Status(
    Map<String, List<LedgerDay>> days,
    Map<String, Map<LocalDate, Integer>> nights,
    int escalateAfterNights) {

  /** Whether a day is quarantined, or has been put off for too many nights. */
  boolean needsSomebody() {
    return days.entrySet().stream()
        .anyMatch(
            of ->
                of.getValue().stream()
                    .anyMatch(
                        day ->
                            day.attention() == Attention.QUARANTINED
                                || isEscalated(of.getKey(), day)));
  }

  private int nights(String dataset, LedgerDay day) {
    return nights.getOrDefault(dataset, Map.of()).getOrDefault(day.day(), 0);
  }

  private boolean isEscalated(String dataset, LedgerDay day) {
    return nights(dataset, day) >= escalateAfterNights;
  }

  void print(PrintWriter out) {
    if (days.values().stream().allMatch(List::isEmpty)) {
      out.println(
          "status: no event day is covered, or this account may not see the day ledger; a table is"
              + " adopted by './tallykeep jobs guard install --covered-since DATE'");
      return;
    }
    TextTable table =
        new TextTable("dataset", "event day", "progress", "partition", "rows", "attention");
    days.forEach((name, list) -> list.forEach(day -> add(table, name, day)));
    table.print(out);
  }

  private void add(TextTable table, String dataset, LedgerDay day) {
    table.add(
        dataset,
        day.day().toString(),
        day.progress().name(),
        day.tablePartition().orElse("-"),
        day.rowCount().isPresent() ? String.valueOf(day.rowCount().getAsLong()) : "-",
        attention(dataset, day));
  }

  private String attention(String dataset, LedgerDay day) {
    String reason = ": " + day.attentionReason().orElse("");
    return switch (day.attention()) {
      case NONE -> "-";
      case QUARANTINED -> day.attention() + reason;
      case DEFERRED ->
          (isEscalated(dataset, day) ? "ESCALATED, " : "")
              + day.attention()
              + " "
              + nights(dataset, day)
              + " night(s)"
              + reason;
    };
  }

  List<Map<String, @Nullable Object>> documents() {
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    days.forEach((name, list) -> list.forEach(day -> rows.add(document(name, day))));
    return rows;
  }

  private Map<String, @Nullable Object> document(String dataset, LedgerDay day) {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("dataset", dataset);
    document.put("eventDay", day.day().toString());
    document.put("progress", day.progress().name());
    document.put("tablePartition", day.tablePartition().orElse(null));
    document.put("rowCount", day.rowCount().isPresent() ? day.rowCount().getAsLong() : null);
    document.put("digest", day.digest().orElse(null));
    document.put("holdUntil", day.holdUntil().map(LocalDate::toString).orElse(null));
    document.put("attention", day.attention().name());
    document.put("attentionReason", day.attentionReason().orElse(null));
    document.put("epoch", day.epoch());
    document.put("attentionNights", nights(dataset, day));
    document.put("escalated", isEscalated(dataset, day));
    return document;
  }
}
