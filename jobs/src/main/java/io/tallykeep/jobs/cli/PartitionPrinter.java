package io.tallykeep.jobs.cli;

import io.tallykeep.jobs.retention.PlanLine;
import io.tallykeep.jobs.retention.attention.PartitionReport;
import io.tallykeep.jobs.retention.audit.OperatorAction;
import io.tallykeep.verifier.ledger.LedgerDay;
import java.io.PrintWriter;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prints what is on record about one table partition. */
record PartitionPrinter(String dataset, PartitionReport report, Map<JobName, PlanLine> plans) {

  void print(PrintWriter out) {
    out.println(
        "partition "
            + report.tablePartition()
            + " of "
            + dataset
            + ": "
            + report.bounds().orElse("the table has none of that name"));
    out.println("next: " + report.explanation());
    plans.forEach(
        (job, line) ->
            out.println(
                "plan of "
                    + job.name().toLowerCase(Locale.ROOT)
                    + ": "
                    + line.action()
                    + ", "
                    + line.code()
                    + ": "
                    + line.reason()));
    for (PartitionReport.Day day : report.days()) {
      print(out, day);
    }
    for (PartitionReport.File file : report.files()) {
      out.println(
          "file of "
              + file.eventDay()
              + ": "
              + file.path()
              + ", "
              + file.sizeBytes()
              + " bytes, "
              + file.rowCount()
              + " rows"
              + file.lateRun()
                  .map(run -> ", late rows, run " + run)
                  .orElse(file.proven() ? "" : ", of another attempt"));
    }
    report.holds().forEach(hold -> out.println("hold: " + hold));
    for (OperatorAction.Recorded action : report.actions()) {
      out.println(
          action.at()
              + " UTC, "
              + action.kind()
              + " by "
              + action.by()
              + ": "
              + action.reason()
              + " [before: "
              + action.before()
              + "] [after: "
              + action.after()
              + "]");
    }
  }

  private static void print(PrintWriter out, PartitionReport.Day day) {
    LedgerDay ledger = day.ledger();
    out.println(
        "day "
            + ledger.day()
            + ": "
            + ledger.progress()
            + ", epoch "
            + ledger.epoch()
            + ledger.runId().map(run -> ", run " + run).orElse("")
            + (ledger.rowCount().isPresent()
                ? ", proven "
                    + ledger.rowCount().getAsLong()
                    + " rows, digest "
                    + ledger.digest().orElse("-")
                : "")
            + ledger.holdUntil().map(until -> ", in MySQL until " + until).orElse(""));
    out.println(
        "  closed "
            + day.times().closedAt()
            + ", frozen "
            + day.times().frozenAt()
            + ", proven "
            + day.times().provenAt()
            + ", dropped "
            + day.times().droppedAt()
            + ", expired "
            + day.times().expiredAt()
            + " (UTC)");
    ledger
        .attentionReason()
        .ifPresent(
            reason ->
                out.println(
                    "  "
                        + ledger.attention()
                        + (day.attentionNights() > 0
                            ? " " + day.attentionNights() + " night(s)"
                            : "")
                        + ": "
                        + reason));
  }

  Map<String, @Nullable Object> document() {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("dataset", dataset);
    document.put("tablePartition", report.tablePartition());
    document.put("bounds", report.bounds().orElse(null));
    document.put("next", report.explanation());
    document.put(
        "plans",
        plans.entrySet().stream()
            .map(
                plan ->
                    Map.of(
                        "job",
                        plan.getKey().name().toLowerCase(Locale.ROOT),
                        "action",
                        plan.getValue().action().name(),
                        "code",
                        plan.getValue().code(),
                        "reason",
                        plan.getValue().reason()))
            .toList());
    document.put("days", report.days().stream().map(PartitionPrinter::document).toList());
    document.put("files", report.files().stream().map(PartitionPrinter::document).toList());
    document.put(
        "holds",
        report.holds().stream().map(hold -> HoldListCommand.document(dataset, hold)).toList());
    document.put("actions", report.actions().stream().map(PartitionPrinter::document).toList());
    return document;
  }

  private static Map<String, @Nullable Object> document(PartitionReport.Day day) {
    LedgerDay ledger = day.ledger();
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("eventDay", ledger.day().toString());
    document.put("progress", ledger.progress().name());
    document.put("attention", ledger.attention().name());
    document.put("attentionReason", ledger.attentionReason().orElse(null));
    document.put("attentionNights", day.attentionNights());
    document.put("epoch", ledger.epoch());
    document.put(
        "freezeNumber",
        ledger.freezeNumber().isPresent() ? ledger.freezeNumber().getAsLong() : null);
    document.put("runId", ledger.runId().orElse(null));
    document.put("snapshotSequence", ledger.snapshotSequence());
    document.put("rowCount", ledger.rowCount().isPresent() ? ledger.rowCount().getAsLong() : null);
    document.put("digest", ledger.digest().orElse(null));
    document.put("holdUntil", ledger.holdUntil().map(LocalDate::toString).orElse(null));
    document.put("closedAt", day.times().closedAt());
    document.put("frozenAt", day.times().frozenAt());
    document.put("provenAt", day.times().provenAt());
    document.put("droppedAt", day.times().droppedAt());
    document.put("expiredAt", day.times().expiredAt());
    return document;
  }

  private static Map<String, @Nullable Object> document(PartitionReport.File file) {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("eventDay", file.eventDay().toString());
    document.put("path", file.path());
    document.put("sizeBytes", file.sizeBytes());
    document.put("rowCount", file.rowCount());
    document.put("proven", file.proven());
    document.put("lateRun", file.lateRun().orElse(null));
    return document;
  }

  private static Map<String, @Nullable Object> document(OperatorAction.Recorded action) {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("id", action.id());
    document.put("at", action.at());
    document.put("by", action.by());
    document.put("action", action.kind());
    document.put("reason", action.reason());
    document.put("before", action.before());
    document.put("after", action.after());
    return document;
  }
}
