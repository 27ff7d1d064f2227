package dev.aimonflink.bench.experiment;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.core.model.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Where an experiment writes; a mixin of each. */
public final class OutOptions {
    private static final Path DEFAULT = Path.of("bench-results");
    private static final Path QUICK_DEFAULT = Path.of("bench-results-quick");

    /** Of JMH, which has no figures of ours. */
    public static final String SAMPLES = "-samples.json";

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "The directory that results are written to. Default: bench-results, and bench-results-quick with"
                            + " --quick")
    private Path directory;

    /** The directory, which is there and has no results of the other kind: figures of a quick look mean little. */
    public Path createDirectory(boolean quick) {
        Path chosen = directory != null ? directory : quick ? QUICK_DEFAULT : DEFAULT;
        try {
            Files.createDirectories(chosen);
            results(chosen).stream()
                    .filter(file -> isReadable(file) && Report.read(file).isQuick() != quick)
                    .findFirst()
                    .ifPresent(other -> {
                        throw new InvalidInputException("out=" + chosen + " has " + other.getFileName()
                                + (quick ? ", a full result." : ", a quick result.")
                                + " Quick and full results never share a directory. Give another one.");
                    });
            return chosen;
        } catch (IOException e) {
            throw new ClientException("Cannot create the directory " + chosen + ": " + e.getMessage(), e);
        }
    }

    private static List<Path> results(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(Report.EXTENSION))
                    .filter(file -> !file.toString().endsWith(SAMPLES))
                    .sorted()
                    .toList();
        }
    }

    /** What is no result is not ours to judge. */
    private static boolean isReadable(Path file) {
        try {
            return Report.read(file).parameters() != null;
        } catch (ClientException e) {
            return false;
        }
    }
}
