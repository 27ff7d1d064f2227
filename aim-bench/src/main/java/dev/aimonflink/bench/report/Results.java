package dev.aimonflink.bench.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.aimonflink.bench.experiment.Figure;
import dev.aimonflink.bench.experiment.LatencyLog;
import dev.aimonflink.bench.experiment.OutOptions;
import dev.aimonflink.bench.experiment.Report;
import dev.aimonflink.clients.ClientException;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * The results in a directory.
 *
 * @param latencies in nanoseconds, by log name, which is the file's, and by tag
 * @param leftOut a sentence for each file that is no valid result
 */
record Results(List<Report> reports, Map<String, Map<String, Histogram>> latencies, List<String> leftOut) {
    static final int MAX_TAGS = 500;
    static final int MAX_FILES = 200;
    static final int MAX_FILE_BYTES = 16 << 20;

    private static final int SIGNIFICANT_DIGITS = 3;
    private static final String COMMIT = "commit";

    static Results in(Path directory) {
        List<Report> reports = new ArrayList<>();
        Map<String, Map<String, Histogram>> latencies = new TreeMap<>();
        List<String> leftOut = new ArrayList<>();
        for (Path file : files(directory)) {
            String name = file.getFileName().toString();
            try {
                if (Files.size(file) > MAX_FILE_BYTES) {
                    throw new InvalidInputException("it has more than " + MAX_FILE_BYTES + " bytes");
                }
                if (name.endsWith(LatencyLog.EXTENSION)) {
                    latencies.put(name.substring(0, name.length() - LatencyLog.EXTENSION.length()), byTag(file));
                } else {
                    reports.add(report(file));
                }
            } catch (JsonProcessingException e) {
                leftOut.add(name + " is left out: it is no result of an experiment (" + firstLine(e) + ").");
            } catch (InvalidInputException e) {
                leftOut.add(name + " is left out: " + e.getMessage() + ".");
            } catch (IOException e) {
                leftOut.add(name + " is left out: it cannot be read (" + e.getMessage() + ").");
            }
        }
        if (reports.isEmpty() && latencies.isEmpty()) {
            throw new InvalidInputException("DIR=" + directory + " has no results. "
                    + String.join("", leftOut.stream().map(one -> one + " ").toList())
                    + "Give a directory that an experiment wrote with --out.");
        }
        leaveOutQuick(reports, leftOut);
        return new Results(reports, latencies, leftOut);
    }

    /** The results of several directories on one page; their logs are named after the directory, too. */
    static Results in(List<Path> directories) {
        if (directories.size() == 1) {
            return in(directories.get(0));
        }
        List<Report> reports = new ArrayList<>();
        Map<String, Map<String, Histogram>> latencies = new TreeMap<>();
        List<String> leftOut = new ArrayList<>();
        for (Path directory : directories) {
            Results each = in(directory);
            reports.addAll(each.reports);
            each.latencies.forEach(
                    (log, byTag) -> latencies.put(directory.resolve(log).toString(), byTag));
            leftOut.addAll(each.leftOut);
        }
        leaveOutQuick(reports, leftOut);
        return new Results(reports, latencies, leftOut);
    }

    /** The subdirectory with the name of {@link OutOptions} and the newest results. */
    static Path newest(Path here) {
        try (Stream<Path> below = Files.list(here)) {
            return below.filter(each -> each.getFileName().toString().startsWith(OutOptions.DEFAULT.toString()))
                    .filter(Files::isDirectory)
                    .max(Comparator.comparing(Results::changed))
                    .orElseThrow(() -> new InvalidInputException("There is no directory " + OutOptions.DEFAULT
                            + " here. Run an experiment first, such as ./aim bench write --quick, or give DIR."));
        } catch (IOException e) {
            throw new ClientException("Cannot read the directory " + here + ": " + e.getMessage(), e);
        }
    }

