package dev.aimonflink.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.RecordPublisher;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.config.LostOffsets;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.QueryResult.Status;
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
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;

import static org.assertj.core.api.Assertions.assertThat;

/** A client, and the records and answers of one golden savepoint. */
final class GoldenWorld {
    static final Path FOLDER = Path.of("src/test/resources/savepoints");
    static final Duration DEADLINE = SharedCluster.DEADLINE;
    static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** Of savepoints when they are made. */
    static final int PARALLELISM = 2;

    private final SharedCluster cluster;
    private final Path folder;
    private final String entity;
    private final int parallelism;
    private final Configuration settings;
    private final QueryClient client;
    private final String keyField;

    GoldenWorld(SharedCluster cluster, Path folder, String entity, int parallelism, Configuration settings)
            throws IOException {
        this.cluster = cluster;
        this.folder = folder;
        this.entity = entity;
        this.parallelism = parallelism;
        this.settings = settings;
        cluster.createTopics();
        client = cluster.newClient();
        keyField = JSON.readTree(lines("profiles.jsonl").get(0)).fieldNames().next();
    }

    static Configuration inOneFile() {
        return new Configuration().set(CheckpointingOptions.FS_SMALL_FILE_THRESHOLD, MemorySize.ofMebiBytes(1));
    }

    static SavepointRestoreSettings savepoint(Path folder) {
        return SavepointRestoreSettings.forPath(folder.toAbsolutePath().toString());
    }

    String keyField() {
        return keyField;
    }

    List<String> lines(String file) throws IOException {
        return Files.readAllLines(folder.resolve(file));
    }

    /** Publishes the records of a file by their keys, and returns how many there are. */
    long publish(String file, String topic) throws IOException {
        List<String> records = lines(file);
        try (RecordPublisher publisher = new RecordPublisher(cluster.connection(), topic)) {
            for (String line : records) {
                publisher.publish(utf8(JSON.readTree(line).get(keyField).asText()), utf8(line));
            }
            publisher.flush();
        }
        return records.size();
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The least or the greatest value of a field in the further events of an entity; {@code null} if none has it. */
    String extremeOfFurtherEvents(String key, String field, boolean isMin) throws IOException {
        List<Long> values = new ArrayList<>();
        for (String line : lines("further-events.jsonl")) {
            JsonNode event = JSON.readTree(line);
            if (event.get(keyField).asText().equals(key) && event.hasNonNull(field)) {
                values.add(event.get(field).asLong());
            }
        }
        Comparator<Long> order = isMin ? Comparator.reverseOrder() : Comparator.naturalOrder();
        return values.stream().max(order).map(String::valueOf).orElse("null");
    }

    RunningJob submit(String model, SavepointRestoreSettings savepoint) {
        RunningJob job = cluster.submit(
                cluster.newEnvironment(parallelism, settings),
                // The broker is not that of the savepoint, so it lacks its offsets.
                cluster.options().set(AimOptions.MODEL, model).set(AimOptions.LOST_OFFSETS, LostOffsets.SKIP.label()),
                savepoint);
        job.awaitRunning(DEADLINE);
        return job;
    }

    /** A job without a savepoint that has counted everything but the further events. */
    RunningJob countAll(String model) throws IOException {
        long profiles = publish("profiles.jsonl", cluster.topics().profiles());
        long events = publish("events.jsonl", cluster.topics().events());
        RunningJob job = submit(model, SavepointRestoreSettings.none());
        awaitCount(AimMetrics.PROFILES_APPLIED, profiles);
        awaitCount(AimMetrics.EVENTS_APPLIED, events);
        return job;
    }

    /** Counts the further events. */
    void countFurtherEvents() throws IOException {
        long before = cluster.counted(AimMetrics.EVENTS_APPLIED);
        awaitCount(
                AimMetrics.EVENTS_APPLIED,
                before + publish("further-events.jsonl", cluster.topics().events()));
    }

    private void awaitCount(String metric, long count) {
        assertThat(Waiting.until(() -> cluster.counted(metric) == count, DEADLINE))
                .as("%s=%d, not %d", metric, cluster.counted(metric), count)
                .isTrue();
    }

    /** Stops a job with a savepoint, and puts it into a folder. */
    void stopInto(RunningJob job, Path kept) throws IOException {
        Path savepoint = Path.of(URI.create(job.stopWithSavepoint(cluster.savepoints())));
        Files.copy(savepoint.resolve("_metadata"), kept.resolve("_metadata"), StandardCopyOption.REPLACE_EXISTING);
    }

    /** Writes the answers, unless a file has them: those of other savepoints stay. */
    void keepAnswers(String file) throws IOException {
        if (Files.exists(folder.resolve(file))) {
            assertThat(answers()).isEqualTo(lines(file));
        } else {
            Files.write(folder.resolve(file), answers());
        }
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

    /** Asks once more where nobody has answered: a job reads queries from the end of their topic on, once it has started. */
    QueryResult ask(AskedQuery query) {
        QueryResult result = client.ask(query, PATIENCE).join();
        if (result.status() == Status.TIMEOUT) {
            result = client.ask(query, DEADLINE).join();
        }
        assertThat(result.status()).as("%s", result).isEqualTo(Status.OK);
        return result;
    }
}
