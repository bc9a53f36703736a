package io.tallykeep.jobs.cli;

import io.tallykeep.jobs.retention.restore.RestoreOutcome;
import io.tallykeep.jobs.retention.restore.RestoreRequest;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prints what a restore came to, and says which exit code that is. */
final class RestorePrinter {
  private final RestoreRequest request;
  private final Duration took;

  RestorePrinter(RestoreRequest request, Duration took) {
    this.request = request;
    this.took = took;
  }

  static ExitCode exitCode(RestoreOutcome outcome) {
    if (!(outcome instanceof RestoreOutcome.Refused refused)) {
      return ExitCode.CLEAN;
    }
    return switch (refused.cause()) {
      case REQUEST -> ExitCode.USAGE;
      case NOT_NOW -> ExitCode.UNDECIDED;
      case EVIDENCE -> ExitCode.FINDINGS;
    };
  }

  void print(PrintWriter out, RestoreOutcome outcome, boolean json) {
    if (json) {
      out.println(Json.write(document(outcome)));
    } else if (outcome instanceof RestoreOutcome.Restored restored) {
      restored
          .days()
          .forEach(
              day ->
                  out.println(
                      "restore "
                          + request.retained().name()
                          + " "
                          + day.eventDay()
                          + ": "
                          + day.digest().rowCount()
                          + " rows, digest "
                          + day.digest().hex()
                          + " as proven"
                          + (day.olderCopies() == 0
                              ? ""
                              : ", " + day.olderCopies() + " older copies left out")));
      out.println(
          "restore "
              + request
              + ": "
              + restored.rowCount()
              + " rows in "
              + seconds()
              + " s ("
              + rowsPerSecond(restored)
              + " rows/s), read back and equal");
    } else if (outcome instanceof RestoreOutcome.Planned planned) {
      out.println(
          "restore "
              + request
              + ": would take "
              + planned.rowCount()
              + " rows from "
              + planned.files()
              + " data file(s), "
              + planned.sizeBytes()
              + " bytes; nothing was changed");
    } else {
      RestoreOutcome.Refused refused = (RestoreOutcome.Refused) outcome;
      out.println("restore " + request + ": " + refused.code() + ": " + refused.reason());
    }
  }

  private double seconds() {
    return took.toMillis() / 1_000.0;
  }

  private long rowsPerSecond(RestoreOutcome.Restored restored) {
    return restored.rowCount() * 1_000 / Math.max(1, took.toMillis());
  }

  private Map<String, @Nullable Object> document(RestoreOutcome outcome) {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("dataset", request.retained().name());
    document.put("from", request.firstDay().toString());
    document.put("to", request.lastDay().toString());
    document.put("table", request.target().toString());
    document.put("outcome", outcome.getClass().getSimpleName().toUpperCase(Locale.ROOT));
    if (outcome instanceof RestoreOutcome.Restored restored) {
      document.put("metadataLocation", restored.metadataLocation());
      document.put("rows", restored.rowCount());
      document.put("days", days(restored));
      document.put("seconds", seconds());
      document.put("rowsPerSecond", rowsPerSecond(restored));
    } else if (outcome instanceof RestoreOutcome.Planned planned) {
      document.put("metadataLocation", planned.metadataLocation());
      document.put("rows", planned.rowCount());
      document.put("files", planned.files());
      document.put("bytes", planned.sizeBytes());
    } else if (outcome instanceof RestoreOutcome.Refused refused) {
      document.put("code", refused.code());
      document.put("reason", refused.reason());
    }
    return document;
  }

  private static List<Map<String, Object>> days(RestoreOutcome.Restored restored) {
    return restored.days().stream()
        .map(
            day -> {
              Map<String, Object> one = new LinkedHashMap<>();
              one.put("eventDay", day.eventDay().toString());
              one.put("rows", day.digest().rowCount());
              one.put("digest", day.digest().hex());
              one.put("files", day.files());
              one.put("olderCopies", day.olderCopies());
              return one;
            })
        .toList();
  }
}
