package dev.aimonflink.clients.cli.options;

import dev.aimonflink.core.calls.Dimensions;
import dev.aimonflink.core.calls.wire.DimensionTables;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The dimension tables; a mixin. */
public final class DimensionOptions {
    @Option(
            names = "--dimensions",
            paramLabel = "FILE",
            description = "A JSON file of dimension tables, those of the job. Default: the benchmark's")
    private Path file;

    public Dimensions dimensions() {
        return file == null ? DimensionTables.defaults() : DimensionTables.read(file);
    }

    /** Null for those of the benchmark. */
    public Path file() {
        return file;
    }
}
