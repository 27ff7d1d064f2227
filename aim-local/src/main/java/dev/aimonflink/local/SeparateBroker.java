package dev.aimonflink.local;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * An {@link EmbeddedBroker} in a JVM of its own, as in life: its garbage and its threads are not those of the job. It ends
 * when this process does, however that happens, because its standard input ends then. A broker that is to stay is a
 * {@link BrokerProcess}.
 */
public final class SeparateBroker implements AutoCloseable {
    /** Starting a JVM and a broker takes about four seconds. */
    public static final Duration DEADLINE = Duration.ofSeconds(90);

    private static final Duration STOP_LIMIT = Duration.ofSeconds(20);

    /** A broker lives on the page cache. */
    private static final String HEAP = "-Xmx1g";

    private final Process process;
    private final String bootstrap;

    private SeparateBroker(Process process, String bootstrap) {
        this.process = process;
        this.bootstrap = bootstrap;
    }

    /** Returns when clients can connect. */
    public static SeparateBroker start() {
        Process process;
        try {
            process = new ProcessBuilder(List.of(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            HEAP,
                            "-cp",
                            System.getProperty("java.class.path"),
                            SeparateBroker.class.getName()))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException("The broker's process did not start.", e);
        }
        try {
            String bootstrap = Waiting.forResult(
                    CompletableFuture.supplyAsync(() -> firstLine(process)),
                    DEADLINE,
                    "The broker's process said nothing");
            if (bootstrap == null) {
                throw new IllegalStateException("The broker's process ended at once. Its own words are above.");
            }
            return new SeparateBroker(process, bootstrap);
        } catch (RuntimeException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    private static String firstLine(Process process) {
        try {
            return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))
                    .readLine();
        } catch (IOException e) {
            throw new UncheckedIOException("The broker's process cannot be heard.", e);
        }
    }

    /** What clients call {@code bootstrap.servers}. */
    public String bootstrap() {
        return bootstrap;
    }

    /** Processor time that the broker has taken so far; zero where the system does not tell. */
    public Duration cpuTime() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** Throws if the broker has ended. */
    public void requireAlive() {
        if (!process.isAlive()) {
            throw new IllegalStateException("The broker's process ended with " + process.exitValue() + ".");
        }
    }

    /** Lets the broker stop and remove its log; ends it if it takes too long. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** Tells where it is, and stops at the end of standard input. */
    public static void main(String[] arguments) throws IOException {
        try (EmbeddedBroker broker = EmbeddedBroker.start()) {
            System.out.println(broker.bootstrap());
            while (System.in.read() >= 0) {
                // Nothing is said to a broker but that it is over.
            }
        }
        // Should a thread of the broker be left.
        System.exit(0);
    }
}
