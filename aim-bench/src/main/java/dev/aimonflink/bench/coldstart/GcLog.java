package dev.aimonflink.bench.coldstart;

import dev.aimonflink.bench.coldstart.Timeline.Amount;
import dev.aimonflink.clients.ClientException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads how much garbage each collection of a JVM reclaimed, from the logs of {@link #option}. */
record GcLog(Path directory) {
    private static final String EXTENSION = ".gc";

    /** Such as {@code [1763812345678ms] GC(3) Pause Young (Normal) (G1 Evacuation Pause) 512M->100M(1024M) 12.345ms}. */
    private static final Pattern COLLECTION = Pattern.compile("\\[(\\d+)ms].* (\\d+)M->(\\d+)M\\(.*");

    /** The JVM option that makes every JVM write a log of its own, by epoch milliseconds. */
    String option() {
        return "-Xlog:gc:file=" + directory.resolve("%p" + EXTENSION) + ":timemillis";
    }

    /** The megabytes that each collection of all JVMs reclaimed. */
    List<Amount> megabytes() {
        try (Stream<Path> files = Files.list(directory)) {
            // The JVM appends a number to the files of a long log.
            return files.filter(file -> file.getFileName().toString().contains(EXTENSION))
                    .flatMap(GcLog::lines)
                    .flatMap(line -> megabytes(line).stream())
                    .toList();
        } catch (IOException e) {
            throw new ClientException("Cannot read " + directory + ": " + e.getMessage(), e);
        }
    }

    private static Stream<String> lines(Path file) {
        try {
            return Files.readAllLines(file).stream();
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read.", e);
        }
    }

    /** Empty for a line that is of no collection, or that was cut off by a kill. */
    static Optional<Amount> megabytes(String line) {
        Matcher matcher = COLLECTION.matcher(line);
        return matcher.matches()
                ? Optional.of(new Amount(
                        Double.parseDouble(matcher.group(1)),
                        Double.parseDouble(matcher.group(2)) - Double.parseDouble(matcher.group(3))))
                : Optional.empty();
    }
}
