package io.tallykeep.jobs.cli;

import io.tallykeep.jobs.retention.PlanLine;
import java.io.PrintWriter;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prints a plan for people or as JSON. */
final class PlanPrinter {
  private PlanPrinter() {}

  static void print(PrintWriter out, List<PlanLine> lines, boolean json) {
    if (json) {
      out.println(Json.write(Map.of("plan", lines.stream().map(PlanPrinter::document).toList())));
      return;
    }
    if (lines.isEmpty()) {
      out.println("plan: nothing to do");
      return;
    }
    TextTable table = new TextTable("dataset", "partition", "event days", "action", "why");
    for (PlanLine line : lines) {
      table.add(
          line.dataset(),
          line.tablePartition(),
          days(line),
          line.action().name(),
          line.code() + ": " + line.reason());
    }
    table.print(out);
  }

  private static String days(PlanLine line) {
    if (line.firstDay().equals(line.lastDay())) {
      return line.firstDay().map(LocalDate::toString).orElse("-");
    }
    return line.firstDay().map(LocalDate::toString).orElse("")
        + ".."
        + line.lastDay().map(LocalDate::toString).orElse("");
  }

  private static Map<String, @Nullable Object> document(PlanLine line) {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("dataset", line.dataset());
    document.put("tablePartition", line.tablePartition());
    document.put("firstDay", line.firstDay().map(LocalDate::toString).orElse(null));
    document.put("lastDay", line.lastDay().map(LocalDate::toString).orElse(null));
    document.put("action", line.action().name());
    document.put("code", line.code());
    document.put("reason", line.reason());
    return document;
  }
}
