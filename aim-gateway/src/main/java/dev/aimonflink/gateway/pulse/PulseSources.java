package dev.aimonflink.gateway.pulse;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.aimonflink.clients.JobTopics;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.TopicRole;
import dev.aimonflink.clients.flink.FlinkRest;
import dev.aimonflink.gateway.ask.JobModel;
import dev.aimonflink.gateway.describe.PartitionLook;
import dev.aimonflink.gateway.session.Gateway;
import dev.aimonflink.query.serve.request.AnswerOptions;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Where a beat comes from: the ends of topics, two questions, of which one waits for all events that have been published, and Flink, if it is
 * known where that is. For one thread.
 */
final class PulseSources implements AutoCloseable {

    /** A job that is away is seen so soon. */
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final double NANOS_PER_MS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Topics whose records are counted, as a beat calls what is in them. */
    private static final Map<TopicRole, String> COUNTED = Map.of(
            TopicRole.EVENTS, "events",
            TopicRole.QUERIES, "queries",
            TopicRole.ALERTS, "alerts");

    private final Gateway gateway;
    private final JobTopics topics;
    private final FlinkLook flink;

    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
        Thread reading = new Thread(task, "aim-pulse-ends");
        reading.setDaemon(true);
        return reading;
    });

    /** Of that thread; null before it is needed. */
    private TopicAdmin admin;

    /** One that has not come yet: Kafka may be away. */
    private Future<Map<TopicRole, Map<Integer, Long>>> reading;

    private Map<TopicRole, Map<Integer, Long>> endsBefore = Map.of();
    private long lookedNanos;

    /** Of its own, since the look before. */
    private int questions;

    PulseSources(Gateway gateway, JobTopics topics, FlinkRest flink) {
        this.gateway = gateway;
        this.topics = topics;
        this.flink = flink == null ? null : new FlinkLook(flink);
    }

    /** Nothing could be seen. */
    static ObjectNode failed(String fault) {
        ObjectNode beat = JSON.createObjectNode()
                .put("time", System.currentTimeMillis())
                .put("ready", false)
                .put("fault", fault);
        beat.putObject("perSecond");
        beat.putNull("flink");
        return beat;
    }

    ObjectNode look() throws InterruptedException {
        ObjectNode beat = JSON.createObjectNode().put("ready", gateway.watch().isReady());
        Map<TopicRole, Map<Integer, Long>> ends = ends(beat);
        putRates(beat, ends);
        JobModel model = gateway.watch().known();
        if (model == null) {
            beat.put("fault", "The job has not answered yet. `aim doctor` looks why.");
        } else {
            ask(beat, model, ends.get(TopicRole.EVENTS));
        }
        beat.put("runningQueries", gateway.queries().runningOfAll());
        beat.set("flink", flink == null ? JSON.nullNode() : flink.newest(beat));
        return beat.put("time", System.currentTimeMillis());
    }

    // ---- topics

    /** By Kafka partition of each topic; empty if Kafka does not say in time. */
    private Map<TopicRole, Map<Integer, Long>> ends(ObjectNode beat) throws InterruptedException {
        if (reading == null) {
            reading = thread.submit(this::readEnds);
        }
        try {
            Map<TopicRole, Map<Integer, Long>> ends = reading.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            reading = null;
            return ends;
        } catch (ExecutionException failed) {
            reading = null;
            beat.put("fault", failed.getCause().getMessage());
        } catch (TimeoutException slow) {
            beat.put("fault", "Kafka does not answer. `aim doctor` looks why.");
        }
        return Map.of();
    }

    private Map<TopicRole, Map<Integer, Long>> readEnds() {
        if (admin == null) {
            admin = topics.admin();
        }
        Map<TopicRole, Map<Integer, Long>> ends = new EnumMap<>(TopicRole.class);
        COUNTED.keySet()
                .forEach(role -> ends.put(role, admin.ends(topics.names().name(role))));
        return ends;
    }

    private static long sum(Map<Integer, Long> offsets) {
        return offsets.values().stream().mapToLong(Long::longValue).sum();
    }

    private void putRates(ObjectNode beat, Map<TopicRole, Map<Integer, Long>> ends) {
        long nowNanos = System.nanoTime();
        double seconds = (nowNanos - lookedNanos) / NANOS_PER_SECOND;
        ObjectNode rates = beat.putObject("perSecond");
        COUNTED.forEach((role, name) -> {
            if (endsBefore.containsKey(role) && ends.containsKey(role)) {
                long own = role == TopicRole.QUERIES ? questions : 0;
                long more = sum(ends.get(role)) - sum(endsBefore.get(role)) - own;
                // A topic that was made anew begins at its beginning.
                rates.put(name, Math.max(0, more) / seconds);
            }
        });
        if (!ends.isEmpty()) {
            beat.put("written", sum(ends.get(TopicRole.EVENTS)));
            endsBefore = ends;
            lookedNanos = nowNanos;
            questions = 0;
        }
    }

    // ---- questions

    /** @param written by Kafka partition of the events topic; null if that is not known */
    private void ask(ObjectNode beat, JobModel model, Map<Integer, Long> written) throws InterruptedException {
        Optional<QueryResult> answer = answer(beat, PartitionLook.question(model), AnswerOptions.of(true));
        beat.put("ready", answer.isPresent());
        if (answer.isEmpty()) {
            return;
        }
        QueryResult plan = answer.get();
        putPartitions(beat, plan);
        if (plan.asOf() != null && plan.asOf().progress() != null && written != null) {
            Map<Integer, QueryResult.Place> read = plan.asOf().progress();
            ObjectNode lags = beat.putObject("lags");
            long[] all = new long[1];
            written.forEach((partition, end) -> {
                QueryResult.Place place = read.get(partition);
                long lag = Math.max(0, end - (place == null ? 0 : place.nextOffset()));
                lags.put(partition.toString(), lag);
                all[0] += lag;
            });
            beat.put("lag", all[0]).put("run", plan.asOf().run());
        }
        putFreshness(beat, model);
    }

    /** From now until there is an answer with every event that is published by now. */
    private void putFreshness(ObjectNode beat, JobModel model) throws InterruptedException {
        long nowNanos = System.nanoTime();
        try {
            Map<Integer, Long> committed =
                    gateway.first().way().committedEvents().get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            AnswerOptions withAll = new AnswerOptions(false, committed);
            if (answer(beat, PartitionLook.question(model), withAll).isPresent()) {
                beat.put("freshMs", (System.nanoTime() - nowNanos) / NANOS_PER_MS);
            } else {
                beat.remove("fault");
                beat.put("slowerThanMs", TIMEOUT.toMillis());
            }
        } catch (ExecutionException | TimeoutException unread) {
            beat.put("fault", "The topic of events does not answer.");
        }
    }

    /** Empty if there is none, which is then said. */
    private Optional<QueryResult> answer(ObjectNode beat, AskedQuery question, AnswerOptions options)
            throws InterruptedException {
        questions++;
        try {
            QueryResult answer = gateway.first()
                    .way()
                    .ask(question, TIMEOUT, options)
                    .get(2 * TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            if (answer.status() == QueryResult.Status.OK) {
                return Optional.of(answer);
            }
            beat.put("fault", answer.error().message());
        } catch (ExecutionException unasked) {
            beat.put("fault", unasked.getCause().getMessage());
        } catch (TimeoutException silent) {
            beat.put("fault", "The job does not answer. `aim doctor` looks why.");
        }
        return Optional.empty();
    }

    private static void putPartitions(ObjectNode beat, QueryResult plan) {
        List<PartitionLook> partitions = PartitionLook.of(plan);
        ArrayNode shown = beat.putArray("partitions");
        for (PartitionLook each : partitions) {
            shown.addObject()
                    .put("partition", each.partition())
                    .put("rows", each.rows())
                    .put("cutAgeMs", each.cutAgeMs())
                    .put("mode", each.mode())
                    .put("runsBy", each.runsBy())
                    .put(
                            "newestEvent",
                            each.newestEvent() == null
                                    ? null
                                    : each.newestEvent().toString());
        }
        beat.put("rows", partitions.stream().mapToLong(PartitionLook::rows).sum());
    }

    @Override
    public void close() {
        if (flink != null) {
            flink.close();
        }
        thread.execute(() -> {
            if (admin != null) {
                admin.close();
            }
        });
        thread.shutdown();
    }
}
