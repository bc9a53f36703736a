package io.tallykeep.jobs.cli;

import picocli.CommandLine.Command;

@Command(
    name = "pause",
    description = "The one switch that stops all destructive work of every worker.",
    mixinStandardHelpOptions = true,
    subcommands = {PauseOnCommand.class, PauseOffCommand.class, PauseStatusCommand.class})
final class PauseCommand {}
