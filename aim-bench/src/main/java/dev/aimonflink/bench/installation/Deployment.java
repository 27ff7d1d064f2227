package dev.aimonflink.bench.installation;

import dev.aimonflink.bench.world.MeasuredModel;
import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.TopicSettings;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.job.message.MessageType;
import dev.aimonflink.job.source.EventTime;
import dev.aimonflink.local.LocalJob;
import dev.aimonflink.local.SeparateBroker;
import dev.aimonflink.matrix.layout.CellLayout;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.query.setup.KeptColumns;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerConfig;

/** A job in this process with subscribers in its matrix, its topics on a broker of another process, and a client. */
public final class Deployment implements AutoCloseable {
    public static final String HASHMAP = "hashmap";
    public static final String ROCKSDB = "rocksdb";

    /** RocksDB's caches and buffers beside the heap, for each subscriber and aggregate. */
    private static final long ROCKSDB_BYTES_PER_CELL = 4;

    private static final MemorySize LEAST_ROCKSDB_MEMORY = MemorySize.ofMebiBytes(512);

    /** Enough that every query's filter keeps some subscribers and drops others. */
    static final int CALLS_PER_SUBSCRIBER = 5;

    private static final Duration DELETE_LIMIT = Duration.ofSeconds(30);

    /**
     * @param aggregates how many of calls; the name of the model if there is one
     * @param model of other events than calls, or of calls as of any events; null for {@code aggregates} of calls
     * @param backend of the state: hashmap or rocksdb
     * @param checkpoints the interval, zero for none
     * @param lingerMs how long a question or an answer waits for others, to be sent to the broker together with them
     * @param columns of the matrix that are kept for scans, as the job takes them
     */
    public record Setup(
            int subscribers,
            String aggregates,
            MeasuredModel model,
            int parallelism,
            long seed,
            Feed feed,
            String backend,
            Duration checkpoints,
            int lingerMs,
            String columns) {
        /** With records on the heap and without checkpoints. */
        public Setup(int subscribers, String aggregates, int parallelism, long seed, Feed feed) {
            this(subscribers, aggregates, null, parallelism, seed, feed, HASHMAP, Duration.ZERO, 0, KeptColumns.AUTO);
        }

        /** The same for a model. */
        public Setup of(MeasuredModel other) {
            return new Setup(
                    subscribers, other.name(), other, parallelism, seed, feed, backend, checkpoints, lingerMs, columns);
        }

        /** The same with a checkpoint interval. */
        public Setup with(Duration interval) {
            return new Setup(
                    subscribers, aggregates, model, parallelism, seed, feed, backend, interval, lingerMs, columns);
        }

        /** The same with another state backend. */
        public Setup on(String otherBackend) {
            return new Setup(
                    subscribers,
                    aggregates,
                    model,
                    parallelism,
                    seed,
                    feed,
                    otherBackend,
                    checkpoints,
                    lingerMs,
                    columns);
        }

        /** The same with a time for which questions and answers wait for others. */
        public Setup lingering(int millis) {
            return new Setup(
                    subscribers, aggregates, model, parallelism, seed, feed, backend, checkpoints, millis, columns);
        }

        /** The same with other columns. */
        public Setup keeping(String otherColumns) {
            return new Setup(
                    subscribers,
                    aggregates,
                    model,
                    parallelism,
                    seed,
                    feed,
                    backend,
                    checkpoints,
                    lingerMs,
                    otherColumns);
        }

        private Map<String, String> producers() {
            return Map.of(ProducerConfig.LINGER_MS_CONFIG, Integer.toString(lingerMs));
        }

        /** What a figure was measured with: the given names and values in turns, then those of every deployment. */
        public Map<String, String> parameters(Object... namesAndValues) {
            Map<String, String> parameters = new LinkedHashMap<>();
            for (int i = 0; i < namesAndValues.length; i += 2) {
                parameters.put(namesAndValues[i].toString(), namesAndValues[i + 1].toString());
            }
            parameters.put("parallelism", Integer.toString(parallelism));
            parameters.put(model == null ? "aggregates" : "model", aggregates);
            return Collections.unmodifiableMap(parameters);
        }

        private MemorySize rocksDbMemory() {
            long bytesOfRecords = ROCKSDB_BYTES_PER_CELL * subscribers * cellsOfEach();
            return new MemorySize(Math.max(LEAST_ROCKSDB_MEMORY.getBytes(), bytesOfRecords));
        }

        int cellsOfEach() {
            if (model == null) {
                return Integer.parseInt(aggregates);
            }
            CellLayout layout = MatrixSchema.of(model.model()).layout();
            return layout.intCount() + layout.longCount();
        }

        /** The settings of Flink. */
        public Configuration cluster() {
            Configuration cluster = new Configuration()
                    .set(CheckpointingOptions.CHECKPOINTING_INTERVAL, checkpoints)
                    .set(StateBackendOptions.STATE_BACKEND, backend);
            if (backend.equals(ROCKSDB)) {
                cluster.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, rocksDbMemory())
                        .set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, true);
            }
            return cluster;
        }
    }

    private final Setup setup;
    private final SeparateBroker broker;
    private final Connection connection;
    private final Topics topics = Topics.withPrefix("bench-" + UUID.randomUUID() + ".");
    private final long beginMs;

    private final CallTap tap;
    private final Workload workload;
    private LocalJob job;
    private QueryClient client;

    /** Creates the topics, and starts no job yet. */
    public Deployment(SeparateBroker broker, Setup setup) {
        this.broker = broker;
        this.setup = setup;
        beginMs = setup.feed().beginMs(Instant.now());
        connection = Connection.to(broker.bootstrap());
        try (TopicAdmin admin = new TopicAdmin(connection)) {
            admin.createMissing(topics, TopicSettings.defaults());
        }
        tap = new CallTap(setup.parallelism());
        workload = setup.model() == null
                ? new CallWorkload(connection, topics.events(), setup, beginMs)
                : new ModelWorkload(connection, topics.events(), setup, setup.model(), beginMs);
    }

    /** Starts a job, and returns when all subscribers and some calls of each are in its matrix. */
    public static Deployment start(SeparateBroker broker, Setup setup) {
        Deployment deployment = new Deployment(broker, setup);
        try {
            deployment.startJob();
            deployment.awaitRows();
            deployment.populate();
            return deployment;
        } catch (RuntimeException e) {
            try (deployment) {
                throw e;
            }
        }
    }

    /** Returns when the job runs. */
    public void startJob() {
        Configuration options =
                LocalJob.optionsOf(broker.bootstrap(), topics).set(AimOptions.COLUMNS, List.of(setup.columns()));
        setup.producers().forEach((name, value) -> options.setString("kafka." + name, value));
        workload.configure(options);
        JobSettings settings = JobSettings.of(options.set(AimOptions.GROUP_ID, topics.events()));
        TappedSource source = new TappedSource(tap.id(), setup.subscribers(), workload.maker());
        MessageType<MatrixInput> type = new MessageType<>(new MatrixInput.Format());
        job = LocalJob.start(
                setup.parallelism(),
                setup.cluster(),
                settings,
                environment -> List.of(environment
                        .fromSource(source, EventTime.none(), "generate events", type)
                        .setBufferTimeout(settings.bufferTimeout().toMillis())
                        .uid("generate-events")),
                broker::requireAlive);
        client = newClient("aim-bench");
    }

    /** Ends the job and starts an empty one that reads Kafka from the beginning. Needs a setup without checkpoints and a closed tap. */
    public void restartJob() {
        job.close();
        client.close();
        startJob();
    }

    /** Returns when every subscriber has a row and the first query its answer. */
    public void awaitRows() {
        job.awaitCount("Profiles applied", job::profilesApplied, setup.subscribers());
        job.awaitFirstAnswer(client::ask, workload.firstQuestion());
    }

    private void populate() {
        long callsOfEach = (long) setup.subscribers() * CALLS_PER_SUBSCRIBER / setup.parallelism();
        tap.allow(callsOfEach);
        job.awaitCount("Calls of the population", job::callsSettled, callsOfEach * setup.parallelism());
    }

    /** Lets the job make calls as fast as it can, until {@link #examine}. */
    public void openTap() {
        tap.allow(Long.MAX_VALUE);
    }

    public LocalJob job() {
        return job;
    }

    /** Another client, which the caller closes. */
    public QueryClient newClient(String clientId) {
        return new QueryClient(new Connection(broker.bootstrap(), setup.producers()), topics, clientId);
    }

    public QueryClient client() {
        return client;
    }

    /** The calls that come through Kafka. */
    public EventStream events() {
        return calls().events();
    }

    /** Publishes a number of events as fast as it can, and returns when the broker has them. */
    public void publishAll(long events) {
        workload.publishAll(events);
    }

    private CallWorkload calls() {
        if (workload instanceof CallWorkload ofCalls) {
            return ofCalls;
        }
        throw new IllegalStateException("A deployment of the model '" + setup.aggregates() + "' has no calls.");
    }

    public Setup setup() {
        return setup;
    }

    /** Counts the same calls once more, to get what the matrix has to hold; while none are made. */
    public Truth truth() {
        return calls().truth(tap);
    }

    /** Compares the matrix and its answers with the truth, once all calls are in it. */
    public void examine(AnswerChecks verification) {
        tap.allow(0);
        job.await("The end of generated calls", tap::isUsedUp);
        workload.flush();
        job.awaitCount("Events applied", job::callsSettled, tap.made() + workload.published());
        workload.examine(job, client, tap, verification);
    }

    private void deleteTopics() {
        try (Admin admin = connection.openAdmin()) {
            Waiting.forResult(
                    admin.deleteTopics(topics.names()).all().toCompletionStage().toCompletableFuture(),
                    DELETE_LIMIT,
                    "The topics of the experiment were not deleted");
        }
    }

    /** Ends the job, and then deletes its topics, because all experiments share a broker. */
    @Override
    public void close() {
        try (tap;
                workload) {
            if (job != null) {
                job.close();
            }
        } finally {
            if (client != null) {
                client.close();
            }
            deleteTopics();
        }
    }
}
