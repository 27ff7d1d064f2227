package dev.aimonflink.local;

import dev.aimonflink.clients.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@EnabledOnOs(OS.LINUX)
class AtExitTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final long POLL_MS = 10;

    @TempDir
    private Path folder;

    /** A JVM that gets its signal after it has created a file, and before it has anything to close. */
    static final class SlowOpening {
        private static final long PAUSE_NANOS = Duration.ofMillis(500).toNanos();

        private SlowOpening() {}

        public static void main(String[] arguments) throws IOException {
            Path file = Path.of(arguments[0]);
            AtExit.open(() -> {
                Files.createFile(file);
                LockSupport.parkNanos(PAUSE_NANOS);
                return () -> Files.delete(file);
            });
            LockSupport.parkNanos(LIMIT.toNanos());
        }
    }

    @Test
    void shouldWaitAtTheEndOfTheJvmForWhatIsBeingOpened() throws Exception {
        Path file = folder.resolve("open");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        SlowOpening.class.getName(),
                        file.toString())
                .inheritIO()
                .start();
        try {
            assertThat(Waiting.until(() -> Files.exists(file), LIMIT, POLL_MS)).isTrue();
            process.destroy();
            assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(file).doesNotExist();
        } finally {
            process.destroyForcibly();
        }
    }
}
