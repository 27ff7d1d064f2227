package dev.aimonflink.local.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.RestReader;
import dev.aimonflink.clients.RestReader.Reply;
import dev.aimonflink.local.Waiting;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;

/** Reads from Flink's REST interface, and stops jobs. */
public final class FlinkRest {
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);
    private static final long SAVEPOINT_POLL_MS = 200;
    /** Stands for the state of a job that Flink does not know. */
    static final String NOT_KNOWN = "not known to Flink";

    private static final Set<String> ENDED = Set.of("FAILED", "CANCELED", "FINISHED", "SUSPENDED", NOT_KNOWN);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String address;
    private final Duration answerLimit;

    /** @param address such as {@code http://127.0.0.1:8081} */
    public FlinkRest(String address) {
        this(address, ANSWER_LIMIT);
    }

    FlinkRest(String address, Duration answerLimit) {
        this.address = address;
        this.answerLimit = answerLimit;
    }

    /** Whether a job is there. */
    enum Presence {
        /** It runs or restarts. */
        THERE,
        /** Flink does not know it, or it has ended. */
        GONE,
        /** No usable answer came. */
        UNKNOWN
    }

    Presence presence(String jobId) {
        return answeredState(jobId)
                .map(state -> ENDED.contains(state) ? Presence.GONE : Presence.THERE)
                .orElse(Presence.UNKNOWN);
    }

    /** The state of a job, or {@link #NOT_KNOWN}; empty where no usable answer came. */
    Optional<String> answeredState(String jobId) {
        return reply(HttpRequest.newBuilder(URI.create(address + "/jobs/" + jobId)))
                .filter(reply -> reply.isOk() || reply.isNotFound())
                .map(reply -> reply.isOk() ? reply.body().path("state").asText() : NOT_KNOWN);
    }

    /** The slots of all TaskManagers; empty where no JobManager answers. */
    Optional<Integer> slots() {
        return get("/overview").map(overview -> overview.path("slots-total").asInt());
    }

    /** The state such as {@code RUNNING}; empty where the job is not known. */
    public Optional<String> jobState(String jobId) {
        return get("/jobs/" + jobId).map(job -> job.path("state").asText());
    }

    /** Whether every task runs; the state of the job is RUNNING earlier. */
    boolean allTasksRun(String jobId) {
        return get("/jobs/" + jobId)
                .filter(job -> job.path("state").asText().equals("RUNNING"))
                .map(job -> StreamSupport.stream(job.path("vertices").spliterator(), false)
                        .allMatch(vertex -> vertex.path("tasks").path("RUNNING").asInt()
                                == vertex.path("parallelism").asInt()))
                .orElse(false);
    }

    /** How many checkpoints a job completed, and how often it restored one. */
    Optional<String> jobHistory(String jobId) {
        return get("/jobs/" + jobId + "/checkpoints").map(checkpoints -> {
            JsonNode counts = checkpoints.path("counts");
            return counts.path("completed").asInt() + " checkpoints, restored "
                    + counts.path("restored").asInt() + " times";
        });
    }

    /**
     * A completed checkpoint.
     *
     * @param triggeredMs its start
     * @param millis from its start to its end
     * @param stateBytes the full size of its state
     */
    public record TakenCheckpoint(long triggeredMs, long millis, long stateBytes) {}

    /** The last completed checkpoints of a job, the newest first. */
    List<TakenCheckpoint> checkpoints(String jobId) {
        JsonNode history = get("/jobs/" + jobId + "/checkpoints")
                .orElseThrow(this::unreachable)
                .path("history");
        return StreamSupport.stream(history.spliterator(), false)
                .filter(each -> each.path("status").asText().equals("COMPLETED"))
                .map(each -> new TakenCheckpoint(
                        each.path("trigger_timestamp").asLong(),
                        each.path("end_to_end_duration").asLong(),
                        each.path("state_size").asLong()))
                .toList();
    }

    /** The stack trace of the last failure of a job. */
    Optional<String> failure(String jobId) {
        return get("/jobs/" + jobId + "/exceptions")
                .map(exceptions -> exceptions
                        .path("exceptionHistory")
                        .path("entries")
                        .path(0)
                        .path("stacktrace")
                        .asText())
                .filter(stack -> !stack.isEmpty());
    }

    /** Ends a job with a savepoint that any backend and parallelism can restore, and returns its path. */
    String stopWithSavepoint(String jobId, String directory, Duration limit) {
        Map<String, Object> request = Map.of("targetDirectory", directory, "drain", false, "formatType", "CANONICAL");
        String trigger = send(HttpRequest.newBuilder(URI.create(address + "/jobs/" + jobId + "/stop"))
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(JSON.valueToTree(request).toString())))
                .map(answer -> answer.path("request-id").asText())
                .orElseThrow(() -> new ClientException("The job " + jobId
                        + " cannot be stopped with a savepoint: it does not run. See `aim cluster status`."));
        JsonNode operation = Waiting.forValue(
                        () -> get("/jobs/" + jobId + "/savepoints/" + trigger).filter(answer -> answer.path("status")
                                .path("id")
                                .asText()
                                .equals("COMPLETED")),
                        limit,
                        SAVEPOINT_POLL_MS)
                .orElseThrow(() -> new ClientException("The savepoint of job " + jobId + " is not complete after "
                        + limit.toSeconds() + " s. See why in the web interface, " + address + "."))
                .path("operation");
        if (!operation.hasNonNull("location")) {
            throw new ClientException("The savepoint of job " + jobId + " failed: "
                    + operation.path("failure-cause").path("class").asText("no cause given")
                    + ". The JobManager's log says more.");
        }
        return operation.path("location").asText();
    }

    /**
     * The sum of a metric over all subtasks of all operators of a job.
     *
     * @param name its last parts, such as {@code aim.eventsApplied}
     */
    public long metricSum(String jobId, String name) {
        return metric(jobId, name, "sum").sum();
    }

    /** The maximum over all subtasks of all operators of a job, as Flink fetched it at the last request. */
    long metricMax(String jobId, String name) {
        return metric(jobId, name, "max").max().orElse(0);
    }

    private LongStream metric(String jobId, String name, String aggregation) {
        JsonNode vertices =
                get("/jobs/" + jobId).map(job -> job.path("vertices")).orElseThrow(this::unreachable);
        LongStream.Builder values = LongStream.builder();
        for (JsonNode vertex : vertices) {
            String metrics = "/jobs/" + jobId + "/vertices/" + vertex.path("id").asText() + "/subtasks/metrics";
            String matching = names(metrics, name);
            if (!matching.isEmpty()) {
                for (JsonNode metric : get(metrics + "?agg=" + aggregation + "&get=" + matching)
                        .orElseThrow(this::unreachable)) {
                    values.add(metric.path(aggregation).asLong());
                }
            }
        }
        return values.build();
    }

    private String names(String metrics, String name) {
        return StreamSupport.stream(get(metrics).orElseThrow(this::unreachable).spliterator(), false)
                .map(metric -> metric.path("id").asText())
                .filter(id -> id.endsWith("." + name))
                .map(id -> URLEncoder.encode(id, StandardCharsets.UTF_8))
                .collect(Collectors.joining(","));
    }

    private ClientException unreachable() {
        return new ClientException("No JobManager answers at " + address + ". See `aim cluster status`.");
    }

    private Optional<JsonNode> get(String path) {
        return send(HttpRequest.newBuilder(URI.create(address + path)));
    }

    /** The body of the answer; empty without an answer and for an error status. */
    private Optional<JsonNode> send(HttpRequest.Builder request) {
        return reply(request).map(Reply::body);
    }

    private Optional<Reply> reply(HttpRequest.Builder request) {
        try {
            return Optional.of(RestReader.send(request, answerLimit));
        } catch (IOException noAnswer) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while asking " + address + ".", e);
        }
    }
}
