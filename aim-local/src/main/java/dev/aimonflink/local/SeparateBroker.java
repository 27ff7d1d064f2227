package dev.aimonflink.local;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * A broker in a JVM of its own, as in life: its garbage and its threads are not those of the job. One that is started here
 * ends when this process does, however that happens, because its standard input ends then.
 */
public final class SeparateBroker implements AutoCloseable {
    /** Starting a JVM and a broker takes about four seconds. */
    public static final Duration DEADLINE = Duration.ofSeconds(90);

    private static final Duration FAULT_INTERVAL = Duration.ofSeconds(1);
    private static final int FAILED = 1;
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
            // Detached, so that Ctrl-C ends it by way of this process, after the job that it serves.
            process = new ProcessBuilder(Detached.of(List.of(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            HEAP,
                            "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                            "-cp",
                            System.getProperty("java.class.path"),
                            SeparateBroker.class.getName())))
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
            SeparateBroker broker = new SeparateBroker(process, bootstrap);
            AtExit.add(broker);
            return broker;
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
        } finally {
            AtExit.remove(this);
        }
    }

    /**
     * The broker's process. Without arguments it has a temporary log, tells where it is, and stops at the end of standard
     * input. With a folder, a port for clients and one for the controller it has a log that stays, and outlives whoever
     * started it. In either case it ends by itself when the broker has failed.
     */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 0) {
            EmbeddedBroker broker = EmbeddedBroker.start();
            endOnFault(broker::fault);
            System.out.println(broker.bootstrap());
            while (System.in.read() >= 0) {
                // Nothing is said to a broker but that it is over.
            }
            // Closes the broker, too, as the end by a signal does.
            System.exit(0);
        }
        try (ReservedPort clientPort = ReservedPort.of(Integer.parseInt(arguments[1]));
                ReservedPort controllerPort = ReservedPort.of(Integer.parseInt(arguments[2]))) {
            KafkaNode node = new KafkaNode(Path.of(arguments[0]), clientPort, controllerPort, Map.of());
            AtExit.add(node::stop);
            node.start(DEADLINE);
            endOnFault(node::fault).join();
        }
    }

    /** Nobody asks a broker of another process for its fault, so it is looked after. */
    private static Thread endOnFault(Supplier<Optional<Throwable>> fault) {
        Thread watching = new Thread(
                () -> {
                    while (fault.get().isEmpty()) {
                        LockSupport.parkNanos(FAULT_INTERVAL.toNanos());
                    }
                    fault.get().orElseThrow().printStackTrace();
                    // What has failed cannot be relied on to stop in order. Its folder goes with the next start.
                    Runtime.getRuntime().halt(FAILED);
                },
                "aim-broker-fault");
        watching.setDaemon(true);
        watching.start();
        return watching;
    }
}
