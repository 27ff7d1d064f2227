package dev.aimonflink.bench.experiment;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.core.model.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The option for the output directory; a mixin of every experiment. */
public final class OutOptions {
    private static final Path DEFAULT = Path.of("bench-results");
    private static final Path QUICK_DEFAULT = Path.of("bench-results-quick");

    /** JMH's files, which are no reports. */
    public static final String SAMPLES = "-samples.json";

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "The directory that results are written to. Default: bench-results, and bench-results-quick with"
                            + " --quick")
    private Path directory;

    /** Creates the directory, and refuses one with results of the other kind, quick or full. */
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

    /** Other files are ignored. */
    private static boolean isReadable(Path file) {
        try {
            return Report.read(file).parameters() != null;
        } catch (ClientException e) {
            return false;
        }
    }
}
