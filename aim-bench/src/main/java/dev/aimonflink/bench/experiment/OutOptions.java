package dev.aimonflink.bench.experiment;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The option for the output directory; a mixin of every experiment. */
public final class OutOptions {
    /** The default for results; other directories with this beginning are found, too. */
    public static final Path DEFAULT = Path.of("bench-results");

    private static final Path QUICK_DEFAULT = Path.of("bench-results-quick");

    /** JMH's files, which are not reports. */
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
        try (Stream<Path> files = Files.list(Files.createDirectories(chosen))) {
            files.filter(file -> file.toString().endsWith(Report.EXTENSION))
                    .filter(file -> !file.toString().endsWith(SAMPLES))
                    .sorted()
                    .filter(file -> isOf(!quick, file))
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

    /** Other files are ignored. */
    private static boolean isOf(boolean quick, Path file) {
        try {
            Report report = Report.read(file);
            return report.parameters() != null && report.isQuick() == quick;
        } catch (ClientException e) {
            return false;
        }
    }
}
