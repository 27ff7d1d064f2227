package dev.aimonflink.clients.cli.rule;

import picocli.CommandLine.Option;

/** The help of a command with a --version of its own, which the standard options have, too; a mixin. */
final class HelpOption {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help message and exit.")
    @SuppressWarnings("UnusedVariable") // read by picocli
    private boolean isWanted;
}
