package dev.aimonflink.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.clients.EventPublisher;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.core.calls.Event;
import dev.aimonflink.core.calls.wire.EventCodec;
import dev.aimonflink.core.query.AskedQuery;
import dev.aimonflink.core.query.QueryResult;
import dev.aimonflink.core.query.QueryResult.Status;
import dev.aimonflink.core.setup.EventFormat;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.config.LostOffsets;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Savepoints of earlier releases restore, with the answers that these releases gave. The topics have the records from which they
 * were taken, so that the saved offsets are right.
 */
class GoldenSavepointIT {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final Path FOLDER = Path.of("src/test/resources/savepoints");
    private static final EventCodec CODEC = EventFormat.JSON.newCodec();
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CALLS_THIS_WEEK = "number_of_calls_this_week";
    private static final long SUBSCRIBER = 25;

    @RegisterExtension
    final SharedCluster cluster = new SharedCluster(Topics.defaults());

    private QueryClient client;

    @BeforeEach
    void connect() {
        cluster.createTopics();
        client = cluster.newClient();
    }

    @ParameterizedTest
    @CsvSource({
        "calls-42, 42, hashmap",
        "calls-42, 42, rocksdb",
        "calls-of-a-schema-file, src/test/resources/savepoints/schema.yaml, hashmap",
        "calls-of-a-schema-file, src/test/resources/savepoints/schema.yaml, rocksdb"
    })
    void shouldGoOnFromASavepointOfAnEarlierRelease(String name, String aggregates, String backend) throws Exception {
        List<Event> calls = Files.readAllLines(FOLDER.resolve("events.jsonl")).stream()
                .map(line -> CODEC.decode(line.getBytes(StandardCharsets.UTF_8)))
                .toList();
        publish(calls);
        RunningJob job = submit(FOLDER.resolve(name), aggregates, backend);
        for (String line : Files.readAllLines(FOLDER.resolve(name).resolve("answers.jsonl"))) {
            assertAnswer(JSON.readTree(line));
        }
        QueryResult differences = ask(AskedQuery.withDefaults("verify"));
        assertThat(differences.rows())
                .singleElement()
                .satisfies(row -> assertThat(row).element(1).isEqualTo(0L));
        long before = callsThisWeek();
        Event last = calls.get(calls.size() - 1);
        publish(List.of(new Event(SUBSCRIBER, last.timestampMs(), 1, 1, false)));
        assertThat(Waiting.until(() -> callsThisWeek() == before + 1, DEADLINE))
                .as("counts on")
                .isTrue();
        job.requireRunning();
    }

    private void publish(List<Event> calls) {
        try (EventPublisher publisher =
                new EventPublisher(cluster.connection(), cluster.topics().events(), EventFormat.JSON)) {
            calls.forEach(publisher::publish);
            publisher.flush();
            assertThat(publisher.failed()).isZero();
        }
    }

    private RunningJob submit(Path savepoint, String aggregates, String backend) {
        RunningJob job = cluster.submit(
                cluster.newEnvironment(2, new Configuration().set(StateBackendOptions.STATE_BACKEND, backend)),
                // The profiles are in the state alone.
                cluster.options()
                        .set(AimOptions.AGGREGATES, aggregates)
                        .set(AimOptions.LOST_OFFSETS, LostOffsets.SKIP.label()),
                SavepointRestoreSettings.forPath(savepoint.toAbsolutePath().toString()));
        job.awaitRunning(DEADLINE);
        return job;
    }

    private void assertAnswer(JsonNode expected) throws IOException {
        Map<String, Object> params = new TreeMap<>();
        expected.get("params")
                .properties()
                .forEach(each -> params.put(each.getKey(), each.getValue().longValue()));
        QueryResult result = ask(new AskedQuery(expected.get("query").asText(), params));
        assertThat(result.columns()).isEqualTo(JSON.convertValue(expected.get("columns"), List.class));
        assertThat(result.rows()).as("%s", expected).hasSameSizeAs(expected.get("rows"));
        for (int row = 0; row < result.rows().size(); row++) {
            List<Object> cells = result.rows().get(row);
            for (int cell = 0; cell < cells.size(); cell++) {
                assertThat(text(cells.get(cell)))
                        .as("%s of %s", result.columns().get(cell), expected.get("params"))
                        .isEqualTo(text(expected.get("rows").get(row).get(cell)));
            }
        }
    }

    /** Numbers without zeros behind their last digit, because JSON has one form of 1.5. */
    private static String text(Object value) {
        if (value == null || (value instanceof JsonNode node && node.isNull())) {
            return "null";
        }
        String text = value instanceof JsonNode node ? node.asText() : value.toString();
        boolean isNumber = value instanceof Number || (value instanceof JsonNode node && node.isNumber());
        return isNumber ? new BigDecimal(text).stripTrailingZeros().toPlainString() : text;
    }

    private QueryResult ask(AskedQuery call) {
        QueryResult result = client.ask(call, DEADLINE).join();
        assertThat(result.status()).as("%s", result).isEqualTo(Status.OK);
        return result;
    }

    private long callsThisWeek() {
        QueryResult result = ask(new AskedQuery("subscriber", Map.of("subscriberId", SUBSCRIBER)));
        return ((Number) result.rows().get(0).get(result.columns().indexOf(CALLS_THIS_WEEK))).longValue();
    }
}
