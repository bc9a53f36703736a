package io.tallykeep.jobs.cli;

import io.tallykeep.jobs.retention.audit.OperatorAction;
import picocli.CommandLine.Command;

@Command(
    name = "retry",
    description = "Has the next run try again, and check again, what was put off or quarantined.",
    mixinStandardHelpOptions = true)
final class PartitionRetryCommand extends PartitionIntervention {
  PartitionRetryCommand() {
    super(OperatorAction.Kind.RETRY);
  }
}
