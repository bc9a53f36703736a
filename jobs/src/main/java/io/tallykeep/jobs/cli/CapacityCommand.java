package io.tallykeep.jobs.cli;

import picocli.CommandLine.Command;

@Command(
    name = "capacity",
    description = "How much, how long, what it costs.",
    mixinStandardHelpOptions = true,
    subcommands = {WindowCommand.class})
final class CapacityCommand {}
