package dev.aimonflink.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.clients.EventPublisher;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.config.Delivery;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.QueryResult.Status;
import dev.aimonflink.rules.report.RulesReport;
import dev.aimonflink.testing.Scale;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Rules that are slow, fail, remember much or write what a topic refuses, in a job without restarts beside a good rule: events go on,
 * the good rule fires as if it were alone, and the list of rules and the metrics say what is wrong. That a replay fires alike is
 * proven by {@code HostileRulesTest}.
 */
class HostileRulesIT {
    private static final Duration DEADLINE = SharedCluster.DEADLINE;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int PARTS = 3;
    private static final int EVENTS = 300;
    private static final int SUBSCRIBERS = 100;
    private static final String GOOD = "good";

    /** What is wrong with a rule, by the beginning of its id. */
    private static final Map<String, String> HOSTILE = Map.of(
            "slow", "'when': 'length(repeat(subscriber_id::text, 150000)) > 1', 'every': '1d'",
            "fails", "'when': '1 / (event.cost - event.cost) > 1'",
            "remembers", "'when': 'event.cost >= 0', 'every': '1d', 'resolve': true",
            "refused",
                    "'when': 'event.cost > 2', 'action': {'topic': 'OFFERS', 'key': 'subscriber_id', 'event': {'text':"
                            + " 'rpad(subscriber_id::text, 5000)'}}");

    @RegisterExtension
    final SharedCluster cluster = new SharedCluster();

    /** By the ids of the rules that judge, the events since. */
    private final Map<String, List<Event>> judged = new HashMap<>();

    private final long beganMs = System.currentTimeMillis();
    private RunningJob job;
    private QueryClient client;
    private int sent;

