package dev.aimonflink.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.rules.format.RuleRecords;
import dev.aimonflink.rules.report.RulesReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Savepoints of jobs whose rules have fired, are muted, deleted, checked, or were applied at once. A restored job fires what one that
 * never stopped fires, and nothing again.
 */
class GoldenRulesSavepointIT {
    private static final Duration DEADLINE = SharedCluster.DEADLINE;

    /** An event is judged by a version that Kafka took so long before it. */
    private static final Duration DELAY = Duration.ofSeconds(2);

    /** The first may have begun before what was counted last. */
    private static final int CHECKS = 2;

    /** The number by which the savepoint's state names the topic. */
    private static final String TOPIC_FILE = "topic-of-rules.txt";

    @RegisterExtension
    final SharedCluster cluster = new SharedCluster(Topics.defaults());

    @ParameterizedTest
    @CsvSource({
        "calls-with-rules, calls-with-rules, aim-42, subscriber, rocksdb, 3",
        "payments-with-rules, payments, payments.yaml, card, hashmap, 1"
    })
    void shouldFireNothingAgainAfterARestart(
            String name,
            String records,
            String model,
            String entity,
            String backend,
            int parallelism,
            @TempDir Path restored)
            throws Exception {
        Path folder = GoldenWorld.FOLDER.resolve(name);
        Configuration settings = new Configuration().set(StateBackendOptions.STATE_BACKEND, backend);
        GoldenWorld world =
                new GoldenWorld(cluster, GoldenWorld.FOLDER.resolve(records), entity, parallelism, settings);
        world.publish("profiles.jsonl", cluster.topics().profiles());
        world.publish("events.jsonl", cluster.topics().events());
        put(folder, "");
        copyForThisTopic(folder, restored);
        RunningJob job = world.submit(modelOf(records, model), GoldenWorld.savepoint(restored));
        awaitRead(world, folder);
        awaitChecks();
        assertThat(world.answers()).isEqualTo(world.lines("answers.jsonl"));
        assertThat(alerts()).as("alerts of what has fired already").isEmpty();
        world.countFurtherEvents();
        awaitChecks();
        assertThat(world.answers()).isEqualTo(world.lines("further-answers.jsonl"));
        List<String> expected = Files.readAllLines(folder.resolve("further-alerts.jsonl"));
        Waiting.until(() -> alerts().size() >= expected.size(), DEADLINE);
        assertThat(alerts()).isEqualTo(expected);
        world.verify();
        job.requireRunning();
    }

    private static String modelOf(String records, String model) {
        return model.endsWith(".yaml")
                ? GoldenWorld.FOLDER.resolve(records).resolve(model).toString()
                : model;
    }

    /** Writes the savepoint, what fired before it, and the answers, which for payments are those of the savepoint without rules. */
    @ParameterizedTest
    @CsvSource({
        "calls-with-rules, calls-with-rules, aim-42, subscriber",
        "payments-with-rules, payments, payments.yaml, card"
    })
    @EnabledIfSystemProperty(named = "aim.test.savepoints.make", matches = "true")
    void makeASavepointWithRules(String name, String records, String model, String entity) throws Exception {
        Path folder = GoldenWorld.FOLDER.resolve(name);
        Made made = makeUpToTheFurtherEvents(folder, records, model, entity);
        Files.write(folder.resolve("alerts.jsonl"), alerts());
        Files.writeString(folder.resolve(TOPIC_FILE), topicOfRules() + "\n");
        made.world.keepAnswers("answers.jsonl");
        made.world.stopInto(made.job, folder);
    }

    /** Writes what a job fires that was never stopped. */
    @ParameterizedTest
    @CsvSource({
        "calls-with-rules, calls-with-rules, aim-42, subscriber",
        "payments-with-rules, payments, payments.yaml, card"
    })
    @EnabledIfSystemProperty(named = "aim.test.savepoints.make", matches = "true")
    void makeFurtherAlerts(String name, String records, String model, String entity) throws Exception {
        Path folder = GoldenWorld.FOLDER.resolve(name);
        Made made = makeUpToTheFurtherEvents(folder, records, model, entity);
        List<String> before = alerts();
        made.world.countFurtherEvents();
        awaitChecks();
        List<String> further = alerts();
        before.forEach(further::remove);
        Files.write(folder.resolve("further-alerts.jsonl"), further);
        made.world.keepAnswers("further-answers.jsonl");
        made.job.requireRunning();
    }

    private record Made(GoldenWorld world, RunningJob job) {}