    private static Instant changed(Path directory) {
        return files(directory).stream()
                .map(file -> Instant.ofEpochMilli(file.toFile().lastModified()))
                .max(Comparator.naturalOrder())
                .orElse(Instant.EPOCH);
    }

    /** Leaves quick results out beside full ones, where they would pass for figures. */
    private static void leaveOutQuick(List<Report> reports, List<String> leftOut) {
        if (reports.stream().anyMatch(report -> !report.isQuick())) {
            reports.stream()
                    .filter(Report::isQuick)
                    .forEach(quick -> leftOut.add(
                            quick.experiment() + " is left out: it is a quick run, and the others are full ones."));
            reports.removeIf(Report::isQuick);
        }
    }

    List<String> warnings() {
        Map<String, List<String>> byCommit = reports.stream()
                .collect(Collectors.groupingBy(
                        report -> String.valueOf(report.environment().getOrDefault(COMMIT, "unknown")),
                        TreeMap::new,
                        Collectors.mapping(Report::experiment, Collectors.toList())));
        return byCommit.size() < 2
                ? List.of()
                : List.of("The results are of several commits: "
                        + byCommit.entrySet().stream()
                                .map(each -> String.join(", ", each.getValue()) + " of " + each.getKey())
                                .collect(Collectors.joining("; "))
                        + ".");
    }

    private static List<Path> files(Path directory) {
        if (!Files.isDirectory(directory)) {
            throw new InvalidInputException(
                    "DIR=" + directory + " is no directory. Give one that an experiment wrote with --out.");
        }
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> found = files.filter(Results::isResult)
                    .sorted()
                    .limit(MAX_FILES + 1L)
                    .toList();
            if (found.size() > MAX_FILES) {
                throw new InvalidInputException("DIR=" + directory + " has more than " + MAX_FILES
                        + " results. Give a directory for each run.");
            }
            return found;
        } catch (IOException e) {
            throw new ClientException("Cannot read the directory " + directory + ": " + e.getMessage(), e);
        }
    }

    private static boolean isResult(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(LatencyLog.EXTENSION)
                || (name.endsWith(Report.EXTENSION) && !name.endsWith(OutOptions.SAMPLES));
    }

    /** The latencies of each tag in all intervals. */
    private static Map<String, Histogram> byTag(Path file) throws IOException {
        Map<String, Histogram> byTag = new TreeMap<>();
        LatencyLog.read(file, interval -> {
            String tag = interval.getTag() == null ? "" : interval.getTag();
            if (!byTag.containsKey(tag) && byTag.size() == MAX_TAGS) {
                throw new InvalidInputException("it has more than " + MAX_TAGS + " tags");
            }
            byTag.computeIfAbsent(tag, any -> new Histogram(SIGNIFICANT_DIGITS)).add(interval);
        });
        byTag.values().removeIf(histogram -> histogram.getTotalCount() == 0);
        if (byTag.isEmpty()) {
            throw new InvalidInputException("it has no latencies");
        }
        return byTag;
    }

    private static Report report(Path file) throws IOException {
        JsonNode document = Report.JSON.readTree(file.toFile());
        for (String part : List.of("experiment", "environment", "parameters", "figures", "checks", "answers")) {
            if (!document.hasNonNull(part)) {
                throw new InvalidInputException("it is no result of an experiment (it has no " + part + ")");
            }
        }
        Report report = Report.JSON.treeToValue(document, Report.class);
        Set<String> seen = new HashSet<>();
        for (Figure figure : report.figures()) {
            if (figure.name() == null || figure.unit() == null || figure.parameters() == null) {
                throw new InvalidInputException("it has a figure without a name, a unit or parameters");
            }
            if (!seen.add(FigureLabels.of(figure))) {
                throw new InvalidInputException("it has the figure " + FigureLabels.of(figure) + " twice");
            }
        }
        return report;
    }

    private static String firstLine(JsonProcessingException e) {
        return e.getOriginalMessage().lines().findFirst().orElse("");
    }
}
