package dev.aimonflink.bench.harness;

import dev.aimonflink.bench.experiment.LatencyLog;
import dev.aimonflink.bench.experiment.Report;
import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.cli.Aim;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.flink.util.FileUtils;

/**
 * Runs one experiment several times, each in a fresh JVM, and pools the results. Two JVMs compile one program differently, which no number
 * of samples within one shows.
 *
 * @param directory of the pooled result; each run has its own folder below
 * @param complaints is called for each failed run
 */
record Repeats(String experiment, int runs, Path directory, Consumer<String> complaints) {
    static final int MAX = 30;

    /** Starts one run; tests supply their own. */
    interface Run {
        /** Returns the exit code. */
        int into(Path folder) throws InterruptedException;
    }

    Optional<Report> pool(Run run) throws InterruptedException {
        // A run that fails before it removes an earlier result must not lend that to this pool.
        FileUtils.deleteDirectoryQuietly(directory.resolve(experiment + "-runs").toFile());
        List<Report> reports = new ArrayList<>();
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
            log.addAll(folder.resolve(experiment + LatencyLog.EXTENSION));
        }
        if (reports.isEmpty()) {
            return Optional.empty();
        }
        Report pooled = Pooled.of(reports, log);
        pooled.write(directory);
        if (pooled.answers().wrong() == 0) {
            log.write(directory.resolve(experiment + LatencyLog.EXTENSION));
        }
        return Optional.of(pooled);
    }

    /** Runs a command line of {@code aim} in a new JVM with this one's settings; returns the exit code, and drops stdout. */
    static int inFreshJvm(List<String> arguments) throws InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Aim.class.getName()));
        command.addAll(arguments);
        Process process = start(command);
        Thread end = new Thread(process::destroy);
        Runtime.getRuntime().addShutdownHook(end);
        try {
            return process.waitFor();
        } finally {
            process.destroy();
            Runtime.getRuntime().removeShutdownHook(end);
        }
    }

    private static Process start(List<String> command) {
        try {
            return new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException e) {
            throw new ClientException("Cannot start a JVM for another run: " + e.getMessage(), e);
        }
    }
}
