package dev.aimonflink.local;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.EventPublisher;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.TopicSettings;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.core.model.Event;
import dev.aimonflink.core.query.QueryCall;
import dev.aimonflink.core.query.QueryResult;
import dev.aimonflink.core.query.QueryResult.Status;
import dev.aimonflink.core.wire.EventFormat;
import dev.aimonflink.job.Topology;
import dev.aimonflink.job.config.JobArguments;
import dev.aimonflink.job.config.JobSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A broker that lets nobody in without a password: job and clients say theirs by passed-through settings. */
class SecuredKafkaIT {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final Topics TOPICS = Topics.withPrefix(Topics.DEFAULT_PREFIX);
    private static final String LOGIN = "org.apache.kafka.common.security.plain.PlainLoginModule required";

    private static final Map<String, String> BROKER = Map.of(
            "listener.security.protocol.map", "CLIENT:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT",
            "sasl.enabled.mechanisms", "PLAIN",
            "sasl.mechanism.inter.broker.protocol", "PLAIN",
            "listener.name.client.plain.sasl.jaas.config",
                    LOGIN + " username=\"broker\" password=\"b\" user_broker=\"b\" user_aim=\"secret\";");

    private static final Map<String, String> CLIENT = Map.of(
            "security.protocol", "SASL_PLAINTEXT",
            "sasl.mechanism", "PLAIN",
            "sasl.jaas.config", LOGIN + " username=\"aim\" password=\"secret\";");

    @Test
    void shouldReadAndWriteWhereAPasswordIsAskedFor() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBroker.DEFAULT_DEADLINE, BROKER);
                LocalFlink flink = LocalFlink.start(1)) {
            Connection connection = new Connection(broker.bootstrap(), CLIENT);
            try (TopicAdmin admin = new TopicAdmin(connection)) {
                admin.createMissing(TOPICS, TopicSettings.defaults());
            }
            List<String> arguments = new ArrayList<>(
                    List.of("--aim.kafka.bootstrap-servers", broker.bootstrap(), "--aim.matrix.aggregates=42"));
            CLIENT.forEach((name, value) -> arguments.add("--" + JobArguments.KAFKA_PREFIX + name + "=" + value));
            StreamExecutionEnvironment environment = flink.newEnvironment();
            Topology.build(environment, JobSettings.of(JobArguments.parse(arguments.toArray(String[]::new))));
            flink.submit(environment, "secured").awaitRunning(DEADLINE);

            try (EventPublisher events = new EventPublisher(connection, TOPICS.events(), EventFormat.KRYO)) {
                events.publish(new Event(7, System.currentTimeMillis(), 61, 1.25f, false));
            }
            assertThat(Waiting.until(() -> flink.metrics().sum("aim.eventsApplied") == 1, DEADLINE))
                    .isTrue();
            try (QueryClient client = new QueryClient(connection, TOPICS, "asker")) {
                QueryResult result = client.ask(QueryCall.withDefaults("w2"), Duration.ofSeconds(30))
                        .get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
                assertThat(result.status()).isEqualTo(Status.OK);
                assertThat(result.rowsScanned()).isEqualTo(1);
            }
        }
    }
}
