package io.tallykeep.jobs.cli;

import picocli.CommandLine.Command;

@Command(
    name = "hold",
    description = "Legal holds: days that are neither dropped nor expired.",
    mixinStandardHelpOptions = true,
    subcommands = {HoldAddCommand.class, HoldListCommand.class, HoldReleaseCommand.class})
final class HoldCommand {}