    static LongStream seeds() {
        return Scale.seeds(2);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldLetEventsGoOnAndSayWhatIsWrong(long seed) throws Exception {
        Random random = new Random(seed);
        start(1 + random.nextInt(2), Delivery.values()[random.nextInt(Delivery.values().length)]);
        List<String> kinds = new ArrayList<>(HOSTILE.keySet());
        kinds.sort(null);
        for (int part = 0; part < PARTS; part++) {
            Map<String, String> rules = new HashMap<>();
            if (part == 0) {
                rules.put(GOOD, "'when': 'event.cost > 1'");
            }
            for (int i = 0; part < PARTS - 1 && i < 3; i++) {
                String kind = kinds.get(random.nextInt(kinds.size()));
                rules.put(kind + part + i, HOSTILE.get(kind).replace("OFFERS", offers()));
            }
            put(rules);
            if (part == PARTS - 1) {
                awaitSuspended();
            }
            awaitJudging();
            send(random);
            if (random.nextBoolean()) {
                job.checkpoint();
            }
        }
        await("events are applied", () -> cluster.counted(AimMetrics.EVENTS_APPLIED) == sent);
        job.checkpoint(); // for which all alerts have to be written; they are committed behind it
        await("alerts are committed", () -> written("read_committed").equals(written("read_uncommitted")));
        requireAlerts();
        requireSaid();
        job.requireRunning();
    }

    private String offers() {
        return cluster.groupId() + "-offers";
    }

    private void start(int parallelism, Delivery delivery) throws Exception {
        cluster.createTopics();
        NewTopic small =
                new NewTopic(offers(), 1, (short) 1).configs(Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, "1000"));
        Admin admin = cluster.closedAfterwards(cluster.connection().openAdmin());
        admin.createTopics(List.of(small)).all().get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
        cluster.closedAfterwards(
                () -> admin.deleteTopics(List.of(offers())).all().get());
        Configuration flink = new Configuration()
                .set(RestartStrategyOptions.RESTART_STRATEGY, "none")
                // Only when the test says so; a transaction has to outlive both.
                .set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMinutes(8))
                .set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, Duration.ofMinutes(1));
        job = cluster.submit(
                cluster.newEnvironment(parallelism, flink),
                cluster.options()
                        .set(AimOptions.EVENTS_FORMAT, "json")
                        .set(AimOptions.MODEL, "aim-42")
                        .set(AimOptions.RULES_TOPICS, List.of(offers()))
                        .set(AimOptions.ALERTS_DELIVERY, delivery.label()));
        job.awaitRunning(DEADLINE);
        client = cluster.newClient();
    }

    private void await(String what, BooleanSupplier condition) {
        assertThat(Waiting.until(condition, DEADLINE)).as(what).isTrue();
        job.requireRunning();
    }

    /** Puts rules together, and waits until every partition has read them. */
    private void put(Map<String, String> rules) throws Exception {
        long newest = 0;
        try (Producer<byte[], byte[]> producer = cluster.connection().openProducer(Map.of())) {
            List<Future<RecordMetadata>> records = new ArrayList<>();
            for (Map.Entry<String, String> rule : rules.entrySet()) {
                String json = "{'id': '" + rule.getKey() + "', " + rule.getValue() + "}";
                records.add(producer.send(new ProducerRecord<>(
                        cluster.topics().rules(),
                        rule.getKey().getBytes(UTF_8),
                        json.replace('\'', '"').getBytes(UTF_8))));
                judged.put(rule.getKey(), new ArrayList<>());
            }
            for (Future<RecordMetadata> each : records) {
                newest = Math.max(
                        newest, each.get(DEADLINE.toSeconds(), TimeUnit.SECONDS).offset());
            }
        }
        long wanted = newest;
        await("version " + wanted + " is read", () -> {
            List<Object> ofJob = report().get(null);
            return ofJob != null && (Long) ofJob.get(1) >= wanted;
        });
    }

    /** In the last part no slow rule judges. */
    private void awaitSuspended() {
        await("slow rules are suspended", () -> {
            Map<String, List<Object>> report = report();
            return judged.keySet().stream()
                    .filter(id -> id.startsWith("slow"))
                    .allMatch(id -> report.containsKey(id) && isSuspended(report.get(id)));
        });
    }

    /** The delay of rules. */
    private void awaitJudging() {
        long judgesMs = System.currentTimeMillis() + 2_000;
        await("rules judge", () -> System.currentTimeMillis() > judgesMs);
    }

    /** All times are of a second, so that no day ends between them. */
    private void send(Random random) {
        try (EventPublisher publisher =
                new EventPublisher(cluster.connection(), cluster.topics().events(), EventFormat.JSON)) {
            for (int i = 0; i < EVENTS; i++) {
                Event call = new Event(random.nextInt(SUBSCRIBERS), beganMs + sent++, 60, random.nextInt(4), false);
                publisher.publish(call);
                judged.values().forEach(events -> events.add(call));
            }
            publisher.flush();
        }
    }

    /** What {@code aim rules list} asks for, by the rules' ids; that of the job has none. Nothing where there is no answer. */
    private Map<String, List<Object>> report() {
        QueryResult result =
                client.ask(RulesReport.asked(), Duration.ofSeconds(5)).join();
        Map<String, List<Object>> rows = new HashMap<>();
        if (result.status() == Status.OK) {
            result.rows().forEach(row -> rows.put((String) row.get(0), row));
        }
        return rows;
    }

    private static boolean isSuspended(List<Object> row) {
        return row.get(5) != null && ((String) row.get(5)).contains("suspended");
    }

    private List<String> written(String isolation) {
        return cluster.values(cluster.topics().alerts(), isolation);
    }

    private void requireAlerts() throws Exception {
        Map<String, List<Long>> fired = new HashMap<>();
        Set<String> ids = new HashSet<>();
        for (String json : written("read_committed")) {
            JsonNode alert = JSON.readTree(json);
            fired.computeIfAbsent(alert.path("rule").asText(), id -> new ArrayList<>())
                    .add(alert.path("key").asLong());
            assertThat(ids.add(alert.path("alertId").asText())).as(json).isTrue();
        }
        judged.forEach((id, events) -> {
            List<Long> alerts = fired.getOrDefault(id, List.of());
            if (id.equals(GOOD)) {
                assertThat(alerts).containsExactlyInAnyOrderElementsOf(keys(events, 1));
            } else if (id.startsWith("refused")) {
                assertThat(alerts).as(id).containsExactlyInAnyOrderElementsOf(keys(events, 2));
            } else if (id.startsWith("remembers")) {
                assertThat(alerts).as(id).containsExactlyInAnyOrderElementsOf(new HashSet<>(keys(events, -1)));
            } else {
                assertThat(alerts).as(id).doesNotHaveDuplicates();
            }
        });
        assertThat(cluster.values(offers(), "read_committed")).isEmpty();
    }

    private static List<Long> keys(List<Event> events, float costAbove) {
        return events.stream()
                .filter(each -> each.cost() > costAbove)
                .map(Event::subscriberId)
                .toList();
    }

    /** In the list of rules, and as metrics. */
    private void requireSaid() {
        Map<String, List<Object>> report = report();
        long suspended = 0;
        long failed = 0;
        long refused = 0;
        for (Map.Entry<String, List<Event>> each : judged.entrySet()) {
            String id = each.getKey();
            List<Object> row = report.get(id);
            assertThat(isSuspended(row)).as("%s: %s", id, row).isEqualTo(id.startsWith("slow"));
            if (id.startsWith("slow")) {
                suspended++;
            } else {
                long failures = id.startsWith("fails") ? each.getValue().size() : 0;
                assertThat(row.get(4)).as("%s failed", id).isEqualTo(failures);
                failed += failures;
            }
            refused += id.startsWith("refused") ? keys(each.getValue(), 2).size() : 0;
        }
        long wanted = suspended;
        await(wanted + " rules are suspended in each partition", () -> LongStream.of(
                        cluster.flink().metrics().each(AimMetrics.GROUP + "." + AimMetrics.RULES_SUSPENDED))
                .allMatch(gauge -> gauge == wanted));
        assertThat(cluster.counted(AimMetrics.RULES_FAILED)).isEqualTo(failed);
        assertThat(cluster.counted(AimMetrics.RULE_EVENTS_TOO_LARGE)).isEqualTo(refused);
        assertThat(cluster.counted(AimMetrics.DEAD_LETTERS)).isZero();
    }
}
