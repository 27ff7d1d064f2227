package dev.aimonflink.local;

import dev.aimonflink.clients.Waiting;
import java.io.IOException;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A broker in its own JVM, so that its garbage and threads do not disturb the job. It ends with this process, even a killed one, because
 * its standard input then ends.
 */
public final class SeparateBroker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SeparateBroker.class);

    /** Generous, for busy machines. */
    public static final Duration DEADLINE = Duration.ofSeconds(90);

    private static final Duration FAULT_INTERVAL = Duration.ofSeconds(1);
    private static final int FAILED = 1;
    private static final Duration STOP_LIMIT = Duration.ofSeconds(20);

    /** A broker mostly uses the page cache. */
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
            // Detached, so that Ctrl-C ends it through this process, after its job.
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
                    "The broker's process did not print its address");
            if (bootstrap == null) {
                throw new IllegalStateException("The broker's process ended at once. Its output is above.");
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
            return process.inputReader(StandardCharsets.UTF_8).readLine();
        } catch (IOException e) {
            throw new UncheckedIOException("The output of the broker's process cannot be read.", e);
        }
    }

    public String bootstrap() {
        return bootstrap;
    }

    /** Zero if the system does not report it. */
    public Duration cpuTime() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

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
            process.waitFor(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (IOException pipeIsBroken) {
            LOG.warn("The broker was not asked to stop.", pipeIsBroken);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
            AtExit.remove(this);
        }
    }

    /**
     * The broker's process. Without arguments it has a temporary log, prints its address, and stops at the end of standard input. With a
     * folder, a port for clients and one for the controller it keeps its log and outlives its parent. It ends when the broker fails.
     */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 0) {
            EmbeddedBroker broker = EmbeddedBroker.start();
            endOnFault(broker::fault);
            System.out.println(broker.bootstrap());
            while (System.in.read() >= 0) {
                // Only the end of the input counts.
            }
            haltAfter(STOP_LIMIT);
            // Also closes the broker, like a signal.
            System.exit(0);
        }
        KafkaNode node = new KafkaNode(
                Path.of(arguments[0]),
                ReservedPort.of(Integer.parseInt(arguments[1])),
                ReservedPort.of(Integer.parseInt(arguments[2])),
                Map.of());
        AtExit.add(node);
        node.start(DEADLINE);
        endOnFault(node::fault).join();
    }

    /** Nobody else would end a broker that does not stop once its parent is gone; the next start removes its folder. */
    private static void haltAfter(Duration limit) {
        Thread halting = new Thread(
                () -> {
                    final long startNanos = System.nanoTime();
                    while (System.nanoTime() - startNanos < limit.toNanos()) {
                        LockSupport.parkNanos(limit.toNanos());
                    }
                    LOG.error("The broker did not stop within {} s.", limit.toSeconds());
                    Runtime.getRuntime().halt(FAILED);
                },
                "aim-broker-halt");
        halting.setDaemon(true);
        halting.start();
    }

    private static Thread endOnFault(Supplier<Optional<Throwable>> fault) {
        Thread watching = new Thread(
                () -> {
                    while (fault.get().isEmpty()) {
                        LockSupport.parkNanos(FAULT_INTERVAL.toNanos());
                    }
                    LOG.error("The broker has failed.", fault.get().orElseThrow());
                    // A failed broker may not stop in order; the next start removes its folder.
                    Runtime.getRuntime().halt(FAILED);
                },
                "aim-broker-fault");
        watching.setDaemon(true);
        watching.start();
        return watching;
    }
}