    private Made makeUpToTheFurtherEvents(Path folder, String records, String model, String entity) throws Exception {
        GoldenWorld world = new GoldenWorld(
                cluster, GoldenWorld.FOLDER.resolve(records), entity, GoldenWorld.PARALLELISM, GoldenWorld.inOneFile());
        put(folder, "before the events");
        RunningJob job = world.countAll(modelOf(records, model));
        awaitChecks();
        put(folder, "after the events");
        awaitRead(world, folder);
        awaitChecks();
        return new Made(world, job);
    }

    /**
     * Puts the rules of a file, and waits until they judge what is published next.
     *
     * @param when how what a line says about its time begins
     */
    private void put(Path folder, String when) throws Exception {
        try (Producer<byte[], byte[]> producer = cluster.connection().openProducer(Map.of())) {
            for (String line : Files.readAllLines(folder.resolve("rules.jsonl"))) {
                JsonNode rule = read(line);
                if (!rule.get("put").asText().startsWith(when)) {
                    continue;
                }
                boolean deletes = rule.get("rule").isNull();
                String id = (deletes ? rule.get("key") : rule.get("rule").get("id")).asText();
                byte[] value =
                        deletes ? null : GoldenWorld.utf8(rule.get("rule").toString());
                ProducerRecord<byte[], byte[]> record =
                        new ProducerRecord<>(cluster.topics().rules(), GoldenWorld.utf8(id), value);
                if (rule.path("applyNow").asBoolean()) {
                    record.headers().add(RuleRecords.APPLY_NOW, new byte[0]);
                }
                producer.send(record).get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
            }
        }
        long judgesMs = System.currentTimeMillis() + DELAY.toMillis();
        assertThat(Waiting.until(() -> System.currentTimeMillis() > judgesMs, DEADLINE))
                .isTrue();
    }

    private static void awaitRead(GoldenWorld world, Path folder) throws IOException {
        int newest = Files.readAllLines(folder.resolve("rules.jsonl")).size() - 1;
        assertThat(Waiting.until(
                        () -> (Long) world.ask(RulesReport.asked())
                                        .rows()
                                        .get(0)
                                        .get(1)
                                >= newest,
                        DEADLINE))
                .isTrue();
    }

    private void awaitChecks() {
        long[] before = checks();
        assertThat(Waiting.until(() -> areBehind(before, checks()), DEADLINE))
                .as("checks are made")
                .isTrue();
    }

    /** Of each partition. */
    private long[] checks() {
        return cluster.flink().metrics().each(AimMetrics.GROUP + "." + AimMetrics.CHECKS);
    }

    private static boolean areBehind(long[] before, long[] now) {
        return before.length == now.length
                && IntStream.range(0, now.length).allMatch(i -> now[i] >= before[i] + CHECKS);
    }

    /** All alerts in a fixed order, without what goes by the wall clock where a rule is checked. */
    private List<String> alerts() {
        List<String> alerts = new ArrayList<>();
        for (String value : cluster.values(cluster.topics().alerts(), "read_uncommitted")) {
            ObjectNode alert = (ObjectNode) read(value);
            alert.remove(List.of("alertId", "eventTime"));
            if (alert.get("suppressed") instanceof ObjectNode suppressed) {
                suppressed.remove("since");
            }
            alerts.add(alert.toString());
        }
        alerts.sort(null);
        return alerts;
    }

    private static JsonNode read(String json) {
        try {
            return GoldenWorld.JSON.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private long topicOfRules() throws Exception {
        String rules = cluster.topics().rules();
        try (Admin admin = cluster.connection().openAdmin()) {
            return admin.describeTopics(List.of(rules))
                    .allTopicNames()
                    .get(DEADLINE.toSeconds(), TimeUnit.SECONDS)
                    .get(rules)
                    .topicId()
                    .getMostSignificantBits();
        }
    }

    /** State names the topic of rules by its number, of which a broker gives each topic another one. */
    private void copyForThisTopic(Path folder, Path copy) throws Exception {
        long saved = Long.parseLong(Files.readString(folder.resolve(TOPIC_FILE)).trim());
        ByteBuffer savepoint = ByteBuffer.wrap(Files.readAllBytes(folder.resolve("_metadata")));
        final long present = topicOfRules();
        int found = 0;
        for (int at = 0; at <= savepoint.limit() - Long.BYTES; at++) {
            if (savepoint.getLong(at) == saved) {
                savepoint.putLong(at, present);
                found++;
            }
        }
        assertThat(found).as("places that name the topic").isPositive();
        Files.write(copy.resolve("_metadata"), savepoint.array());
    }
}
