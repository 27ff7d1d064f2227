package dev.aimonflink.local;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.job.Topology;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.metrics.AimMetrics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MetricOptions;
import org.apache.flink.runtime.client.JobStatusMessage;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.runtime.messages.webmonitor.ClusterOverview;
import org.apache.flink.runtime.metrics.MetricNames;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * One broker and one Flink cluster for all integration tests of this JVM, because starting them takes longer than most tests. Each
 * test has topics, a consumer group and a folder for savepoints of its own; after it, all jobs are cancelled, whether it failed or
 * not, and its topics are deleted.
 *
 * <pre>{@code
 * class SomethingIT {
 *     @RegisterExtension
 *     final SharedCluster cluster = new SharedCluster();
 *
 *     @Test
 *     void shouldDoSomething() {
 *         cluster.createTopics();
 *         StreamExecutionEnvironment environment = cluster.newEnvironment(2);
 *         RunningJob job = cluster.submit(environment, cluster.options().set(AimOptions.MODEL, "aim-42"));
 *         job.awaitRunning(SharedCluster.DEADLINE);
 *         QueryClient client = cluster.newClient();
 *         ...
 *     }
 * }
 * }</pre>
 *
 * A setting of Flink that belongs to a job, such as its state backend, its checkpoints or its restart strategy, is given to {@link
 * #newEnvironment(int, Configuration)}. A test has a cluster of its own if it needs other settings of the cluster, or if it stops the
 * broker or changes its settings.
 */
public final class SharedCluster implements BeforeEachCallback, AfterEachCallback {
    public static final int SLOTS = 3;

    /** Generous, for busy machines. */
    public static final Duration DEADLINE = Duration.ofSeconds(60);

    /**
     * Not in a store of JUnit: Surefire has JUnit run each class by itself where it forks twice, and even the root store ends with a
     * class then. {@link AtExit} closes it.
     */
    private static Installation shared;

    private static int tests;

    private final Optional<Topics> given;
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private Installation installation;
    private String name;
    private Topics topics;

    public SharedCluster() {
        given = Optional.empty();
    }

    /** @param topics those of a savepoint, which names them */
    public SharedCluster(Topics topics) {
        given = Optional.of(topics);
    }

    /** What is started once. */
    private record Installation(EmbeddedBroker broker, LocalFlink flink) implements AutoCloseable {
        static Installation start() {
            // Not each ten seconds, so that a transaction ends soon after its timeout.
            EmbeddedBroker broker = EmbeddedBroker.start(
                    DEADLINE, Map.of("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000"));
            try {
                Configuration settings =
                        new Configuration().set(MetricOptions.METRIC_FETCHER_UPDATE_INTERVAL, Duration.ofMillis(100));
                return new Installation(broker, LocalFlink.start(1, SLOTS, settings));
            } catch (RuntimeException e) {
                try (broker) {
                    throw e;
                }
            }
        }

        @Override
        public void close() {
            try (broker) {
                flink.close();
            }
        }
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        installation = shared();
        tests++;
        name = context.getRequiredTestClass().getSimpleName() + "-" + tests;
        topics = given.orElseGet(() -> Topics.withPrefix(name + "."));
    }

    private static Installation shared() {
        if (shared == null) {
            shared = Installation.start();
        }
        return shared;
    }

    /** If the jobs do not end, the next test gets a new cluster. */
    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        try {
            while (!opened.isEmpty()) {
                opened.pop().close();
            }
            cancelAll();
            deleteTopics();
        } catch (Exception | Error e) {
            shared = null;
            try {
                installation.close();
            } catch (RuntimeException alsoBroken) {
                e.addSuppressed(alsoBroken);
            }
            throw e;
        }
        assertThat(installation.broker.fault()).isEmpty();
    }

    private void deleteTopics() throws Exception {
        try (Admin admin = connection().openAdmin()) {
            Set<String> ours = new HashSet<>(admin.listTopics().names().get(DEADLINE.toSeconds(), TimeUnit.SECONDS));
            ours.retainAll(topics.names());
            admin.deleteTopics(ours).all().get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
        }
    }

    public String bootstrap() {
        return installation.broker.bootstrap();
    }

    public Connection connection() {
        return Connection.to(bootstrap());
    }

    /** The topics of this test, which {@link #createTopics} creates. */
    public Topics topics() {
        return topics;
    }

    /** Creates the topics that do not exist. */
    public void createTopics() {
        TopicAdmin.createMissing(connection(), topics);
    }

    /** The consumer group of this test. */
    public String groupId() {
        return name;
    }

    public LocalFlink flink() {
        return installation.flink;
    }

    /** A folder for savepoints, which is removed with the cluster. */
    public Path savepoints() {
        return flink().savepoints().resolve(name);
    }

    /** The sum of one of our metrics over all subtasks of this test's jobs. */
    public long counted(String metric) {
        return flink().metrics().sum(AimMetrics.GROUP + "." + metric);
    }

    /**
     * All values that a reader who comes now may see in the first partition of a topic.
     *
     * @param isolation {@code read_committed} or {@code read_uncommitted}
     */
    public List<String> values(String topic, String isolation) {
        Map<String, Object> settings = Map.of("bootstrap.servers", bootstrap(), "isolation.level", isolation);
        List<String> values = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            TopicPartition partition = new TopicPartition(topic, 0);
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).get(partition);
            while (consumer.position(partition) < end) {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> values.add(record.value()));
            }
        }
        return values;
    }

    /** A client of the job, which is closed after the test. */
    public QueryClient newClient() {
        return closedAfterwards(new QueryClient(connection(), topics, name));
    }

    /** Has something closed after the test, before the jobs are cancelled. */
    public <T extends AutoCloseable> T closedAfterwards(T open) {
        opened.push(open);
        return open;
    }

    /** Options of the job with the broker, the topics and the consumer group of this test. */
    public Configuration options() {
        return LocalJob.optionsOf(bootstrap(), topics).set(AimOptions.GROUP_ID, groupId());
    }

    public StreamExecutionEnvironment newEnvironment(int parallelism) {
        return newEnvironment(parallelism, new Configuration());
    }

    /** @param settings of Flink for one job; a checkpoint interval of zero disables checkpoints */
    public StreamExecutionEnvironment newEnvironment(int parallelism, Configuration settings) {
        StreamExecutionEnvironment environment = flink().newEnvironment(settings);
        environment.setParallelism(parallelism);
        return environment;
    }

    /** Submits the job with its options; {@link RunningJob#awaitRunning} waits for it. */
    public RunningJob submit(StreamExecutionEnvironment environment, Configuration options) {
        return submit(environment, options, SavepointRestoreSettings.none());
    }

    /** The same, with a savepoint to restore. */
    public RunningJob submit(
            StreamExecutionEnvironment environment, Configuration options, SavepointRestoreSettings restoreFrom) {
        Topology.build(environment, JobSettings.of(options));
        return flink().submit(environment, name, restoreFrom);
    }

    /** Returns when all slots are free and no task reports metrics. */
    private void cancelAll() {
        MiniCluster cluster = flink().miniCluster();
        for (JobStatusMessage each : result(cluster.listJobs(), "The jobs were not reported")) {
            cancel(new RunningJob(flink(), each.getJobId(), each.getJobName()));
        }
        assertThat(Waiting.until(() -> isIdle(cluster), DEADLINE))
                .as("the slots of the Flink cluster are free")
                .isTrue();
    }

    private static void cancel(RunningJob job) {
        if (job.status().isGloballyTerminalState()) {
            return;
        }
        try {
            job.cancel();
        } catch (IllegalStateException e) {
            // One that ends by itself meanwhile cannot be cancelled.
            if (!job.status().isGloballyTerminalState()) {
                throw e;
            }
        }
    }

    /** A task reports metrics for a moment longer than it has a slot. */
    private boolean isIdle(MiniCluster cluster) {
        ClusterOverview overview = result(cluster.requestClusterOverview(), "The slots were not reported");
        return overview.getNumTaskManagersConnected() == flink().taskManagers()
                && overview.getNumSlotsAvailable() == overview.getNumSlotsTotal()
                && flink().metrics().each(MetricNames.IO_NUM_RECORDS_IN).length == 0;
    }

    private static <T> T result(CompletableFuture<T> future, String otherwise) {
        return Waiting.forResult(future, DEADLINE, otherwise);
    }
}
