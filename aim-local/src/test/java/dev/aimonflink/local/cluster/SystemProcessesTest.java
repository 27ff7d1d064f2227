package dev.aimonflink.local.cluster;

import dev.aimonflink.clients.Waiting;
import dev.aimonflink.clients.cli.environment.ProcessId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@DisabledOnOs(OS.WINDOWS)
class SystemProcessesTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final SystemProcesses processes = new SystemProcesses();
    private Path output;

    @BeforeEach
    void setOutput(@TempDir Path folder) {
        output = folder.resolve("output");
    }

    private boolean dies(ProcessId process) {
        return Waiting.until(() -> !processes.isAlive(process), LIMIT);
    }

    @Test
    void shouldStartAndEndAProcess() {
        ProcessId sleeping = processes.start(List.of("sleep", "600"), output);
        assertThat(processes.isAlive(sleeping)).isTrue();
        processes.terminate(sleeping);
        assertThat(dies(sleeping)).isTrue();
        processes.kill(sleeping);
    }

    @Test
    void shouldNotTouchAProcessThatHasThePidOfAnother() {
        ProcessId sleeping = processes.start(List.of("sleep", "600"), output);
        ProcessId earlier = new ProcessId(sleeping.pid(), sleeping.startedMs() - ProcessId.START_TOLERANCE_MS - 1_000);
        processes.terminate(earlier);
        processes.kill(earlier);
        assertThat(processes.isAlive(earlier)).isFalse();
        assertThat(processes.isAlive(sleeping)).isTrue();
        processes.kill(sleeping);
        assertThat(dies(sleeping)).isTrue();
    }

    @Test
    void shouldAppendWhatAProcessWrites() throws Exception {
        Files.writeString(output, "before\n");
        assertThat(dies(processes.start(List.of("echo", "after"), output))).isTrue();
        assertThat(output).hasContent("before\nafter\n");
    }

    @Test
    void shouldKnowItself() {
        assertThat(processes.isAlive(SystemProcesses.self())).isTrue();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldStartAProcessThatNoTerminalCanEnd() throws Exception {
        ProcessId sleeping = processes.start(List.of("sleep", "600"), output);
        Path status = Path.of("/proc", String.valueOf(sleeping.pid()), "stat");
        // Its state, parent, group and session follow the name.
        String ownSession = " " + sleeping.pid() + " " + sleeping.pid() + " ";
        assertThat(Waiting.until(() -> read(status).contains(ownSession), LIMIT))
                .isTrue();
        processes.kill(sleeping);
        assertThat(dies(sleeping)).isTrue();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldCountAsDeadWhatItsParentDoesNotTakeIn() throws Exception {
        // The shell becomes a process that does not ask after its child.
        ProcessId parent = processes.start(List.of("sh", "-c", "sleep 1 & echo $!; exec sleep 600"), output);
        assertThat(Waiting.until(() -> output.toFile().length() > 0, LIMIT)).isTrue();
        long pid = Long.parseLong(Files.readString(output).strip());
        ProcessId child = new ProcessId(
                pid,
                ProcessHandle.of(pid)
                        .flatMap(handle -> handle.info().startInstant())
                        .orElseThrow()
                        .toEpochMilli());
        assertThat(dies(child)).isTrue();
        assertThat(ProcessHandle.of(pid)).isPresent();
        processes.kill(parent);
        assertThat(dies(parent)).isTrue();
    }
}
