package dev.aimonflink.clients.cli.ask;

import dev.aimonflink.clients.output.Look;
import picocli.CommandLine.Option;

/** How rows of SQL are shown; a mixin. The short names are those of psql. */
final class LookOptions {
    @Option(
            names = {"-x", "--expanded"},
            description = "Show each row as lines of a name and a value.")
    private boolean isExpanded;

    @Option(
            names = {"-t", "--tuples-only"},
            description = "Show the rows alone, without names of columns and without a line below.")
    private boolean isRowsOnly;

    @Option(
            names = {"-A", "--no-align"},
            description = "Show a bar between values instead of a drawn table.")
    private boolean isUnaligned;

    @Option(names = "--null", paramLabel = "TEXT", description = "Show this for a null. Default: nothing")
    private String ofNull = "";

    Look look() {
        return new Look(isExpanded, isRowsOnly, isUnaligned, ofNull);
    }
}
