package dev.aimonflink.bench;

import dev.aimonflink.clients.Waiting;
import dev.aimonflink.clients.cli.Aim;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whatever is started for a while ends with the command that started it, however that ends: a real JVM, a real signal. There
 * is one case for each kind of installation and moment; all other experiments start the same ones.
 */
@EnabledOnOs(OS.LINUX)
@Tag("processes")
class InterruptIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final long POLL_MS = 100;
    private static final List<String> SMALL_AND_LONG =
            List.of("--subscribers=1000", "--aggregates=42", "--parallelism=1", "--seconds=600");

    /** Temporary files of whatever is started, and so in the command line of each process. */
    @TempDir
    private Path temporary;

    @TempDir
    private Path results;

    private Process command;

    @AfterEach
    void endAll() {
        processes().forEach(ProcessHandle::destroyForcibly);
    }

    @ParameterizedTest
    @CsvSource({
        // A broker in a process of its own, Flink in the command's, as it runs.
        "mixed, aim-flink-*/*, INT",
        // A cluster of processes, as it runs.
        "stalls, aim-cluster-*/data/checkpoints/*/chk-*, KILL",
        // All in one process.
        "demo, aim-flink-*/*, INT"
    })
    void shouldLeaveNoProcessAndNoFolder(String name, String sign, String signal) throws Exception {
        leaveNothing(name, sign, signal);
    }

    @ParameterizedTest
    @CsvSource({
        // As it starts.
        "mixed, aim-broker-*, INT",
        "recovery, aim-cluster-*/logs/jobmanager.out, INT",
        "stalls, aim-cluster-*/logs/submit.out, TERM",
        "chaos, aim-flink-*/*, TERM"
    })
    @Tag("campaign")
    void shouldLeaveNoProcessAndNoFolderAtAnyMoment(String name, String sign, String signal) throws Exception {
        leaveNothing(name, sign, signal);
    }

    private void leaveNothing(String name, String sign, String signal) throws Exception {
        start(name);
        assertThat(Waiting.until(() -> !command.isAlive() || isThere(sign), LIMIT, POLL_MS))
                .isTrue();
        assertThat(command.isAlive()).as("it ended by itself; see above").isTrue();

        new ProcessBuilder("kill", "-" + signal, String.valueOf(command.pid())).start();

        assertThat(command.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(Waiting.until(() -> processes().isEmpty(), LIMIT, POLL_MS))
                .as(this::whatRuns)
                .isTrue();
        assertThat(Waiting.until(() -> folders().isEmpty(), LIMIT, POLL_MS))
                .as("left behind: %s", left())
                .isTrue();
    }

    private void start(String name) throws IOException {
        boolean isExperiment = !List.of("demo", "chaos").contains(name);
        List<String> line = new ArrayList<>(List.of(
                // Who started this build may ignore the signal, as nohup does in the background.
                "env",
                "--default-signal=INT",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "--add-opens=java.base/java.util=ALL-UNNAMED",
                "-Djava.io.tmpdir=" + temporary,
                "-Daim.home=" + Path.of("..").toAbsolutePath().normalize(),
                "-cp",
                System.getProperty("java.class.path"),
                Aim.class.getName()));
        if (isExperiment) {
            line.addAll(List.of("bench", name, "--out=" + results));
            line.addAll(SMALL_AND_LONG);
        } else {
            line.add(name);
        }
        command = new ProcessBuilder(line)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private boolean isThere(String pattern) {
        try (Stream<Path> files = Files.walk(temporary)) {
            var matcher = temporary.getFileSystem().getPathMatcher("glob:" + temporary + File.separator + pattern);
            return files.anyMatch(matcher::matches);
        } catch (IOException | UncheckedIOException changing) {
            return false;
        }
    }

    private List<Path> folders() {
        try (Stream<Path> files = Files.list(temporary)) {
            return files.filter(Files::isDirectory).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<Path> left() throws IOException {
        try (Stream<Path> files = Files.walk(temporary)) {
            return files.toList();
        }
    }

    private List<ProcessHandle> processes() {
        return ProcessHandle.allProcesses()
                .filter(each -> commandLine(each).contains(temporary.toString()))
                .toList();
    }

    /** What still runs, and where its threads are: a process that does not end says no more by itself. */
    private String whatRuns() {
        return processes().stream()
                .map(each -> commandLine(each).replace('\0', ' ') + "\n" + threads(each.pid()))
                .collect(Collectors.joining("\n\n"));
    }

    private static String threads(long pid) {
        try {
            Process dump = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "jstack")
                                    .toString(),
                            String.valueOf(pid))
                    .redirectErrorStream(true)
                    .start();
            return new String(dump.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static String commandLine(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc", String.valueOf(process.pid()), "cmdline"));
        } catch (IOException ended) {
            return "";
        }
    }
}
