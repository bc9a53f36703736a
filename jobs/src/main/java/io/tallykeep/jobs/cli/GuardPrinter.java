package io.tallykeep.jobs.cli;

import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.guard.Finding;
import io.tallykeep.jobs.retention.guard.GuardChange;
import java.io.PrintWriter;
import java.util.List;

/** Prints what became of a guard, and says which exit code that is. */
final class GuardPrinter {
  private GuardPrinter() {}

  static ExitCode print(
      PrintWriter out, RetainedDataset retained, GuardChange change, String unchanged) {
    String name = "guard " + retained.name() + ": ";
    if (change instanceof GuardChange.Changed changed) {
      changed.actions().forEach(action -> out.println(name + action));
      return ExitCode.CLEAN;
    }
    if (change instanceof GuardChange.Deferred deferred) {
      out.println(name + "not now: " + deferred.detail());
      return ExitCode.UNDECIDED;
    }
    if (change instanceof GuardChange.Refused refused) {
      out.println(name + "refused, nothing was changed:");
      return print(out, name, refused.findings());
    }
    out.println(name + unchanged);
    return ExitCode.CLEAN;
  }

  static ExitCode print(PrintWriter out, String name, List<Finding> findings) {
    for (Finding finding : findings) {
      out.println(name + finding.what() + " " + finding.mend() + " [" + finding.code() + "]");
    }
    return exitCode(findings);
  }

  static ExitCode exitCode(List<Finding> findings) {
    return findings.stream()
        .map(finding -> exitCode(finding.owner()))
        .reduce(ExitCode.CLEAN, ExitCode::worse);
  }

  private static ExitCode exitCode(Finding.Owner owner) {
    return switch (owner) {
      case USER -> ExitCode.USAGE;
      case DATA -> ExitCode.FINDINGS;
      case INTERNAL, EXTERNAL -> ExitCode.UNDECIDED;
    };
  }
}
