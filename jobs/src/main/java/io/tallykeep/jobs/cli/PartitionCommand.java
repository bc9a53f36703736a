package io.tallykeep.jobs.cli;

import picocli.CommandLine.Command;

@Command(
    name = "partition",
    description = "What is on record about one table partition, and what a person can do about it.",
    mixinStandardHelpOptions = true,
    subcommands = {
      PartitionShowCommand.class,
      PartitionRetryCommand.class,
      PartitionThawCommand.class,
      PartitionReleaseCommand.class
    })
final class PartitionCommand {}
