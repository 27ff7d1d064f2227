package dev.aimonflink.lab.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.RecordPublisher;
import dev.aimonflink.clients.TopicReader;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.clients.rule.RuleChange;
import dev.aimonflink.clients.rule.RuleVersion;
import dev.aimonflink.clients.rule.RulesPublisher;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.lab.twin.AlertComparison;
import dev.aimonflink.lab.twin.EventSample;
import dev.aimonflink.lab.workload.UnusualCalls;
import dev.aimonflink.lab.workload.Workload;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ModelColumn;
import dev.aimonflink.matrix.model.Names;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.rules.format.RuleFile;
import dev.aimonflink.rules.judge.Rule;
import dev.aimonflink.rules.judge.RuleColumns;
import dev.aimonflink.rules.judge.RuleHistory;
import dev.aimonflink.rules.plain.PlainRules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The rules of a demo: puts them, listens to their alerts, and compares these with a recomputation. */
final class DemoRules implements AutoCloseable {
    /** For calls; {@link UnusualCalls} make them true. */
    private static final String OF_CALLS = """
            - id: free-minutes
              when: number_of_calls_this_day > 20 and total_cost_this_day > 100 and event.durationSeconds > 300
              message: "The next 10 phone minutes of {subscriber_id} today are free."
            - id: phone-in-a-pocket
              when: number_of_calls_this_day > 30 and total_duration_this_day < 10 * number_of_calls_this_day
              message: "{number_of_calls_this_day} calls in {total_duration_this_day} s: the phone is in a pocket, or abused."
            """;

    private static final Set<String> COLUMNS_OF_CALLS =
            Set.of("number_of_calls_this_day", "total_cost_this_day", "total_duration_this_day");

    private static final int LEAST_CALLS = 21;

    private static final String OF_A_MODEL = """
            - id: many-events
              when: %1$s >= %2$d and before(%1$s) < %2$d
              message: "{%3$s} has %1$s = {%1$s}"
            """;

    /** Alerts come at once. */
    private static final Duration ALERTS_LIMIT = Duration.ofSeconds(20);

    private static final long ALERTS_POLL_MS = 50;
    private static final long CLOSE_LIMIT_MS = 2_000;
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * What came.
     *
     * @param newest message, or null
     */
    record Fired(int rules, long alerts, String newest) {}

    private final Topics topics;
    private final MatrixTables tables;
    private final List<Rule> rules;

    /** No rule is true for an entity with fewer, so that few entities are looked at. */
    private final long leastEvents;

    private final List<ConsumerRecord<byte[], byte[]>> alerts = new ArrayList<>();
    private final Thread listener = new Thread(this::listen, "aim-demo-alerts");
    private RuleHistory history = RuleHistory.EMPTY;
    private Set<Long> versions = Set.of();
    private RulesPublisher rulesTopic;
    private TopicReader reader;
    private String newest;
    private volatile boolean closed;

    DemoRules(Workload workload, double eventsPerEntity, Topics topics) {
        this.topics = topics;
        Model model = workload.model();
        tables = new MatrixTables(MatrixSchema.of(model), workload.given().tables(), Map.of());
        boolean isOfCalls = isOfCalls(workload);
        leastEvents = isOfCalls ? LEAST_CALLS : Math.max(2, Math.round(eventsPerEntity / 2));
        String text = isOfCalls ? OF_CALLS : ofModel(model);
        rules = text == null ? List.of() : RuleFile.parse(text, "demo", ZoneOffset.UTC, new RuleColumns(tables));
    }

    private static boolean isOfCalls(Workload workload) {
        return workload.hasCallMarkers()
                && workload.model().columns().stream()
                        .map(ModelColumn::name)
                        .collect(Collectors.toSet())
                        .containsAll(COLUMNS_OF_CALLS);
    }

