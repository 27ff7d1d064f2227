package dev.aimonflink.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.RecordPublisher;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.core.query.AskedQuery;
import dev.aimonflink.core.query.QueryResult;
import dev.aimonflink.core.query.QueryResult.Status;
import dev.aimonflink.job.Topology;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.metrics.AimMetrics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Savepoints of models with panes, last events, texts as keys and attributes. Each restores on either state backend and with another
 * parallelism, gives the answers that it was taken with, and goes on as a job that never stopped. README.md of the folder says how
 * such a savepoint is made.
 */
class GoldenModelSavepointIT {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final Path FOLDER = Path.of("src/test/resources/savepoints");
    private static final Topics TOPICS = Topics.withPrefix(Topics.DEFAULT_PREFIX);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int PARALLELISM_OF_SAVEPOINTS = 2;

    @ParameterizedTest
    @CsvSource({
        "payments, card, hashmap, 1",
        "payments, card, rocksdb, 3",
        "devices, sensor, hashmap, 3",
        "devices, sensor, rocksdb, 1"
    })
    void shouldGoOnFromASavepointOfAModel(String name, String entity, String backend, int parallelism)
            throws IOException {
        Path folder = FOLDER.resolve(name);
        Configuration settings = new Configuration().set(StateBackendOptions.STATE_BACKEND, backend);
        try (World world = new World(folder, name, entity, parallelism, settings)) {
            world.publish("profiles.jsonl", TOPICS.subscribers());
            world.publish("events.jsonl", TOPICS.events());
            RunningJob job = world.submit(
                    SavepointRestoreSettings.forPath(folder.toAbsolutePath().toString()));
            assertThat(world.answers()).isEqualTo(Files.readAllLines(folder.resolve("answers.jsonl")));
            world.verify();
            world.publish("further-events.jsonl", TOPICS.events());
            List<String> expected = Files.readAllLines(folder.resolve("further-answers.jsonl"));
            boolean isSame = Waiting.until(() -> world.answers().equals(expected), DEADLINE);
            if (!isSame) {
                assertThat(world.answers()).isEqualTo(expected);
            }
            world.verify();
            job.requireRunning();
        }
    }

    /** Writes the savepoint and the answers, in place of those that exist. */
    @ParameterizedTest
    @CsvSource({"payments, card", "devices, sensor"})
    @EnabledIfSystemProperty(named = "aim.test.savepoints.make", matches = "true")
    void makeASavepointOfAModel(String name, String entity) throws IOException {
        Path folder = FOLDER.resolve(name);
        // In one file.
        Configuration settings =
                new Configuration().set(CheckpointingOptions.FS_SMALL_FILE_THRESHOLD, MemorySize.ofMebiBytes(1));
        try (World world = new World(folder, name, entity, PARALLELISM_OF_SAVEPOINTS, settings)) {
            RunningJob job = world.countAll();
            Files.write(folder.resolve("answers.jsonl"), world.answers());
            Path savepoint = Path.of(URI.create(job.stopWithSavepoint(world.flink.savepoints())));
            Files.copy(
                    savepoint.resolve("_metadata"), folder.resolve("_metadata"), StandardCopyOption.REPLACE_EXISTING);
        }
        try (World neverStopped = new World(folder, name, entity, PARALLELISM_OF_SAVEPOINTS, settings)) {
            RunningJob job = neverStopped.countAll();
            long before = neverStopped.counted(AimMetrics.EVENTS_APPLIED);
            long further = neverStopped.publish("further-events.jsonl", TOPICS.events());
            neverStopped.awaitCount(AimMetrics.EVENTS_APPLIED, before + further);
            Files.write(folder.resolve("further-answers.jsonl"), neverStopped.answers());
            job.requireRunning();
        }
    }

    /** A broker, a cluster and a client, and the files of one model. */
    private static final class World implements AutoCloseable {
        private final Path folder;
        private final String model;
        private final String entity;
        private final EmbeddedBroker broker;
        private final LocalFlink flink;
        private final QueryClient client;
        private final String keyField;

