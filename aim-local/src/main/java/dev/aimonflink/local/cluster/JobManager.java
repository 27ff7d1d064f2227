package dev.aimonflink.local.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.clients.flink.FlinkRest;
import dev.aimonflink.clients.flink.JobMetrics;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/** Asks the JobManager of a cluster about its jobs, and stops them. */
public final class JobManager {
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);
    private static final long SAVEPOINT_POLL_MS = 200;

    static final String NOT_KNOWN = "not known to Flink";

    private static final Pattern REFUSAL =
            Pattern.compile(Pattern.quote(InvalidInputException.class.getName()) + ": (.*)");

    /** In the sentence with which the job refuses the state of another model. */
    private static final String OF_ANOTHER_MODEL = ", but the state to restore is of model=";

    private static final Set<String> ENDED = Set.of("FAILED", "CANCELED", "FINISHED", "SUSPENDED", NOT_KNOWN);

    private final FlinkRest rest;

    /** @param address such as {@code http://127.0.0.1:8081} */
    JobManager(String address) {
        this(new FlinkRest(address, ANSWER_LIMIT));
    }

    JobManager(FlinkRest rest) {
        this.rest = rest;
    }

    /** The state of a job such as {@code RUNNING}, or {@link #NOT_KNOWN}; empty without a usable answer. */
    Optional<String> jobState(String jobId) {
        return answer(() -> rest.find("/jobs/" + jobId))
                .map(found -> found.map(job -> job.path("state").asText()).orElse(NOT_KNOWN));
    }

    /** Whether a job in this state runs or restarts. */
    static boolean isThere(String jobState) {
        return !ENDED.contains(jobState);
    }

    /** The slots of all TaskManagers; empty if no JobManager answers. */
    Optional<Integer> slots() {
        return get("/overview").map(overview -> overview.path("slots-total").asInt());
    }

    /** Whether every task runs; the job's state is RUNNING earlier. */
    boolean allTasksRun(String jobId) {
        return get("/jobs/" + jobId).filter(JobManager::allTasksRun).isPresent();
    }

    private static boolean allTasksRun(JsonNode job) {
        return job.path("state").asText().equals("RUNNING")
                && StreamSupport.stream(job.path("vertices").spliterator(), false)
                        .allMatch(vertex -> vertex.at("/tasks/RUNNING").asInt()
                                == vertex.path("parallelism").asInt());
    }

    /** When the last task of a job began to run, in epoch milliseconds; empty unless every task runs. */
    Optional<Long> allTasksRunSinceMs(String jobId) {
        Optional<JsonNode> job = get("/jobs/" + jobId).filter(JobManager::allTasksRun);
        if (job.isEmpty()) {
            return Optional.empty();
        }
        long latestMs = 0;
        for (JsonNode vertex : job.get().path("vertices")) {
            String path = "/jobs/" + jobId + "/vertices/" + vertex.path("id").asText() + "/subtasktimes";
            Optional<JsonNode> times = get(path);
            if (times.isEmpty()) {
                return Optional.empty();
            }
            for (JsonNode subtask : times.get().path("subtasks")) {
                latestMs = Math.max(latestMs, subtask.at("/timestamps/RUNNING").asLong());
            }
        }
        return Optional.of(latestMs);
    }

    /** How many checkpoints a job completed, and how many of its starts were from a checkpoint or savepoint. */
    public record CheckpointCounts(long completed, long restored) {
        @Override
        public String toString() {
            return completed + " checkpoints"
                    + (restored == 0
                            ? ""
                            : ", " + restored + (restored == 1 ? " start" : " starts") + " from saved state");
        }
    }

    Optional<CheckpointCounts> checkpointCounts(String jobId) {
        return get("/jobs/" + jobId + "/checkpoints")
                .map(checkpoints -> new CheckpointCounts(
                        checkpoints.at("/counts/completed").asLong(),
                        checkpoints.at("/counts/restored").asLong()));
    }

    /** @param millis from its start to its end */
    public record TakenCheckpoint(long triggeredMs, long millis, long stateBytes) {}

    /** The last completed checkpoints of a job, newest first. */
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

    Optional<String> failure(String jobId) {
        return get("/jobs/" + jobId + "/exceptions")
                .map(exceptions ->
                        exceptions.at("/exceptionHistory/entries/0/stacktrace").asText())
                .filter(stack -> !stack.isEmpty());
    }

    /** Why a job failed: the sentence in which it refused to start, or else the whole stack trace. */
    static String reason(String stack, ClusterFolder folder) {
        Matcher refusal = REFUSAL.matcher(stack);
        if (!refusal.find()) {
            return " It failed with:\n" + stack;
        }
        String sentence = " " + refusal.group(1);
        // Whoever lacks a savepoint, for example, should not be advised to remove the events as well.
        return sentence.contains(OF_ANOTHER_MODEL)
                ? sentence
                        + " Of a cluster, give that model with --model, another state with --from-savepoint, or another"
                        + " folder with --dir. Only if nobody needs the data, remove them: "
                        + folder.command("down --wipe") + "."
                : sentence;
    }

    /** The jobs that run or restart; empty without a usable answer. */
    Optional<List<String>> liveJobs() {
        return get("/jobs/overview")
                .map(overview -> StreamSupport.stream(overview.path("jobs").spliterator(), false)
                        .filter(job -> isThere(job.path("state").asText()))
                        .map(job -> job.path("jid").asText())
                        .toList());
    }

    /** Ends a job, whatever it does; returns whether it is known to have ended in time. */
    boolean cancel(String jobId, Duration limit) {
        return Waiting.until(
                () -> {
                    answer(() -> rest.patch("/jobs/" + jobId + "?mode=cancel"));
                    return jobState(jobId).filter(state -> !isThere(state)).isPresent();
                },
                limit);
    }

    /** Ends a job with a savepoint that any backend and parallelism can restore, and returns its path. */
    String stopWithSavepoint(String jobId, String directory, Duration limit) {
        Map<String, Object> request = Map.of("targetDirectory", directory, "drain", false, "formatType", "CANONICAL");
        String trigger = answer(() -> rest.post("/jobs/" + jobId + "/stop", request))
                .orElseThrow(
                        () -> new ClientException(
                                "The JobManager at " + rest.address()
                                        + " does not take the request to stop job " + jobId
                                        + ": it gives no answer, or a savepoint is under way. Look in its web interface, then try again."))
                .map(answer -> answer.path("request-id").asText())
                .orElseThrow(() -> new ClientException("The job " + jobId
                        + " cannot be stopped with a savepoint: it does not run. See `aim cluster status`."));
        String status = "/jobs/" + jobId + "/savepoints/" + trigger;
        JsonNode operation = Waiting.forValue(
                        () -> get(status)
                                .filter(answer ->
                                        answer.at("/status/id").asText().equals("COMPLETED")),
                        limit,
                        SAVEPOINT_POLL_MS)
                .orElseThrow(() -> new ClientException("The savepoint of job " + jobId + " is not complete after "
                        + limit.toSeconds() + " s. See why in the web interface, " + rest.address() + "."))
                .path("operation");
        if (!operation.hasNonNull("location")) {
            throw new ClientException("The savepoint of job " + jobId + " failed: "
                    + operation.at("/failure-cause/class").asText("no cause given")
                    + ". The JobManager's log says more.");
        }
        return operation.path("location").asText();
    }

    /**
     * One of our metrics over all operators and subtasks, as Flink fetched it at the last request.
     *
     * @param name such as {@code eventsApplied}
     */
    JobMetrics metric(String jobId, String name) {
        return answer(() -> JobMetrics.readOnce(rest, jobId, name::equals)).orElseThrow(this::unreachable);
    }

    private ClientException unreachable() {
        return new ClientException("No JobManager answers at " + rest.address() + ". See `aim cluster status`.");
    }

    /** The document at a path; empty without an answer and for an error status. */
    private Optional<JsonNode> get(String path) {
        return answer(() -> rest.find(path)).flatMap(Function.identity());
    }

    private interface Request<T> {
        T send() throws IOException, InterruptedException;
    }

    /** Empty without a usable answer. */
    private <T> Optional<T> answer(Request<T> request) {
        try {
            return Optional.of(request.send());
        } catch (IOException noAnswer) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while asking " + rest.address() + ".", e);
        }
    }
}
