package io.tallykeep.jobs.cli;

import io.tallykeep.jobs.batch.RunResult;
import io.tallykeep.jobs.retention.JobReport;
import io.tallykeep.jobs.retention.PlanLine;
import io.tallykeep.jobs.retention.ledger.DeferredNights;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Prints what a run came to, and says which exit code that is. */
final class ReportPrinter {
  private static final Logger LOG = LoggerFactory.getLogger(ReportPrinter.class);

  private ReportPrinter() {}

  static void print(PrintWriter out, List<JobReport> reports, boolean json) {
    if (json) {
      out.println(
          Json.write(Map.of("reports", reports.stream().map(ReportPrinter::document).toList())));
      return;
    }
    for (JobReport report : reports) {
      if (report.outcome() instanceof JobReport.Outcome.AnotherRunIsAlive alive) {
        out.println(
            report.job()
                + " "
                + report.dataset()
                + ": refused, another run is alive: "
                + alive.holder());
      } else if (report.outcome() instanceof JobReport.Outcome.LeaseLost lost) {
        out.println(report.job() + " " + report.dataset() + ": LEASE_LOST, " + lost.why());
      } else if (report.results().isEmpty() && report.attention().isEmpty()) {
        out.println(report.job() + " " + report.dataset() + ": nothing to do");
      }
      for (RunResult result : report.results()) {
        out.println(
            report.job()
                + " "
                + report.dataset()
                + " "
                + result.run().tablePartition()
                + ": "
                + result.end()
                + ", "
                + detail(result));
      }
      for (DeferredNights.Deferred day : report.escalated()) {
        out.println(
            report.job()
                + " "
                + report.dataset()
                + " "
                + day.tablePartition().orElse("?")
                + ": ESCALATED, "
                + day.day()
                + " has been put off "
                + day.nights()
                + " nights running: "
                + day.reason());
      }
      for (PlanLine line : report.attention()) {
        out.println(
            report.job()
                + " "
                + report.dataset()
                + " "
                + line.tablePartition()
                + ": ATTENTION, "
                + line.code()
                + ": "
                + line.reason());
      }
    }
  }

  /** Where a server is at the bottom of a failure: what it said, and what to do about it. */
  private static String detail(RunResult result) {
    return result
        .failure()
        .flatMap(ServerFailure::of)
        .map(failure -> result.detail().split(": ", 2)[0] + ": " + failure.message())
        .orElse(result.detail());
  }

  /** Puts on record what nobody foresaw. What a server did is told in the report already. */
  static void log(JobReport report) {
    for (RunResult result : report.results()) {
      if (exitCode(result) == ExitCode.INTERNAL) {
        LOG.error("internal error, {}", result.run(), result.failure().orElse(null));
      } else {
        result.failure().ifPresent(failure -> LOG.debug("{} in full", result.run(), failure));
      }
    }
  }

  static ExitCode exitCode(JobReport report) {
    ExitCode code =
        report.outcome() instanceof JobReport.Outcome.Ran ? ExitCode.CLEAN : ExitCode.UNDECIDED;
    if (!report.attention().isEmpty() || !report.escalated().isEmpty()) {
      code = code.worse(ExitCode.FINDINGS);
    }
    for (RunResult result : report.results()) {
      code = code.worse(exitCode(result));
    }
    return code;
  }

  private static ExitCode exitCode(RunResult result) {
    return switch (result.end()) {
      case COMPLETED -> ExitCode.CLEAN;
      case STOPPED, DEFERRED -> ExitCode.UNDECIDED;
      case QUARANTINED -> ExitCode.FINDINGS;
      case FAILED ->
          result
              .failure()
              .flatMap(ServerFailure::of)
              .map(ServerFailure::exitCode)
              .orElse(ExitCode.INTERNAL);
    };
  }

  private static Map<String, @Nullable Object> document(JobReport report) {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("job", report.job());
    document.put("dataset", report.dataset());
    document.put("ran", report.outcome() instanceof JobReport.Outcome.Ran);
    document.put("results", report.results().stream().map(ReportPrinter::document).toList());
    document.put("attention", report.attention().stream().map(ReportPrinter::document).toList());
    document.put(
        "escalated",
        report.escalated().stream()
            .map(
                day ->
                    Map.of(
                        "tablePartition",
                        day.tablePartition().orElse(""),
                        "eventDay",
                        day.day().toString(),
                        "nights",
                        day.nights(),
                        "reason",
                        day.reason()))
            .toList());
    return document;
  }

  private static Map<String, @Nullable Object> document(PlanLine line) {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("tablePartition", line.tablePartition());
    document.put("code", line.code());
    document.put("reason", line.reason());
    return document;
  }

  private static Map<String, @Nullable Object> document(RunResult result) {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("tablePartition", result.run().tablePartition());
    document.put("runId", result.run().runId());
    document.put("end", result.end().name());
    document.put("detail", detail(result));
    return document;
  }
}
