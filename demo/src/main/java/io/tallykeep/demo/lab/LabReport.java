package io.tallykeep.demo.lab;

import io.tallykeep.jobs.cli.ExitCode;
import io.tallykeep.jobs.cli.Json;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All cases of one run. */
record LabReport(List<CaseReport> cases) {
  LabReport {
    cases = List.copyOf(cases);
  }

  long passed() {
    return cases.stream().filter(CaseReport::passed).count();
  }

  long notRun() {
    return cases.stream().filter(it -> it.notRun().isPresent()).count();
  }

  long failed() {
    return cases.size() - passed() - notRun();
  }

  /** A case that came out otherwise is a finding; one that was not played leaves it undecided. */
  ExitCode exitCode() {
    if (failed() > 0) {
      return ExitCode.FINDINGS;
    }
    return notRun() > 0 ? ExitCode.UNDECIDED : ExitCode.CLEAN;
  }

  String toJson() {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("cases", cases.stream().map(CaseReport::toJson).toList());
    document.put("passed", passed());
    document.put("failed", failed());
    document.put("notRun", notRun());
    return Json.write(document);
  }

  /** One case as a person reads it. */
  static void print(PrintWriter out, CaseReport played) {
    out.println();
    out.println(
        played.name()
            + (played.protocol() == Protocol.WRONG
                ? " (a WRONG protocol, shown failing: do not use it)"
                : " (right protocol)"));
    out.println("  " + played.title());
    if (played.notRun().isPresent()) {
      out.println("  not run: " + played.notRun().get());
      return;
    }
    int number = 0;
    for (CaseReport.Step step : played.steps()) {
      number++;
      out.println(
          "  "
              + number
              + ". "
              + step.did()
              + step.status().map(status -> ": " + status).orElse(""));
    }
    out.println("  at the end: " + played.figures());
    played.seen().mismatches().forEach(it -> out.println("  NOT AS IT SHOULD BE: " + it));
    out.println("  so: " + played.meaning());
  }

  void printTotals(PrintWriter out) {
    out.println();
    out.println(
        passed()
            + " of "
            + cases.size()
            + " cases came out as they should, "
            + failed()
            + " did not, "
            + notRun()
            + " not run");
  }
}
