package dev.aimonflink.clients.flink;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/**
 * The job's own metrics over all subtasks, by name. One for a Kafka partition has its number in the name, as in {@code
 * kafkaPartition.3.eventTimeLagMs}.
 */
public final class JobMetrics {
    /** As many names as fit one request to Flink, which takes 4 KiB. */
    static final int NAMES_AT_ONCE = 20;

    private static final String GROUP = ".aim.";

    /** Longer than a JobManager takes to fetch its TaskManagers' metrics. */
    private static final long FETCH_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** A metric over the subtasks of all operators that have it. */
    private record Values(double max, double sum, int subtasks) {
        Values with(Values other) {
            return new Values(Math.max(max, other.max), sum + other.sum, subtasks + other.subtasks);
        }
    }

    private final Map<String, Values> values = new TreeMap<>();

    private JobMetrics() {}

    /**
     * A JobManager answers with what it fetched when last asked, however long ago, and then fetches them anew. So the first answer is
     * dropped, and an empty one is requested again.
     */
    public static JobMetrics read(FlinkApi flink, String jobId, Duration timeout)
            throws IOException, InterruptedException {
        long deadlineNanos = System.nanoTime() + timeout.toNanos();
        readOnce(flink, jobId, name -> true);
        LockSupport.parkNanos(FETCH_NANOS);
        JobMetrics metrics = readOnce(flink, jobId, name -> true);
        while (metrics.values.isEmpty() && System.nanoTime() < deadlineNanos) {
            LockSupport.parkNanos(POLL_NANOS);
            metrics = readOnce(flink, jobId, name -> true);
        }
        return metrics;
    }

    public static JobMetrics readOnce(FlinkApi flink, String jobId, Predicate<String> name)
            throws IOException, InterruptedException {
        JobMetrics metrics = new JobMetrics();
        for (JsonNode vertex : flink.get("/jobs/" + jobId).path("vertices")) {
            String path = "/jobs/" + jobId + "/vertices/" + vertex.path("id").asText() + "/subtasks/metrics";
            List<String> names = new ArrayList<>();
            for (JsonNode each : flink.get(path)) {
                String id = each.path("id").asText();
                if (id.contains(GROUP) && name.test(nameOf(id))) {
                    names.add(id);
                }
            }
            for (int from = 0; from < names.size(); from += NAMES_AT_ONCE) {
                metrics.add(flink, path, names.subList(from, Math.min(names.size(), from + NAMES_AT_ONCE)));
            }
        }
        return metrics;
    }

    /** The values of some metrics by subtask, of the operators that have them; of each name the sum. */
    public static Map<Integer, Map<String, Double>> bySubtask(FlinkApi flink, String jobId, Predicate<String> name)
            throws IOException, InterruptedException {
        Map<Integer, Map<String, Double>> found = new TreeMap<>();
        for (JsonNode vertex : flink.get("/jobs/" + jobId).path("vertices")) {
            String path = "/jobs/" + jobId + "/vertices/" + vertex.path("id").asText() + "/metrics";
            List<String> ids = new ArrayList<>();
            for (JsonNode each : flink.get(path)) {
                String id = each.path("id").asText();
                if (id.matches("[0-9]{1,6}\\..*") && id.contains(GROUP) && name.test(nameOf(id))) {
                    ids.add(id);
                }
            }
            for (int from = 0; from < ids.size(); from += NAMES_AT_ONCE) {
                for (JsonNode each : get(flink, path, ids.subList(from, Math.min(ids.size(), from + NAMES_AT_ONCE)))) {
                    String id = each.path("id").asText();
                    found.computeIfAbsent(Integer.valueOf(id.substring(0, id.indexOf('.'))), any -> new TreeMap<>())
                            .merge(nameOf(id), each.path("value").asDouble(), Double::sum);
                }
            }
        }
        return found;
    }

    private static JsonNode get(FlinkApi flink, String path, List<String> names)
            throws IOException, InterruptedException {
        return flink.get(path + "?get=" + URLEncoder.encode(String.join(",", names), StandardCharsets.UTF_8));
    }

    private static String nameOf(String id) {
        return id.substring(id.indexOf(GROUP) + GROUP.length());
    }

    private void add(FlinkApi flink, String path, List<String> names) throws IOException, InterruptedException {
        for (JsonNode each : get(flink, path, names)) {
            double sum = each.path("sum").asDouble();
            double average = each.path("avg").asDouble();
            Values read = new Values(
                    each.path("max").asDouble(), sum, average == 0 ? 0 : Math.toIntExact(Math.round(sum / average)));
            values.merge(nameOf(each.path("id").asText()), read, Values::with);
        }
    }

    public boolean isEmpty() {
        return values.isEmpty();
    }

    /** A counter; 0 if the job has no such metric. */
    public long sum(String name) {
        Values found = values.get(name);
        return found == null ? 0 : Math.round(found.sum);
    }

    /** How many subtasks have a metric that is not zero; 0 where that is not known. */
    public int subtasks(String name) {
        Values found = values.get(name);
        return found == null ? 0 : found.subtasks;
    }

    public OptionalDouble max(String name) {
        Values found = values.get(name);
        return found == null ? OptionalDouble.empty() : OptionalDouble.of(found.max);
    }

    /** Positive sums by the rest of the name behind this prefix. */
    public Map<String, Long> sumsOf(String prefix) {
        Map<String, Long> sums = new LinkedHashMap<>();
        values.forEach((name, each) -> {
            if (name.startsWith(prefix) && name.length() > prefix.length() && each.sum > 0) {
                sums.put(name.substring(prefix.length()), Math.round(each.sum));
            }
        });
        return sums;
    }

    /** The greatest value of a metric by Kafka partition that has one. */
    public Map<Integer, Double> byKafkaPartition(String metric) {
        Map<Integer, Double> found = new TreeMap<>();
        values.forEach((name, each) -> {
            String[] words = name.split("\\.");
            if (words.length == 3 && words[0].equals("kafkaPartition") && words[2].equals(metric)) {
                found.put(Integer.valueOf(words[1]), each.max);
            }
        });
        return found;
    }
}