        World(Path folder, String model, String entity, int parallelism, Configuration settings) throws IOException {
            this.folder = folder;
            this.model = model;
            this.entity = entity;
            broker = EmbeddedBroker.start();
            flink = LocalFlink.start(1, parallelism, settings);
            TopicAdmin.createMissing(Connection.to(broker.bootstrap()), TOPICS);
            client = new QueryClient(Connection.to(broker.bootstrap()), TOPICS, "asker");
            keyField =
                    JSON.readTree(lines("profiles.jsonl").get(0)).fieldNames().next();
        }

        private List<String> lines(String file) throws IOException {
            return Files.readAllLines(folder.resolve(file));
        }

        /** Publishes the records of a file by their keys, and returns how many there are. */
        long publish(String file, String topic) throws IOException {
            List<String> records = lines(file);
            try (RecordPublisher publisher = new RecordPublisher(Connection.to(broker.bootstrap()), topic)) {
                for (String line : records) {
                    publisher.publish(utf8(JSON.readTree(line).get(keyField).asText()), utf8(line));
                }
                publisher.flush();
            }
            return records.size();
        }

        private static byte[] utf8(String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }

        RunningJob submit(SavepointRestoreSettings savepoint) {
            Configuration options = LocalJob.optionsOf(broker.bootstrap(), TOPICS);
            options.set(AimOptions.MODEL, folder.resolve(model + ".yaml").toString());
            StreamExecutionEnvironment environment = flink.newEnvironment();
            Topology.build(environment, JobSettings.of(options));
            RunningJob job = flink.submit(environment, model, savepoint);
            job.awaitRunning(DEADLINE);
            return job;
        }

        /** A job without a savepoint that has counted everything but the further events. */
        RunningJob countAll() throws IOException {
            long profiles = publish("profiles.jsonl", TOPICS.subscribers());
            long events = publish("events.jsonl", TOPICS.events());
            RunningJob job = submit(SavepointRestoreSettings.none());
            awaitCount(AimMetrics.PROFILES_APPLIED, profiles);
            awaitCount(AimMetrics.EVENTS_APPLIED, events);
            return job;
        }

        long counted(String metric) {
            return flink.metrics().sum(AimMetrics.GROUP + "." + metric);
        }

        void awaitCount(String metric, long count) {
            assertThat(Waiting.until(() -> counted(metric) == count, DEADLINE))
                    .as("%s=%d, not %d", metric, counted(metric), count)
                    .isTrue();
        }

        /** What is known of each entity, a line of JSON each. */
        List<String> answers() {
            List<String> answers = new ArrayList<>();
            try {
                for (String line : lines("keys.jsonl")) {
                    JsonNode key = JSON.readTree(line);
                    Object value = key.isTextual() ? key.asText() : (Object) key.asLong();
                    answers.add(answer(ask(new AskedQuery(entity, Map.of(keyField, value)))));
                }
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
            return answers;
        }

        private static String answer(QueryResult result) throws IOException {
            List<List<String>> rows = new ArrayList<>();
            for (List<Object> row : result.rows()) {
                List<String> cells = new ArrayList<>();
                for (int i = 0; i < row.size(); i++) {
                    cells.add(result.columns().get(i) + "=" + text(row.get(i)));
                }
                rows.add(cells);
            }
            return JSON.writeValueAsString(rows);
        }

        /** Numbers without zeros behind their last digit. */
        private static String text(Object value) {
            return value instanceof Number
                    ? new BigDecimal(value.toString()).stripTrailingZeros().toPlainString()
                    : String.valueOf(value);
        }

        void verify() {
            assertThat(ask(AskedQuery.withDefaults("verify")).rows())
                    .singleElement()
                    .satisfies(row -> assertThat(row).element(1).isEqualTo(0L));
        }

        private QueryResult ask(AskedQuery query) {
            QueryResult result = client.ask(query, DEADLINE).join();
            assertThat(result.status()).as("%s", result).isEqualTo(Status.OK);
            return result;
        }

        @Override
        public void close() {
            client.close();
            flink.close();
            broker.close();
        }
    }
}
