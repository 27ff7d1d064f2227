package dev.aimonflink.local;

import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.config.LostOffsets;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * A job whose next records Kafka no longer has stops and says so, although Flink is configured to restart it; or goes on and counts what is
 * lost. The records are none that the job can read, so the number of its dead letters tells how many it has read since its start.
 */
class LostOffsetsIT {
    private static final int PARTITION = 0;

    @RegisterExtension
    final SharedCluster cluster = new SharedCluster();

    private String topic;

    @ParameterizedTest
    @ValueSource(strings = {"events", "profiles"})
    void shouldStopWhereRecordsWereDeletedWhileItWasDown(String which) throws Exception {
        cluster.createTopics();
        topic = which.equals("events")
                ? cluster.topics().events()
                : cluster.topics().profiles();
        letRecordsBeDeleted();
        publish(3);
        RunningJob job = submit(LostOffsets.STOP, SavepointRestoreSettings.none());
        awaitRead(3);
        SavepointRestoreSettings savepoint = savepointOf(job);
        publish(3);
        deleteBefore(5);
        assertStops(
                submit(LostOffsets.STOP, savepoint),
                "it goes on at offset 3, and Kafka has 5 to 5: 2 records were deleted before the job read them.");
        RunningJob skipping = submit(LostOffsets.SKIP, savepoint);
        awaitRead(1);
        assertThat(cluster.counted(AimMetrics.OFFSETS_LOST)).isEqualTo(1);
        assertThat(cluster.counted(AimMetrics.RECORDS_LOST)).isEqualTo(2);
        skipping.requireRunning();
        // Answers say what is missing of events, as long as the state is that which lacks it.
        long missing = which.equals("events") ? 2 : 0;
        awaitAnswersThatLack(missing);
        submit(LostOffsets.STOP, savepointOf(skipping));
        awaitAnswersThatLack(missing);
    }

    @Test
    void shouldStopWhereTheTopicWasCreatedAnew() throws Exception {
        cluster.createTopics();
        topic = cluster.topics().events();
        publish(3);
        RunningJob job = submit(LostOffsets.STOP, SavepointRestoreSettings.none());
        awaitRead(3);
        SavepointRestoreSettings savepoint = savepointOf(job);
        createAnew();
        publish(2);
        assertStops(
                submit(LostOffsets.STOP, savepoint),
                "it goes on at offset 3, and Kafka has 0 to 1: the topic was created anew or has lost its end, so how"
                        + " many records followed is unknown.");
        submit(LostOffsets.SKIP, savepoint);
        awaitRead(2);
        assertThat(cluster.counted(AimMetrics.OFFSETS_LOST)).isEqualTo(1);
        assertThat(cluster.counted(AimMetrics.RECORDS_LOST)).isZero();
        awaitAnswersThatLack(1);
    }

    /** An open transaction keeps the reader from the records behind it, until they are deleted. */
    @ParameterizedTest
    @ValueSource(strings = {"stop", "skip"})
    void shouldNoticeThatItFallsBehindWhileItRuns(String way) throws Exception {
        cluster.createTopics();
        topic = cluster.topics().events();
        publish(3);
        boolean stops = way.equals("stop");
        RunningJob job = submit(stops ? LostOffsets.STOP : LostOffsets.SKIP, SavepointRestoreSettings.none());
        awaitRead(3);
        job.awaitRunning(SharedCluster.DEADLINE);
        job.checkpoint();
        try (KafkaProducer<byte[], byte[]> open = producer(Map.of("transactional.id", topic))) {
            open.initTransactions();
            open.beginTransaction();
            send(open, 1);
            publish(3);
            deleteBefore(6);
            if (stops) {
                assertStops(job, "it goes on at offset 3, and Kafka has 6 to 6: 3 records were deleted");
            } else {
                assertThat(Waiting.until(() -> cluster.counted(AimMetrics.RECORDS_LOST) == 3, SharedCluster.DEADLINE))
                        .as("the job goes on and counts what is lost")
                        .isTrue();
            }
            open.abortTransaction();
        }
        if (!stops) {
            awaitRead(1);
            job.requireRunning();
            awaitAnswersThatLack(3);
        }
    }

