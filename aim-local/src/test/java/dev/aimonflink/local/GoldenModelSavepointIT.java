package dev.aimonflink.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.RecordPublisher;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.config.LostOffsets;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.query.request.AskedQuery;
import dev.aimonflink.query.request.QueryResult;
import dev.aimonflink.query.request.QueryResult.Status;
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
import java.util.TreeMap;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
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
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int PARALLELISM_OF_SAVEPOINTS = 2;

    @RegisterExtension
    final SharedCluster cluster = new SharedCluster(Topics.defaults());

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
        World world = new World(folder, name, entity, parallelism, settings);
        world.publish("profiles.jsonl", cluster.topics().profiles());
        world.publish("events.jsonl", cluster.topics().events());
        RunningJob job = world.submit(folder.resolve(name + ".yaml"), savepoint(folder));
        assertThat(world.answers()).isEqualTo(Files.readAllLines(folder.resolve("answers.jsonl")));
        world.verify();
        world.publish("further-events.jsonl", cluster.topics().events());
        List<String> expected = Files.readAllLines(folder.resolve("further-answers.jsonl"));
        boolean isSame = Waiting.until(() -> world.answers().equals(expected), DEADLINE);
        if (!isSame) {
            assertThat(world.answers()).isEqualTo(expected);
        }
        world.verify();
        job.requireRunning();
    }

    private static SavepointRestoreSettings savepoint(Path folder) {
        return SavepointRestoreSettings.forPath(folder.toAbsolutePath().toString());
    }

    /**
     * One function of a field is replaced by another. Columns that both models have go on, those of the earlier function are gone,
     * and a column of the new one has the further events alone.
     *
     * @param field a whole number
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        payments | card   | rocksdb | 1 | items: [sum, max] | items: [sum, min] | items   | min_items_last_20_events
        payments | card   | hashmap | 3 | items: [sum, max] | items: [sum, min] | items   | min_items_last_20_events
        devices  | sensor | hashmap | 1 | battery: [min]    | battery: [max]    | battery | max_battery_last_7_days
        """)
    void shouldGoOnWithAChangedModel(
            String name,
            String entity,
            String backend,
            int parallelism,
            String text,
            String by,
            String field,
            String added,
            @TempDir Path models)
            throws IOException {
        Path folder = FOLDER.resolve(name);
        String earlier = Files.readString(folder.resolve(name + ".yaml"));
        assertThat(earlier).contains(text);
        Path changed = Files.writeString(models.resolve("changed.yaml"), earlier.replace(text, by));
        String table = name.equals("payments") ? "regions.csv" : "locations.csv";
        Files.copy(folder.resolve(table), models.resolve(table));
        boolean isMin = added.startsWith("min");
        String functions = (isMin ? "min_" : "max_") + field;
        String removed = (isMin ? "max_" : "min_") + field;
        Configuration settings = new Configuration().set(StateBackendOptions.STATE_BACKEND, backend);
        World world = new World(folder, name, entity, parallelism, settings);
        world.publish("profiles.jsonl", cluster.topics().profiles());
        world.publish("events.jsonl", cluster.topics().events());
        RunningJob job = world.submit(changed, savepoint(folder));
        List<Map<String, String>> expected = without(removed, world.lines("answers.jsonl"));
        expected.forEach(cells -> cells.put(added, "null"));
        assertThat(cells(world.answers(), functions, added)).isEqualTo(expected);
        world.verify();
        world.publish("further-events.jsonl", cluster.topics().events());
        List<Map<String, String>> further = without(removed, world.lines("further-answers.jsonl"));
        for (Map<String, String> cells : further) {
            cells.put(added, world.extremeOfFurtherEvents(cells.get(world.keyField), field, isMin));
        }
        assertThat(further).extracting(cells -> cells.get(added)).anyMatch(value -> !value.equals("null"));
        boolean isSame =
                Waiting.until(() -> cells(world.answers(), functions, added).equals(further), DEADLINE);
        if (!isSame) {
            assertThat(cells(world.answers(), functions, added)).isEqualTo(further);
        }
        world.verify();
        job.requireRunning();
    }

    /** The cells of each answer, but for those of some columns. */
    private static List<Map<String, String>> without(String prefix, List<String> answers) throws IOException {
        List<Map<String, String>> all = new ArrayList<>();
        for (String answer : answers) {
            Map<String, String> cells = new TreeMap<>();
            for (JsonNode row : JSON.readTree(answer)) {
                for (JsonNode cell : row) {
                    String[] parts = cell.asText().split("=", 2);
                    cells.put(parts[0], parts[1]);
                }
            }
            cells.keySet().removeIf(column -> column.startsWith(prefix));
            all.add(cells);
        }
        return all;
    }

    /** The cells of each answer, and of those with a prefix only one. */
    private static List<Map<String, String>> cells(List<String> answers, String prefix, String kept) {
        try {
            List<Map<String, String>> cells = without(prefix, answers);
            List<Map<String, String>> all = without("-", answers);
            for (int i = 0; i < cells.size(); i++) {
                cells.get(i).put(kept, all.get(i).get(kept));
            }
            return cells;
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** Writes the savepoint and its answers, in place of those that exist. */
    @ParameterizedTest
    @CsvSource({"payments, card", "devices, sensor"})
    @EnabledIfSystemProperty(named = "aim.test.savepoints.make", matches = "true")
    void makeASavepointOfAModel(String name, String entity) throws IOException {
        Path folder = FOLDER.resolve(name);
        World world = new World(folder, name, entity, PARALLELISM_OF_SAVEPOINTS, inOneFile());
        RunningJob job = world.countAll();
        Files.write(folder.resolve("answers.jsonl"), world.answers());
        Path savepoint = Path.of(URI.create(job.stopWithSavepoint(cluster.savepoints())));
        Files.copy(savepoint.resolve("_metadata"), folder.resolve("_metadata"), StandardCopyOption.REPLACE_EXISTING);
    }

    /** Writes the answers of a job that was never stopped. */
    @ParameterizedTest
    @CsvSource({"payments, card", "devices, sensor"})
    @EnabledIfSystemProperty(named = "aim.test.savepoints.make", matches = "true")
    void makeFurtherAnswersOfAModel(String name, String entity) throws IOException {
        Path folder = FOLDER.resolve(name);
        World world = new World(folder, name, entity, PARALLELISM_OF_SAVEPOINTS, inOneFile());
        RunningJob job = world.countAll();
        long before = cluster.counted(AimMetrics.EVENTS_APPLIED);
        long further = world.publish("further-events.jsonl", cluster.topics().events());
        world.awaitCount(AimMetrics.EVENTS_APPLIED, before + further);
        Files.write(folder.resolve("further-answers.jsonl"), world.answers());
        job.requireRunning();
    }

    private static Configuration inOneFile() {
        return new Configuration().set(CheckpointingOptions.FS_SMALL_FILE_THRESHOLD, MemorySize.ofMebiBytes(1));
    }

    /** A client, and the files of one model. */
    private final class World {
        private final Path folder;
        private final String model;
        private final String entity;
        private final int parallelism;
        private final Configuration settings;
        private final QueryClient client;
        private final String keyField;

        World(Path folder, String model, String entity, int parallelism, Configuration settings) throws IOException {
            this.folder = folder;
            this.model = model;
            this.entity = entity;
            this.parallelism = parallelism;
            this.settings = settings;
            cluster.createTopics();
            client = cluster.newClient();
            keyField =
                    JSON.readTree(lines("profiles.jsonl").get(0)).fieldNames().next();
        }

        private List<String> lines(String file) throws IOException {
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

        private static byte[] utf8(String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }

        RunningJob submit(Path ofModel, SavepointRestoreSettings savepoint) {
            RunningJob job = cluster.submit(
                    cluster.newEnvironment(parallelism, settings),
                    // The broker is not that of the savepoint, so it lacks its offsets.
                    cluster.options()
                            .set(AimOptions.MODEL, ofModel.toString())
                            .set(AimOptions.LOST_OFFSETS, LostOffsets.SKIP.label()),
                    savepoint);
            job.awaitRunning(DEADLINE);
            return job;
        }

        /** A job without a savepoint that has counted everything but the further events. */
        RunningJob countAll() throws IOException {
            long profiles = publish("profiles.jsonl", cluster.topics().profiles());
            long events = publish("events.jsonl", cluster.topics().events());
            RunningJob job = submit(folder.resolve(model + ".yaml"), SavepointRestoreSettings.none());
            awaitCount(AimMetrics.PROFILES_APPLIED, profiles);
            awaitCount(AimMetrics.EVENTS_APPLIED, events);
            return job;
        }

        void awaitCount(String metric, long count) {
            assertThat(Waiting.until(() -> cluster.counted(metric) == count, DEADLINE))
                    .as("%s=%d, not %d", metric, cluster.counted(metric), count)
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
    }
}
