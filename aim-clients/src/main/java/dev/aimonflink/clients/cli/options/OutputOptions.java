package dev.aimonflink.clients.cli.options;

import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.output.AnswerOutput;
import dev.aimonflink.clients.output.OutputFormat;
import picocli.CommandLine.Option;

/** How data is written; a mixin of every command that writes some. */
public final class OutputOptions {
    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "table",
            description = "table, json, jsonl or csv. Default: ${DEFAULT-VALUE}")
    private OutputFormat format;

    /** As given. */
    public OutputFormat format() {
        return format;
    }

    public AnswerOutput output(Environment environment) {
        return new AnswerOutput(format, environment.out(), environment.screen());
    }
}
