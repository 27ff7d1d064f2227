package dev.aimonflink.gateway.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** A program of this machine that a test runs. */
final class Program {
    /** Of this module, from any other beside it. */
    private static final Path MODULE =
            Path.of("..", "aim-gateway").toAbsolutePath().normalize();

    /** Where what is installed for tests stays, for the next time. */
    static final Path DRIVERS = MODULE.resolve("target/drivers");

    static final Path RESOURCES = MODULE.resolve("src/test/resources/drivers");

    private Program() {}

    /** What it has written; an exit code of -1 if it was ended at its deadline. */
    record Ended(int exitCode, String out, String err) {}

    /** Runs a program, and ends it at the deadline. */
    static Ended run(Duration deadline, List<String> command) throws IOException, InterruptedException {
        Files.createDirectories(DRIVERS);
        Path out = Files.createTempFile(DRIVERS, "out", ".txt");
        Path err = Files.createTempFile(DRIVERS, "err", ".txt");
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(DRIVERS.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment()
                    .put("NODE_PATH", DRIVERS.resolve("node/node_modules").toString());
            builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
            builder.environment().put("PYTHONIOENCODING", "utf-8");
            builder.environment().put("PSQLRC", DRIVERS.resolve("none").toString());
            builder.environment().put("PGCLIENTENCODING", "UTF8");
            builder.environment().put("PAGER", "");
            Process process = builder.start();
            boolean hasEnded = process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS);
            if (!hasEnded) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly().waitFor();
            }
            return new Ended(hasEnded ? process.exitValue() : -1, Files.readString(out), Files.readString(err));
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }

    /** Whether it is on this machine. */
    static boolean isThere(String... command) throws InterruptedException {
        try {
            return run(Duration.ofSeconds(30), List.of(command)).exitCode() == 0;
        } catch (IOException missing) {
            return false;
        }
    }

    /** Runs each command to prepare something, unless that was done with the same pins before; skips the test if it cannot be had. */
    static void install(String name, Path pins, Duration deadline, List<List<String>> commands)
            throws IOException, InterruptedException {
        Path done = DRIVERS.resolve(name + ".installed");
        String wanted = Files.readString(pins);
        if (Files.exists(done) && Files.readString(done).equals(wanted)) {
            return;
        }
        for (List<String> command : commands) {
            Ended ended = run(deadline, command);
            Assumptions.assumeTrue(
                    ended.exitCode() == 0,
                    () -> String.format(
                            Locale.ROOT,
                            "%s cannot be had here: `%s` ended with %d. %s",
                            name,
                            String.join(" ", command),
                            ended.exitCode(),
                            ended.err()));
        }
        Files.writeString(done, wanted);
    }
}
