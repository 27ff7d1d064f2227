package dev.aimonflink.clients.flink;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A fake JobManager: documents by path, and one vertex with the metrics that a test gives it. */
public final class FakeFlink implements FlinkApi {
    public static final String JOB = "0a";

    private static final String METRICS = "/jobs/" + JOB + "/vertices/v1/subtasks/metrics";

    private static final String BY_SUBTASK = "/jobs/" + JOB + "/vertices/v1/metrics";

    private final ObjectMapper json = new ObjectMapper();
    private final Map<String, String> documents = new HashMap<>();
    private final Map<String, long[]> metrics = new TreeMap<>();
    private int emptyAnswers;
    private int mostNamesAtOnce;
    private boolean isStale;

    public FakeFlink with(String path, String document) {
        documents.put(path, document);
        return this;
    }

    /** @param name as in {@code analytics_matrix.aim.rows} */
    public FakeFlink withMetric(String name, long ofEach) {
        return withMetric(name, ofEach, ofEach);
    }

    public FakeFlink withMetric(String name, long ofFirst, long ofSecond) {
        metrics.put(name, new long[] {ofFirst, ofSecond});
        return this;
    }

    /** The first so many lists of metrics are empty, as when Flink has yet to fetch them. */
    public FakeFlink emptyAtFirst(int times) {
        emptyAnswers = times;
        return this;
    }

    /** The first list of values is of an earlier look, when everything was zero. */
    public FakeFlink staleAtFirst() {
        isStale = true;
        return this;
    }

    int mostNamesAtOnce() {
        return mostNamesAtOnce;
    }

    @Override
    public Optional<JsonNode> find(String path) throws IOException {
        if (path.equals("/jobs/" + JOB)) {
            return Optional.of(json.readTree("{\"vertices\":[{\"id\":\"v1\"}]}"));
        }
        if (path.equals(METRICS)) {
            return Optional.of(names());
        }
        if (path.startsWith(METRICS + "?get=")) {
            return Optional.of(values(path.substring(path.indexOf('=') + 1)));
        }
        if (path.equals(BY_SUBTASK)) {
            return Optional.of(namesBySubtask());
        }
        if (path.startsWith(BY_SUBTASK + "?get=")) {
            return Optional.of(valuesBySubtask(path.substring(path.indexOf('=') + 1)));
        }
        String document = documents.get(path);
        return document == null ? Optional.empty() : Optional.of(json.readTree(document));
    }

    private ArrayNode names() {
        ArrayNode names = json.createArrayNode();
        if (emptyAnswers-- <= 0) {
            names.addObject().put("id", "busyTimeMsPerSecond");
            metrics.keySet().forEach(name -> names.addObject().put("id", name));
        }
        return names;
    }

    /** As of two subtasks. */
    private ArrayNode values(String wanted) {
        List<String> names =
                List.of(URLDecoder.decode(wanted, StandardCharsets.UTF_8).split(","));
        mostNamesAtOnce = Math.max(mostNamesAtOnce, names.size());
        ArrayNode values = json.createArrayNode();
        for (String name : names) {
            long[] of = isStale ? new long[2] : metrics.get(name);
            values.addObject()
                    .put("id", name)
                    .put("max", Math.max(of[0], of[1]))
                    .put("sum", of[0] + of[1])
                    .put("avg", (of[0] + of[1]) / 2.0);
        }
        isStale = false;
        return values;
    }

    /** Each begins with the number of its subtask. */
    private ArrayNode namesBySubtask() {
        ArrayNode names = json.createArrayNode();
        names.addObject().put("id", "0.busyTimeMsPerSecond");
        for (String name : metrics.keySet()) {
            names.addObject().put("id", "0." + name);
            names.addObject().put("id", "1." + name);
        }
        return names;
    }

    private ArrayNode valuesBySubtask(String wanted) {
        List<String> ids =
                List.of(URLDecoder.decode(wanted, StandardCharsets.UTF_8).split(","));
        mostNamesAtOnce = Math.max(mostNamesAtOnce, ids.size());
        ArrayNode values = json.createArrayNode();
        for (String id : ids) {
            int subtask = Integer.parseInt(id.substring(0, 1));
            values.addObject().put("id", id).put("value", Long.toString(metrics.get(id.substring(2))[subtask]));
        }
        return values;
    }
}
