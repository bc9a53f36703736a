package io.tallykeep.jobs.cli;

import picocli.CommandLine.Command;

@Command(
    name = "verifier",
    description = "Has this event been processed, with this payload, and with what result?",
    mixinStandardHelpOptions = true,
    subcommands = {LookupCommand.class, HashCommand.class, ServeCommand.class})
final class VerifierCommand {}
