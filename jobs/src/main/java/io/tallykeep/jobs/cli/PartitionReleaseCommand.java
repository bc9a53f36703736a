package io.tallykeep.jobs.cli;

import io.tallykeep.jobs.retention.audit.OperatorAction;
import picocli.CommandLine.Command;

@Command(
    name = "release",
    description = "Ends a quarantine that somebody has judged; every check is still made.",
    mixinStandardHelpOptions = true)
final class PartitionReleaseCommand extends PartitionIntervention {
  PartitionReleaseCommand() {
    super(OperatorAction.Kind.RELEASE);
  }
}
