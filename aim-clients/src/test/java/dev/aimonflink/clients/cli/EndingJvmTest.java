package dev.aimonflink.clients.cli;

import dev.aimonflink.clients.FakeKafka;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.clients.cli.environment.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What a command says when it fails because the JVM ends: what it works with is closed under its hands. */
@EnabledOnOs(OS.LINUX)
class EndingJvmTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final long POLL_MS = 10;

    @TempDir
    private Path folder;

    /** A JVM whose command fails while the JVM ends. */
    static final class FailingCommand {
        private FailingCommand() {}

        public static void main(String[] arguments) throws Exception {
            CountDownLatch isEnding = new CountDownLatch(1);
            CountDownLatch hasFailed = new CountDownLatch(1);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                isEnding.countDown();
                try {
                    hasFailed.await(LIMIT.toSeconds(), TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }));
            Files.createFile(Path.of(arguments[0]));
            isEnding.await();
            CommandRun run = CommandRun.of(new FakeKafka(), "fail");
            Files.writeString(Path.of(arguments[1]), run.exitCode() + run.out() + run.err());
            hasFailed.countDown();
        }
    }

    @Test
    void shouldNotBeCalledADefect() throws Exception {
        Path started = folder.resolve("started");
        Path result = folder.resolve("result");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        FailingCommand.class.getName(),
                        started.toString(),
                        result.toString())
                .start();
        try {
            assertThat(Waiting.until(() -> Files.exists(started), LIMIT, POLL_MS))
                    .isTrue();
            process.destroy();
            assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(result).hasContent(Integer.toString(ExitCode.FAILURE));
        } finally {
            process.destroyForcibly();
        }
    }
}
