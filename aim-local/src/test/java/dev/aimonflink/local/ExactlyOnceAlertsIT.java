package dev.aimonflink.local;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.clients.EventPublisher;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.config.Delivery;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.testing.Scale;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.client.JobStatusMessage;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * Alerts of exactly-once delivery while checkpoints are slow and fail and the job is down: for as long as transactions live, and for
 * longer. The settings are those of {@code flink-conf} in seconds instead of minutes, so that their ratios are the same.
 */
class ExactlyOnceAlertsIT {
    private static final Duration DEADLINE = SharedCluster.DEADLINE;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int ROUNDS = 2;
    private static final int WAYS = 3;

    /** Of the transactions' life, so much is left for a restart on a busy machine. */
    private static final Duration FOR_A_RESTART = Duration.ofSeconds(6);

    @RegisterExtension
    final SharedCluster cluster = new SharedCluster();

    private final Configuration flink = new Configuration();
    private Duration transactionTimeout;
    private EventPublisher events;
    private Admin admin;
    private RunningJob job;
    private long sent;

    static LongStream seeds() {
        return Scale.seeds(1);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldShowEachAlertOnceAsLongAsTransactionsLive(long seed) throws Exception {
        Random random = new Random(seed);
        start(20);
        boolean failsFirst = random.nextBoolean();
        boolean longFirst = random.nextBoolean();
        for (int round = 0; round < ROUNDS; round++) {
            publish(1 + random.nextInt(50));
            disturbCheckpoints(failsFirst == (round == 0), slow(random));
            publish(1 + random.nextInt(50));
            end(random.nextInt(WAYS));
            publish(random.nextInt(50));
            long deadlineMs = deadlineMs().orElse(Long.MAX_VALUE);
            double share = longFirst == (round == 0) ? 1 : random.nextDouble();
            if (deadlineMs < Long.MAX_VALUE) {
                long allowedMs = deadlineMs - FOR_A_RESTART.toMillis() - System.currentTimeMillis();
                after(Duration.ofMillis((long) (Math.max(0, allowedMs) * share)));
            }
            submit(newestState());
            assumeThat(System.currentTimeMillis())
                    .as("when the job runs again, before the broker aborts transactions")
                    .isLessThan(deadlineMs);
        }
        publish(20);
        await("all alerts are written", () -> committed().containsAll(keys(0, sent)));
        await("no transaction is open", this::isSettled);
        // Commits may have failed: Kafka can refuse one that was done and is repeated after a restart.
        assertThat(committed()).containsExactlyInAnyOrderElementsOf(keys(0, sent));
    }

    @Test
    void shouldSayWhichTransactionIsLostWhereTheJobIsDownForLonger() throws Exception {
        // For a moment in which no checkpoint comes, and short enough for the sum.
        flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(5));
        start(40);
        publish(10);
        await("the first alerts are written", () -> committed().size() == 10);
        publish(5);
        await("the next alerts are in a transaction", () -> read("read_uncommitted")
                .containsAll(keys(0, sent)));
        end(0);
        publish(5);
        await("the broker has aborted it", this::isSettled);
        List<String> log = logged("org.apache.flink.connector.kafka.sink.internal.KafkaCommitter");
        submit(newestState());
        await("the alerts of later events are written", () -> committed().containsAll(keys(15, sent)));
        assertThat(committed())
                .containsExactlyInAnyOrderElementsOf(Stream.concat(keys(0, 10).stream(), keys(15, sent).stream())
                        .toList());
        assertThat(cluster.flink().metrics().sum("failedCommittables")).isPositive();
        assertThat(log).anySatisfy(line -> assertThat(line)
                .contains("Unable to commit transaction", cluster.groupId() + "-alerts"));
    }

    /** @param faster by how much all times are shorter than those that are shipped */
    private void start(int faster) throws Exception {
        Configuration shipped = GlobalConfiguration.loadConfiguration("../flink-conf");
        for (ConfigOption<Duration> each : List.of(
                CheckpointingOptions.CHECKPOINTING_INTERVAL,
                CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS,
                CheckpointingOptions.CHECKPOINTING_TIMEOUT)) {
            if (!flink.contains(each)) {
                flink.set(each, shipped.get(each).dividedBy(faster));
            }
        }
        flink.set(
                        CheckpointingOptions.TOLERABLE_FAILURE_NUMBER,
                        shipped.get(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER))
                .set(
                        CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
                        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION)
                .set(CheckpointingOptions.CHECKPOINT_STORAGE, HeldStorage.Factory.class.getName())
                .set(
                        CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                        cluster.savepoints().toUri().toString())
                .set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        transactionTimeout = AimOptions.TRANSACTION_TIMEOUT.defaultValue().dividedBy(faster);
        cluster.createTopics();
        admin = cluster.closedAfterwards(cluster.connection().openAdmin());
        events = cluster.closedAfterwards(
                new EventPublisher(cluster.connection(), cluster.topics().events(), EventFormat.JSON));
        cluster.closedAfterwards(() -> HeldStorage.hold(false));
        try (Producer<byte[], byte[]> producer = cluster.connection().openProducer(Map.of())) {
            producer.send(new ProducerRecord<>(
                            cluster.topics().rules(),
                            "each".getBytes(UTF_8),
                            "{\"id\":\"each\",\"when\":\"event.cost > 0\"}".getBytes(UTF_8)))
                    .get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
        }
        after(Duration.ofSeconds(2)); // aim.rules.delay
        submit(SavepointRestoreSettings.none());
        await("there is a state to go on from", () -> job.checkpoints().getNumberOfCompletedCheckpoints() > 0);
    }

