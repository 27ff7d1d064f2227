package dev.aimonflink.bench.harness;

import dev.aimonflink.bench.experiment.Report;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.apache.flink.util.FileUtils;

/**
 * Runs one experiment several times, each time in a fresh JVM, and pools the results. Two JVMs compile one program
 * differently, and no number of samples within one of them shows that.
 *
 * @param directory of the pooled result; each run has a folder of its own below
 * @param complaints is called for each failed run
 */
record Repeats(String experiment, int runs, Path directory, Consumer<String> complaints) {
    static final int MAX = 30;

    /** Starts one run; tests supply their own. */
    interface Run {
        /** Returns the exit code. */
        int into(Path folder) throws InterruptedException;
    }

    /** Returns the pooled result; empty if no run has a result. */
    Optional<Report> pool(Run run) throws InterruptedException {
        // A run that fails before it removes an earlier result must not lend that result to this pool.
        FileUtils.deleteDirectoryQuietly(directory.resolve(experiment + "-runs").toFile());
        List<Report> reports = new ArrayList<>();
        Map<String, List<Histogram>> latencies = new LinkedHashMap<>();
        LatencyLog log = new LatencyLog();
        for (int i = 1; i <= runs; i++) {
            Path folder = directory.resolve(experiment + "-runs").resolve(Integer.toString(i));
            Path result = folder.resolve(experiment + Report.EXTENSION);
            int exitCode = run.into(folder);
            if (!Files.exists(result)) {
                complaints.accept(
                        experiment + ": run " + i + " of " + runs + " failed with exit code " + exitCode + ".");
                continue;
            }
            reports.add(Report.read(result));
            for (Histogram interval : LatencyLog.read(folder.resolve(experiment + LatencyLog.EXTENSION))) {
                latencies
                        .computeIfAbsent(interval.getTag(), any -> new ArrayList<>())
                        .add(interval);
                log.add(interval);
            }
        }
        if (reports.isEmpty()) {
            return Optional.empty();
        }
        Report pooled = Pooled.of(reports, latencies);
        pooled.write(directory);
        if (pooled.answers().wrong() == 0) {
            log.write(directory.resolve(experiment + LatencyLog.EXTENSION));
        }
        return Optional.of(pooled);
    }
}