    private RunningJob submit(LostOffsets way, SavepointRestoreSettings restoreFrom) {
        Configuration restarting = new Configuration()
                .set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay")
                .set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 100)
                .set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(50))
                .set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofHours(1));
        return cluster.submit(
                cluster.newEnvironment(1, restarting),
                cluster.options().set(AimOptions.LOST_OFFSETS, way.label()).set(AimOptions.MODEL, "aim-42"),
                restoreFrom);
    }

    /** Records are read before the matrix runs, and without it there is no savepoint. */
    private SavepointRestoreSettings savepointOf(RunningJob job) {
        job.awaitRunning(SharedCluster.DEADLINE);
        return SavepointRestoreSettings.forPath(job.stopWithSavepoint(cluster.savepoints()));
    }

    /** Waits until the present run has read so many records. */
    private void awaitRead(long records) {
        assertThat(Waiting.until(() -> cluster.counted(AimMetrics.DEAD_LETTERS) == records, SharedCluster.DEADLINE))
                .as(() -> cluster.counted(AimMetrics.DEAD_LETTERS) + " of " + records + " records are read")
                .isTrue();
    }

    private void awaitAnswersThatLack(long events) throws Exception {
        QueryClient client = cluster.newClient();
        QueryResult answer = null;
        for (long endNanos = System.nanoTime() + SharedCluster.DEADLINE.toNanos(); System.nanoTime() < endNanos; ) {
            answer = client.ask(AskedQuery.withDefaults("w2"), Duration.ofSeconds(5))
                    .get(SharedCluster.DEADLINE.toSeconds(), TimeUnit.SECONDS);
            if (answer.status() == QueryResult.Status.OK && answer.asOf().lost() == events) {
                return;
            }
        }
        assertThat(answer).as("an answer that lacks " + events + " events").isNull();
    }

    private void assertStops(RunningJob job, String sentence) {
        assertThat(Waiting.until(() -> job.status() == JobStatus.FAILED, SharedCluster.DEADLINE))
                .as("the job has failed, in spite of its restart strategy")
                .isTrue();
        assertThatThrownBy(job::requireRunning)
                .hasStackTraceContaining(
                        "aim.kafka.lost-offsets=stop: Kafka no longer has what the job has to read next." + " Of "
                                + topic + "-" + PARTITION + " " + sentence)
                .hasStackTraceContaining("--aim.start earliest")
                .hasStackTraceContaining("--aim.kafka.lost-offsets skip");
    }

    private KafkaProducer<byte[], byte[]> producer(Map<String, Object> settings) {
        Map<String, Object> all = new HashMap<>(settings);
        all.put("bootstrap.servers", cluster.bootstrap());
        return new KafkaProducer<>(all, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private void publish(int records) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = producer(Map.of())) {
            send(producer, records);
        }
    }

    private void send(KafkaProducer<byte[], byte[]> producer, int records) throws Exception {
        for (int i = 0; i < records; i++) {
            producer.send(new ProducerRecord<>(topic, PARTITION, new byte[] {'?'}, new byte[] {'?'}))
                    .get(SharedCluster.DEADLINE.toSeconds(), TimeUnit.SECONDS);
        }
    }

    /** Of a topic that is only compacted, the broker deletes none. */
    private void letRecordsBeDeleted() throws Exception {
        ConfigResource ofTopic = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        AlterConfigOp delete =
                new AlterConfigOp(new ConfigEntry("cleanup.policy", "compact,delete"), AlterConfigOp.OpType.SET);
        try (Admin admin = cluster.connection().openAdmin()) {
            admin.incrementalAlterConfigs(Map.of(ofTopic, List.of(delete)))
                    .all()
                    .get(SharedCluster.DEADLINE.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private void deleteBefore(long offset) throws Exception {
        try (Admin admin = cluster.connection().openAdmin()) {
            admin.deleteRecords(Map.of(new TopicPartition(topic, PARTITION), RecordsToDelete.beforeOffset(offset)))
                    .all()
                    .get(SharedCluster.DEADLINE.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private void createAnew() throws Exception {
        try (Admin admin = cluster.connection().openAdmin()) {
            admin.deleteTopics(List.of(topic)).all().get(SharedCluster.DEADLINE.toSeconds(), TimeUnit.SECONDS);
            assertThat(Waiting.until(() -> !names(admin).contains(topic), SharedCluster.DEADLINE))
                    .as("the topic is gone")
                    .isTrue();
        }
        cluster.createTopics();
    }

    private static Set<String> names(Admin admin) {
        return Waiting.forResult(
                admin.listTopics().names().toCompletionStage().toCompletableFuture(),
                SharedCluster.DEADLINE,
                "The topics were not listed");
    }
}