    private void submit(SavepointRestoreSettings from) {
        job = cluster.submit(
                cluster.newEnvironment(1, flink),
                cluster.options()
                        .set(AimOptions.EVENTS_FORMAT, "json")
                        .set(AimOptions.MODEL, "aim-42")
                        .set(AimOptions.TRANSACTION_TIMEOUT, transactionTimeout)
                        .set(AimOptions.ALERTS_DELIVERY, Delivery.EXACTLY_ONCE.label()),
                from);
        job.awaitRunning(DEADLINE);
    }

    private static void await(String what, BooleanSupplier condition) {
        assertThat(Waiting.until(condition, DEADLINE, 100)).as(what).isTrue();
    }

    private static void after(Duration time) {
        long endNanos = System.nanoTime() + time.toNanos();
        await("it is " + time + " later", () -> System.nanoTime() - endNanos >= 0);
    }

    /** Each of a subscriber of its own, and so with an alert of its own. */
    private void publish(int count) {
        for (int i = 0; i < count; i++) {
            events.publish(new Event(sent++, System.currentTimeMillis(), 60, 1, false));
        }
        events.flush();
    }

    /** Up to seven tenths of the timeout. */
    private Duration slow(Random random) {
        return flink.get(CheckpointingOptions.CHECKPOINTING_TIMEOUT)
                .multipliedBy(random.nextInt(70))
                .dividedBy(100);
    }

    private static List<Long> keys(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    private List<Long> committed() {
        return read("read_committed");
    }

    private List<Long> read(String isolation) {
        List<Long> keys = new ArrayList<>();
        for (String json : cluster.values(cluster.topics().alerts(), isolation)) {
            try {
                keys.add(JSON.readTree(json).path("key").asLong());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return keys;
    }

    /** Lets one checkpoint fail by its timeout, where that is asked for, and the next one be slow. */
    private void disturbCheckpoints(boolean fails, Duration slow) {
        HeldStorage.hold(true);
        if (fails) {
            long failed = job.checkpoints().getNumberOfFailedCheckpoints();
            await("a checkpoint fails", () -> job.checkpoints().getNumberOfFailedCheckpoints() > failed);
        }
        after(slow);
        HeldStorage.hold(false);
    }

    private boolean hasEnded() {
        return job.status().isGloballyTerminalState();
    }

    /** Ends the job with a savepoint, which commits nothing; or by a failure, in way 1 while it commits what a checkpoint has. */
    private void end(int way) throws Exception {
        MiniCluster flinkCluster = cluster.flink().miniCluster();
        if (way == 0) {
            JobID running = flinkCluster.listJobs().get().stream()
                    .filter(each -> each.getJobState() == JobStatus.RUNNING)
                    .map(JobStatusMessage::getJobId)
                    .findAny()
                    .orElseThrow();
            String folder = cluster.savepoints().toUri().toString();
            Waiting.forResult(
                    flinkCluster.triggerSavepoint(running, folder, true, SavepointFormatType.CANONICAL),
                    DEADLINE,
                    "There is no savepoint");
        } else {
            if (way == 1) {
                job.checkpoint();
            }
            cluster.flink().replaceTaskManagers(1);
        }
        await("the job is down", this::hasEnded);
    }

    /** When the broker aborts the oldest transaction that the job has left open. */
    private OptionalLong deadlineMs() throws ExecutionException, InterruptedException {
        List<String> open = admin
                .listTransactions(new ListTransactionsOptions().filterStates(List.of(TransactionState.ONGOING)))
                .all()
                .get()
                .stream()
                .map(TransactionListing::transactionalId)
                .filter(id -> id.startsWith(cluster.groupId() + "-"))
                .toList();
        return admin.describeTransactions(open).all().get().values().stream()
                .map(TransactionDescription::transactionStartTimeMs)
                .flatMapToLong(OptionalLong::stream)
                .map(startMs -> startMs + transactionTimeout.toMillis())
                .min();
    }

    /** The checkpoint or savepoint that was completed last. */
    private SavepointRestoreSettings newestState() throws IOException {
        try (Stream<Path> files = Files.walk(cluster.savepoints())) {
            Path newest = files.filter(each -> each.endsWith("_metadata"))
                    .max(Comparator.comparingLong(each -> each.toFile().lastModified()))
                    .orElseThrow();
            return SavepointRestoreSettings.forPath(newest.getParent().toUri().toString());
        }
    }

    /** Whether readers of committed alerts see as far as others. */
    private boolean isSettled() {
        return endOf(IsolationLevel.READ_COMMITTED) == endOf(IsolationLevel.READ_UNCOMMITTED);
    }

    private long endOf(IsolationLevel isolation) {
        TopicPartition alerts = new TopicPartition(cluster.topics().alerts(), 0);
        try {
            return admin.listOffsets(Map.of(alerts, OffsetSpec.latest()), new ListOffsetsOptions(isolation))
                    .partitionResult(alerts)
                    .get()
                    .offset();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What a class logs until the end of the test. */
    private List<String> logged(String name) {
        List<String> lines = new ArrayList<>();
        Logger logger = (Logger) LogManager.getLogger(name);
        AbstractAppender appender = new AbstractAppender("lines", null, null, true, Property.EMPTY_ARRAY) {
            @Override
            public synchronized void append(LogEvent event) {
                lines.add(event.getMessage().getFormattedMessage());
            }
        };
        appender.start();
        logger.addAppender(appender);
        cluster.closedAfterwards(() -> logger.removeAppender(appender));
        return lines;
    }
}
