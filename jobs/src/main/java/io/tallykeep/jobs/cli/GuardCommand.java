package io.tallykeep.jobs.cli;

import picocli.CommandLine.Command;

@Command(
    name = "guard",
    description = "The triggers that keep writes off closed and frozen days.",
    mixinStandardHelpOptions = true,
    subcommands = {GuardInstallCommand.class, GuardRemoveCommand.class, GuardStatusCommand.class})
final class GuardCommand {}
