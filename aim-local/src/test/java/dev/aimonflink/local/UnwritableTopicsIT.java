package dev.aimonflink.local;

import dev.aimonflink.clients.EventPublisher;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.QueryResult.Status;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** A job without restarts goes on while it cannot write answers, and while a client leaves a transaction open. */
class UnwritableTopicsIT {
    private static final Duration DEADLINE = SharedCluster.DEADLINE;
    private static final AskedQuery SCAN = AskedQuery.withDefaults("w2");

    private static final AskedQuery IN_TWO_ROUNDS = new AskedQuery(
            "sql",
            Map.of(
                    "text",
                    "SELECT count(*) FROM subscribers WHERE number_of_calls_this_week >="
                            + " (SELECT avg(number_of_calls_this_week) FROM subscribers)"));

    @RegisterExtension
    final SharedCluster cluster = new SharedCluster();

    private QueryClient client;
    private RunningJob job;
    private long published;

    @BeforeEach
    void start() throws Exception {
        cluster.createTopics();
        Configuration flink = new Configuration()
                .set(RestartStrategyOptions.RESTART_STRATEGY, "none")
                .set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMinutes(8));
        job = cluster.submit(
                cluster.newEnvironment(2, flink),
                cluster.options().set(AimOptions.MODEL, "aim-42").set(AimOptions.EVENTS_FORMAT, "json"));
        job.awaitRunning(DEADLINE);
        client = cluster.newClient();
        publishAndAwait(10);
        assertThat(answer(SCAN).status()).isEqualTo(Status.OK);
    }

    private void publishAndAwait(int events) {
        try (EventPublisher publisher =
                new EventPublisher(cluster.connection(), cluster.topics().events(), EventFormat.JSON)) {
            for (int i = 0; i < events; i++) {
                publisher.publish(new Event(i, System.currentTimeMillis(), 61, 1.25f, false));
            }
        }
        published += events;
        await("apply " + published + " events", () -> cluster.counted(AimMetrics.EVENTS_APPLIED) == published);
    }

    private void await(String what, BooleanSupplier condition) {
        assertThat(Waiting.until(condition, DEADLINE)).as(what).isTrue();
        job.requireRunning();
    }

    private QueryResult answer(AskedQuery query) throws Exception {
        return client.ask(query, Duration.ofSeconds(30)).get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
    }

    /** Asks again and again, until there is an answer. */
    private void awaitAnswers(AskedQuery query) {
        await("answer again", () -> {
            try {
                return client.ask(query, Duration.ofSeconds(3))
                                .get(DEADLINE.toSeconds(), TimeUnit.SECONDS)
                                .status()
                        == Status.OK;
            } catch (Exception failure) {
                throw new IllegalStateException(failure);
            }
        });
    }

    @Test
    void shouldApplyEventsWhileAnswersCannotBeWritten() throws Exception {
        try (Admin admin = cluster.connection().openAdmin()) {
            admin.deleteTopics(List.of(cluster.topics().results())).all().get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
        }
        // Nobody hears of the refusals.
        await("drop answers and refuse scans", () -> {
            CompletableFuture<QueryResult> unused = client.ask(SCAN, Duration.ofSeconds(1));
            return cluster.counted("resultsDroppedNotDelivered") > 0 && cluster.counted("answersOverloaded") > 0;
        });
        publishAndAwait(10);
        job.checkpoint();
        publishAndAwait(10);
        TopicAdmin.createMissing(cluster.connection(), cluster.topics());
        awaitAnswers(SCAN);
    }

    @Test
    void shouldDropWhatIsTooLargeForTheTopicAndGoOn() throws Exception {
        AlterConfigOp change = new AlterConfigOp(
                new ConfigEntry(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, "100"), AlterConfigOp.OpType.SET);
        try (Admin admin = cluster.connection().openAdmin()) {
            admin.incrementalAlterConfigs(Map.of(
                            new ConfigResource(
                                    ConfigResource.Type.TOPIC, cluster.topics().results()),
                            List.of(change)))
                    .all()
                    .get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
        }
        await("drop answers", () -> {
            CompletableFuture<QueryResult> unused = client.ask(SCAN, Duration.ofSeconds(1));
            return cluster.counted("resultsDroppedTooLarge") > 0;
        });
        publishAndAwait(10);
        assertThat(cluster.counted("answersOverloaded")).isZero();
    }

    @Test
    void shouldAnswerBehindAnOpenTransaction() throws Exception {
        try (KafkaProducer<byte[], byte[]> open = new KafkaProducer<>(
                Map.of("bootstrap.servers", cluster.bootstrap(), "transactional.id", cluster.groupId()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            open.initTransactions();
            open.beginTransaction();
            open.send(new ProducerRecord<>(cluster.topics().queries(), "no request".getBytes(UTF_8)))
                    .get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
            assertThat(answer(SCAN).status()).isEqualTo(Status.OK);
            assertThat(answer(IN_TWO_ROUNDS).status()).isEqualTo(Status.OK);
            open.abortTransaction();
        }
    }
}
