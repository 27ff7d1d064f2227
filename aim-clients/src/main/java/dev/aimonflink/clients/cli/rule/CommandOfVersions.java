package dev.aimonflink.clients.cli.rule;

import java.util.concurrent.Callable;
import picocli.CommandLine.Option;

/** A command whose --version is a rule's, so that it cannot have the standard options. */
abstract class CommandOfVersions implements Callable<Integer> {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help message and exit.")
    @SuppressWarnings("UnusedVariable") // read by picocli
    private boolean isHelpWanted;
}
