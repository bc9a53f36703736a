package io.tallykeep.jobs.cli;

import picocli.CommandLine.Command;

@Command(
    name = "jobs",
    description = "The nightly jobs.",
    mixinStandardHelpOptions = true,
    subcommands = {
      PlanCommand.class,
      RunCommand.class,
      StatusCommand.class,
      GuardCommand.class,
      PauseCommand.class,
      RebuildCatalogCommand.class,
      HoldCommand.class,
      PartitionCommand.class
    })
final class JobsCommand {}
