package io.tallykeep.jobs.cli;

import io.tallykeep.jobs.retention.audit.OperatorAction;
import picocli.CommandLine.Command;

@Command(
    name = "thaw",
    description =
        "Takes a FROZEN or COPIED partition back to CLOSED, so that its rows can be updated.",
    mixinStandardHelpOptions = true)
final class PartitionThawCommand extends PartitionIntervention {
  PartitionThawCommand() {
    super(OperatorAction.Kind.THAW);
  }
}
