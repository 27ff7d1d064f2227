package dev.aimonflink.local;

import com.fasterxml.jackson.databind.JsonNode;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateBackendOptions;
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
        Path folder = GoldenWorld.FOLDER.resolve(name);
        Configuration settings = new Configuration().set(StateBackendOptions.STATE_BACKEND, backend);
        GoldenWorld world = new GoldenWorld(cluster, folder, entity, parallelism, settings);
        world.publish("profiles.jsonl", cluster.topics().profiles());
        world.publish("events.jsonl", cluster.topics().events());
        RunningJob job = world.submit(folder.resolve(name + ".yaml").toString(), GoldenWorld.savepoint(folder));
        assertThat(world.answers()).isEqualTo(Files.readAllLines(folder.resolve("answers.jsonl")));
        world.verify();
        world.publish("further-events.jsonl", cluster.topics().events());
        List<String> expected = Files.readAllLines(folder.resolve("further-answers.jsonl"));
        boolean isSame = Waiting.until(() -> world.answers().equals(expected), GoldenWorld.DEADLINE);
        if (!isSame) {
            assertThat(world.answers()).isEqualTo(expected);
        }
        world.verify();
        job.requireRunning();
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
        Path folder = GoldenWorld.FOLDER.resolve(name);
        String earlier = Files.readString(folder.resolve(name + ".yaml"));
        assertThat(earlier).contains(text);
        Path changed = Files.writeString(models.resolve("changed.yaml"), earlier.replace(text, by));
        String table = name.equals("payments") ? "regions.csv" : "locations.csv";
        Files.copy(folder.resolve(table), models.resolve(table));
        boolean isMin = added.startsWith("min");
        String functions = (isMin ? "min_" : "max_") + field;
        String removed = (isMin ? "max_" : "min_") + field;
        Configuration settings = new Configuration().set(StateBackendOptions.STATE_BACKEND, backend);
        GoldenWorld world = new GoldenWorld(cluster, folder, entity, parallelism, settings);
        world.publish("profiles.jsonl", cluster.topics().profiles());
        world.publish("events.jsonl", cluster.topics().events());
        RunningJob job = world.submit(changed.toString(), GoldenWorld.savepoint(folder));
        List<Map<String, String>> expected = without(removed, world.lines("answers.jsonl"));
        expected.forEach(cells -> cells.put(added, "null"));
        assertThat(cells(world.answers(), functions, added)).isEqualTo(expected);
        world.verify();
        world.publish("further-events.jsonl", cluster.topics().events());
        List<Map<String, String>> further = without(removed, world.lines("further-answers.jsonl"));
        for (Map<String, String> cells : further) {
            cells.put(added, world.extremeOfFurtherEvents(cells.get(world.keyField()), field, isMin));
        }
        assertThat(further).extracting(cells -> cells.get(added)).anyMatch(value -> !value.equals("null"));
        boolean isSame =
                Waiting.until(() -> cells(world.answers(), functions, added).equals(further), GoldenWorld.DEADLINE);
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
            for (JsonNode row : GoldenWorld.JSON.readTree(answer)) {
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
        Path folder = GoldenWorld.FOLDER.resolve(name);
        GoldenWorld world = new GoldenWorld(cluster, folder, entity, GoldenWorld.PARALLELISM, GoldenWorld.inOneFile());
        RunningJob job = world.countAll(folder.resolve(name + ".yaml").toString());
        Files.write(folder.resolve("answers.jsonl"), world.answers());
        world.stopInto(job, folder);
    }

    /** Writes the answers of a job that was never stopped. */
    @ParameterizedTest
    @CsvSource({"payments, card", "devices, sensor"})
    @EnabledIfSystemProperty(named = "aim.test.savepoints.make", matches = "true")
    void makeFurtherAnswersOfAModel(String name, String entity) throws IOException {
        Path folder = GoldenWorld.FOLDER.resolve(name);
        GoldenWorld world = new GoldenWorld(cluster, folder, entity, GoldenWorld.PARALLELISM, GoldenWorld.inOneFile());
        RunningJob job = world.countAll(folder.resolve(name + ".yaml").toString());
        world.countFurtherEvents();
        Files.write(folder.resolve("further-answers.jsonl"), world.answers());
        job.requireRunning();
    }
}
