package dev.aimonflink.gateway.pulse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.aimonflink.clients.flink.FlinkRest;
import dev.aimonflink.clients.flink.JobHealth;
import dev.aimonflink.clients.flink.JobMetrics;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What only Flink knows, asked beside a beat, which a JobManager that hangs must not hold up. */
final class FlinkLook implements AutoCloseable {
    private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** How long a JobManager may answer with what it has fetched before: its default is 10 s. */
    private static final long FETCHED_NANOS = TimeUnit.SECONDS.toNanos(15);

    private static final String COLUMN_BYTES = "columnBytes";
    private static final String KERNELS = "vectorKernels";

    /** On the events' thread, and on the thread beside it. */
    private static final List<String> SCANS = List.of("scanNanos", "scanThreadNanos");

    /** Then a window: events that were too late for it, since the job started. */
    private static final String LATE = "eventsLateFor";

    private static final Logger LOG = LoggerFactory.getLogger(FlinkLook.class);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final FlinkRest flink;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
        Thread looking = new Thread(task, "aim-pulse-flink");
        looking.setDaemon(true);
        return looking;
    });

    private volatile JsonNode health = JSON.nullNode();
    private volatile Map<Integer, Map<String, Double>> metrics = Map.of();
    private volatile Map<Integer, Double> scanShares = Map.of();
    private Future<?> look;

    // Of the thread.
    private long beganNanos;
    private Map<Integer, Double> scannedBefore = Map.of();
    private long metricsNanos;

    FlinkLook(FlinkRest flink) {
        this.flink = flink;
    }

    /** What is known by now; adds to the partitions of a beat what is theirs. */
    JsonNode newest(ObjectNode beat) {
        if (look == null || (look.isDone() && System.nanoTime() - beganNanos > EVERY_NANOS)) {
            beganNanos = System.nanoTime();
            look = thread.submit(this::look);
        }
        for (JsonNode partition : beat.path("partitions")) {
            int number = partition.path("partition").asInt();
            Map<String, Double> ofPartition = metrics.getOrDefault(number, Map.of());
            putNumber((ObjectNode) partition, COLUMN_BYTES, ofPartition.get(COLUMN_BYTES));
            putNumber((ObjectNode) partition, KERNELS, ofPartition.get(KERNELS));
            if (scanShares.containsKey(number)) {
                ((ObjectNode) partition).put("scanShare", scanShares.get(number));
            }
        }
        return health;
    }

    private static void putNumber(ObjectNode node, String name, Double value) {
        if (value != null) {
            node.put(name, Math.round(value));
        }
    }

    private static boolean isWanted(String metric) {
        return metric.equals(COLUMN_BYTES)
                || metric.equals(KERNELS)
                || SCANS.contains(metric)
                || metric.startsWith(LATE);
    }

    private void look() {
        try {
            List<JsonNode> jobs = flink.aliveJobs();
            if (jobs.isEmpty()) {
                forget();
                return;
            }
            ObjectNode found = JobHealth.of(flink).map(FlinkLook::node).orElse(null);
            metrics = JobMetrics.bySubtask(flink, jobs.get(0).path("jid").asText(), FlinkLook::isWanted);
            share();
            if (found != null) {
                metrics.values()
                        .forEach(each -> each.forEach((name, value) -> {
                            if (name.startsWith(LATE)) {
                                ObjectNode late = found.withObject("/late");
                                String window = name.substring(LATE.length());
                                late.put(window, late.path(window).asLong() + Math.round(value));
                            }
                        }));
            }
            health = found == null ? JSON.nullNode() : found;
        } catch (IOException silent) {
            forget();
        } catch (RuntimeException defect) {
            LOG.error("What Flink says cannot be read", defect);
            forget();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** What was known is no longer so. */
    private void forget() {
        health = JSON.nullNode();
        metrics = Map.of();
        scanShares = Map.of();
    }

    /** How much of a core scans took since the look before. */
    private void share() {
        long nowNanos = System.nanoTime();
        Map<Integer, Double> scanned = new TreeMap<>();
        metrics.forEach((number, each) -> scanned.put(
                number,
                SCANS.stream().mapToDouble(name -> each.getOrDefault(name, 0.0)).sum()));
        if (scanned.equals(scannedBefore) && nowNanos - metricsNanos < FETCHED_NANOS) {
            // As fetched from the TaskManagers before.
            return;
        }
        Map<Integer, Double> shares = new TreeMap<>();
        scanned.forEach((number, nanos) -> {
            Double before = scannedBefore.get(number);
            // A restart begins to count anew.
            if (before != null && nanos >= before) {
                shares.put(number, (nanos - before) / (nowNanos - metricsNanos));
            }
        });
        scanShares = shares;
        scannedBefore = scanned;
        metricsNanos = nowNanos;
    }

    private static ObjectNode node(JobHealth health) {
        ObjectNode node = JSON.createObjectNode().put("state", health.state()).put("restarts", health.restarts());
        node.put("failedCheckpoints", health.failedCheckpoints());
        if (health.checkpoint() != null) {
            node.putObject("checkpoint")
                    .put("time", health.checkpoint().toString())
                    .put("bytes", health.checkpointBytes())
                    .put("milliseconds", health.checkpointMs());
        }
        return node;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
