package dev.aimonflink.bench.experiment;

import dev.aimonflink.clients.ClientException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where an experiment writes; a mixin of each. */
public final class OutOptions {
    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "bench-results",
            description = "The directory that results are written to. Default: ${DEFAULT-VALUE}")
    private Path directory;

    /** The directory, which is there. */
    public Path createDirectory() {
        try {
            return Files.createDirectories(directory);
        } catch (IOException e) {
            throw new ClientException("Cannot create the directory " + directory + ": " + e.getMessage(), e);
        }
    }
}
