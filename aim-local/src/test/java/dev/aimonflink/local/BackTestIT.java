package dev.aimonflink.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.clients.cli.Aim;
import dev.aimonflink.clients.cli.environment.ClientFactory;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.rule.EntitySample;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.matrix.model.EntityId;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** A back-test of the rules that a job has, over the events that it has judged, gives the alerts that it has written. */
class BackTestIT {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int ENTITIES = 200;

    private static final String RULES = """
            - id: dear
              when: event.cost > 9 and zip is not null
              message: "{subscriber_id} of {zip_city}: {event.cost}"
            - id: many
              when: number_of_calls_this_day > 10
              every: 1d
              resolve: true
            - id: crosses
              when: total_cost_this_day >= 20 and before(total_cost_this_day) < 20
            - id: average
              when: total_cost_this_week > 5 * number_of_calls_this_week and number_of_calls_this_week > 3
              every: 1w
              start: sliding
            """;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    @RegisterExtension
    final SharedCluster cluster = new SharedCluster();

    private String aim(String input, String... given) {
        List<String> args = new ArrayList<>(List.of(given));
        args.addAll(List.of("--bootstrap=" + cluster.bootstrap(), "--topic-prefix=" + cluster.groupId() + "."));
        out.reset();
        err.reset();
        Environment environment = new Environment(
                new ByteArrayInputStream(input.getBytes(UTF_8)),
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8),
                false,
                ClientFactory.KAFKA);
        assertThat(Aim.run(environment, args.toArray(String[]::new)))
                .as(() -> err.toString(UTF_8))
                .isEqualTo(ExitCode.OK);
        return out.toString(UTF_8);
    }

    /** All of an alert but the version of its rule and when Kafka took it, which a back-test does not know. */
    private static String compared(String line) {
        try {
            ObjectNode alert = (ObjectNode) JSON.readTree(line);
            String id = alert.get("alertId").textValue();
            String rule = alert.get("rule").textValue();
            alert.put(
                    "alertId",
                    id.substring(
                            rule.length() + 1 + alert.get("version").asText().length()));
            alert.remove(List.of("version", "time"));
            if (alert.path("suppressed").isNull()) {
                alert.remove("suppressed");
            }
            return alert.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> written(Predicate<JsonNode> wanted) {
        return aim("", "alerts", "--last=10000", "-o=jsonl")
                .lines()
                .filter(line -> wanted.test(parsed(line)))
                .map(BackTestIT::compared)
                .toList();
    }

    private static JsonNode parsed(String line) {
        try {
            return JSON.readTree(line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> backTested(Instant from, String sample) throws IOException {
        Path file = folder.resolve("alerts-" + sample + ".jsonl");
        aim(RULES, "rules", "test", "-", "--from=" + from, "--sample=" + sample, "--alerts=" + file, "-o=json");
        return Files.readAllLines(file).stream().map(BackTestIT::compared).toList();
    }

    @Test
    void shouldFireWhatTheJobHasFired() throws Exception {
        cluster.createTopics();
        cluster.submit(
                        cluster.newEnvironment(2),
                        cluster.options()
                                .set(AimOptions.MODEL, "aim-42")
                                .set(AimOptions.EVENTS_FORMAT, "json")
                                .set(AimOptions.COLUMNS, List.of("all")))
                .awaitRunning(DEADLINE);
        aim("", "publish", "profiles", "--entities=" + ENTITIES);
        String profiles = "SELECT count(*) FROM subscribers WHERE zip IS NOT NULL";
        assertThat(Waiting.until(() -> aim("", "sql", "-c", profiles).contains(" " + ENTITIES + " "), DEADLINE))
                .isTrue();
        aim(RULES, "rules", "put", "-", "--yes", "--timeout=60s");
        Instant from = Instant.now().minusSeconds(1);
        aim("", "publish", "events", "--count=6000", "--entities=" + ENTITIES, "--rate=0");

        List<String> expected = backTested(from, "100%");
        assertThat(expected).hasSizeGreaterThan(ENTITIES);
        for (String rule : List.of("dear", "many", "crosses", "average")) {
            assertThat(expected).anyMatch(alert -> alert.contains("\"rule\":\"" + rule + "\""));
        }
        assertThat(Waiting.until(() -> written(any -> true).size() >= expected.size(), DEADLINE))
                .isTrue();
        assertThat(written(any -> true)).containsExactlyInAnyOrderElementsOf(expected);

        EntitySample sample = new EntitySample(0.3);
        assertThat(backTested(from, "30%"))
                .isNotEmpty()
                .containsExactlyInAnyOrderElementsOf(written(alert -> sample.includes(
                        EntityId.of(Long.parseLong(alert.path("key").textValue())))));
        compareWithTheRulesOfTheJob(from);
        deleteTheFirstEvents(from);
    }

    private void compareWithTheRulesOfTheJob(Instant from) {
        String report = aim(
                "[{id: copy, when: total_cost_this_day >= 20 and before(total_cost_this_day) < 20}]",
                "rules",
                "test",
                "-",
                "--from=" + from,
                "-o=jsonl");
        JsonNode copy = parsed(report).path("rules").get(0);
        long firings = copy.path("firings").asLong();
        assertThat(firings).isPositive();
        assertThat(copy.path("alone").asLong()).isZero();
        assertThat(copy.path("sameEventsAs").get(0).path("firings").asLong()).isEqualTo(firings);
        assertThat(copy.path("sameEventsAs"))
                .anyMatch(each -> each.path("rule").asText().equals("crosses"));
    }

    private void deleteTheFirstEvents(Instant from) throws Exception {
        try (Admin admin = cluster.connection().openAdmin()) {
            TopicPartition partition = new TopicPartition(cluster.topics().events(), 0);
            admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(10)))
                    .all()
                    .get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
        }
        aim(RULES, "rules", "test", "-", "--from=" + from);
        assertThat(err.toString(UTF_8)).contains("Kafka has deleted events, and has all of them since ");
        assertThat(out.toString(UTF_8)).contains("\n5,990 events read since ");
    }
}
