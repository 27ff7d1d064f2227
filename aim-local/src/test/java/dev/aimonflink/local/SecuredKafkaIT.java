package dev.aimonflink.local;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.EventPublisher;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.TopicSettings;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.job.Topology;
import dev.aimonflink.job.config.JobArguments;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.QueryResult.Status;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A broker that speaks TLS and requires a password: job and clients say by passed-through settings how. */
class SecuredKafkaIT {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final Topics TOPICS = Topics.withPrefix(Topics.DEFAULT_PREFIX);
    private static final String LOGIN = "org.apache.kafka.common.security.plain.PlainLoginModule required";
    private static final String STORE_PASSWORD = "changeit";

    @TempDir
    private Path folder;

    private Map<String, String> broker() {
        return Map.of(
                "listener.security.protocol.map",
                "CLIENT:SASL_SSL,CONTROLLER:PLAINTEXT",
                "ssl.keystore.type",
                "PKCS12",
                "ssl.keystore.location",
                folder.resolve("broker.p12").toString(),
                "ssl.keystore.password",
                STORE_PASSWORD,
                "ssl.key.password",
                STORE_PASSWORD,
                // It is a client of its own, too.
                "ssl.truststore.type",
                "PKCS12",
                "ssl.truststore.location",
                folder.resolve("trusted.p12").toString(),
                "ssl.truststore.password",
                STORE_PASSWORD,
                "sasl.enabled.mechanisms",
                "PLAIN",
                "sasl.mechanism.inter.broker.protocol",
                "PLAIN");
    }

    private Map<String, String> client() {
        return Map.of(
                "security.protocol",
                "SASL_SSL",
                "ssl.truststore.type",
                "PKCS12",
                "ssl.truststore.location",
                folder.resolve("trusted.p12").toString(),
                "ssl.truststore.password",
                STORE_PASSWORD,
                "sasl.mechanism",
                "PLAIN",
                "sasl.jaas.config",
                LOGIN + " username=\"aim\" password=\"secret\";");
    }

    /** A certificate for this host, and a store of those who trust it. */
    private void makeStores() throws Exception {
        keytool(
                "-genkeypair",
                "-alias",
                "broker",
                "-keyalg",
                "EC",
                "-dname",
                "CN=broker",
                "-ext",
                "SAN=ip:127.0.0.1",
                "-keystore",
                "broker.p12");
        keytool("-exportcert", "-alias", "broker", "-file", "broker.cer", "-keystore", "broker.p12");
        keytool("-importcert", "-noprompt", "-alias", "broker", "-file", "broker.cer", "-keystore", "trusted.p12");
    }

    private void keytool(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", STORE_PASSWORD));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    @Test
    void shouldReadAndWriteEncryptedWhereAPasswordIsAskedFor() throws Exception {
        makeStores();
        Map<String, String> settings = new HashMap<>(broker());
        settings.put(
                "listener.name.client.plain.sasl.jaas.config",
                LOGIN + " username=\"broker\" password=\"b\" user_broker=\"b\" user_aim=\"secret\";");
        try (EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBroker.DEFAULT_DEADLINE, settings);
                LocalFlink flink = LocalFlink.start(1)) {
            Connection connection = new Connection(broker.bootstrap(), client());
            try (TopicAdmin admin = new TopicAdmin(connection)) {
                admin.createMissing(TOPICS, TopicSettings.defaults());
            }
            List<String> arguments =
                    new ArrayList<>(List.of("--aim.kafka.bootstrap-servers", broker.bootstrap(), "--aim.model=aim-42"));
            client().forEach((name, value) -> arguments.add("--" + JobArguments.KAFKA_PREFIX + name + "=" + value));
            StreamExecutionEnvironment environment = flink.newEnvironment();
            Topology.build(environment, JobSettings.of(JobArguments.parse(arguments.toArray(String[]::new))));
            flink.submit(environment, "secured").awaitRunning(DEADLINE);

            try (EventPublisher events = new EventPublisher(connection, TOPICS.events(), EventFormat.JSON)) {
                events.publish(new Event(7, System.currentTimeMillis(), 61, 1.25f, false));
            }
            assertThat(Waiting.until(() -> flink.metrics().sum("aim.eventsApplied") == 1, DEADLINE))
                    .isTrue();
            try (QueryClient client = new QueryClient(connection, TOPICS, "asker")) {
                QueryResult result = client.ask(AskedQuery.withDefaults("w2"), Duration.ofSeconds(30))
                        .get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
                assertThat(result.status()).isEqualTo(Status.OK);
                assertThat(result.rowsScanned()).isEqualTo(1);
            }
        }
    }
}