    /** For any model, what half of the entities reach; null if it counts no events. */
    private String ofModel(Model model) {
        return model.columns().stream()
                .filter(column -> column.function() == EventFunction.COUNT)
                .findFirst()
                .map(column -> OF_A_MODEL.formatted(
                        column.name(),
                        leastEvents,
                        Names.snakeCase(model.event().key().name())))
                .orElse(null);
    }

    void put(Connection connection) {
        rulesTopic = new RulesPublisher(
                () -> new TopicReader(connection, topics.rules()),
                () -> new RecordPublisher(connection, topics.rules()));
        String checkedFor = String.valueOf(tables.schema().fingerprint());
        write(rules.stream()
                .map(rule -> new RuleChange(rule.id(), null, rule, checkedFor))
                .toList());
        Map<String, RuleVersion> present = rulesTopic.read().present();
        history = RuleHistory.of(RuleHistory.NO_TOPIC)
                .with(rules.stream()
                        .map(rule -> present.get(rule.id()))
                        .sorted(Comparator.comparing(RuleVersion::number))
                        .map(each ->
                                RuleHistory.Entry.of(each.number(), each.time().toEpochMilli(), each.rule(), null))
                        .toList());
        versions = rules.stream().map(rule -> present.get(rule.id()).number()).collect(Collectors.toSet());
        reader = new TopicReader(connection, topics.alerts());
        listener.setDaemon(true);
        listener.start();
    }

    private void write(List<RuleChange> changes) {
        rulesTopic.write(changes, "aim demo", null);
    }

    /** Waits until the rules judge the events that Kafka takes from now on. */
    void awaitJudging() {
        Duration delay = AimOptions.RULES_DELAY.defaultValue();
        Waiting.until(
                () -> history.judging(System.currentTimeMillis(), delay.toMillis())
                                .version()
                        == history.newest(),
                delay.multipliedBy(2));
    }

    private void listen() {
        while (!closed) {
            for (ConsumerRecord<byte[], byte[]> alert : reader.next()) {
                JsonNode json = json(alert.value());
                if (versions.contains(json.path("version").asLong())) {
                    add(alert, json.path("message").asText());
                }
            }
        }
        reader.close();
    }

    private static JsonNode json(byte[] value) {
        try {
            return JSON.readTree(value);
        } catch (IOException e) {
            throw new UncheckedIOException("An alert is not JSON.", e);
        }
    }

    private synchronized void add(ConsumerRecord<byte[], byte[]> alert, String message) {
        alerts.add(alert);
        newest = message;
    }

    /** What has come so far. Thread-safe. */
    synchronized Fired fired() {
        return new Fired(rules.size(), alerts.size(), newest);
    }

    private synchronized List<ConsumerRecord<byte[], byte[]>> alertsOf(EventSample sample) {
        return alerts.stream()
                .filter(each -> sample.keeps(new String(each.key(), StandardCharsets.UTF_8)))
                .toList();
    }

    /** Waits for the alerts of a sample's events, and returns what is wrong, in sentences. */
    List<String> verify(EventSample sample) {
        AlertComparison comparison = new AlertComparison();
        PlainRules plain = new PlainRules(tables, ZoneOffset.UTC);
        Map<EntityId, Integer> events = new HashMap<>();
        sample.replay(event -> events.merge(event.key(), 1, Integer::sum));
        sample.replay(event -> {
            if (events.get(event.key()) >= leastEvents) {
                plain.event(event, history, Long.MAX_VALUE).forEach(fired -> comparison.expect(fired, ""));
            }
        });
        Waiting.until(
                () -> {
                    comparison.found(alertsOf(sample), false);
                    return comparison.isComplete();
                },
                ALERTS_LIMIT,
                ALERTS_POLL_MS);
        return comparison.differences(true);
    }

    /** Leaves no rule in a cluster that goes on. */
    @Override
    public void close() {
        write(rules.stream()
                .map(rule -> new RuleChange(rule.id(), rule, null, null))
                .toList());
        stopListening();
    }

    /** Keeps no further alerts, while the rules go on. */
    void stopListening() {
        closed = true;
        try {
            listener.join(CLOSE_LIMIT_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
