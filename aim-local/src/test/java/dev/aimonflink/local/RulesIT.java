package dev.aimonflink.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.calls.wire.CallCodec;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.QueryResult.Status;
import dev.aimonflink.rules.format.RuleRecords;
import dev.aimonflink.rules.report.RulesReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Rules in topics, with a job that is restarted, and without their topic. */
class RulesIT {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String OFFERS = "offers-of-rules-it";
    private static final String SMALL_OFFERS = OFFERS + "-small";

    @RegisterExtension
    final SharedCluster cluster = new SharedCluster();

    /** Checkpoints are taken only when the test says so. */
    private final Configuration flink = new Configuration()
            .set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay")
            .set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 100)
            .set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(50))
            .set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMinutes(8))
            .set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, Duration.ofMinutes(1));

    private QueryClient client;

    private QueryClient client() {
        if (client == null) {
            client = cluster.newClient();
        }
        return client;
    }

    private Configuration options() {
        return cluster.options()
                .set(AimOptions.EVENTS_FORMAT, "json")
                .set(AimOptions.MODEL, "aim-42")
                .set(AimOptions.ALERTS_DELIVERY, "exactly-once");
    }

    private RunningJob submit(Configuration options, SavepointRestoreSettings from) {
        RunningJob job = cluster.submit(cluster.newEnvironment(2, flink), options, from);
        job.awaitRunning(DEADLINE);
        return job;
    }

    private void send(String topic, byte[] key, byte[] value) {
        send(new ProducerRecord<>(topic, key, value));
    }

    private void send(ProducerRecord<byte[], byte[]> record) {
        try (Producer<byte[], byte[]> producer = cluster.connection().openProducer(Map.of())) {
            producer.send(record).get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** Puts a rule, and waits until it judges: the delay, and until every partition has read it. */
    private void put(long version, String id, String json) throws Exception {
        send(
                cluster.topics().rules(),
                id.getBytes(UTF_8),
                json == null ? null : json.replace('\'', '"').getBytes(UTF_8));
        assertThat(Waiting.until(() -> read() >= version, DEADLINE))
                .as("version %d is read", version)
                .isTrue();
        long judgesMs = System.currentTimeMillis() + 2_000;
        assertThat(Waiting.until(() -> System.currentTimeMillis() > judgesMs, DEADLINE))
                .isTrue();
    }

    /** A job reads queries from the end of their topic on, where one may stand that was asked as it started: it is asked again. */
    private long read() {
        QueryResult result = client().ask(RulesReport.asked(), PATIENCE).join();
        return result.status() == Status.OK ? (Long) result.rows().get(0).get(1) : -1;
    }

    private void call(long subscriber, float cost) {
        Event call = new Event(subscriber, System.currentTimeMillis(), 60, cost, false);
        send(
                cluster.topics().events(),
                Long.toString(subscriber).getBytes(UTF_8),
                CallCodec.of(EventFormat.JSON).encode(call));
    }

    private List<JsonNode> alerts(String isolation, String topic) {
        return cluster.values(topic, isolation).stream().map(RulesIT::parsed).toList();
    }

    private static JsonNode parsed(String json) {
        try {
            return JSON.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> fired(String isolation) {
        return alerts(isolation, cluster.topics().alerts()).stream()
                .map(alert -> alert.path("rule").asText() + "@" + alert.path("version") + " "
                        + alert.path("key").asText() + " "
                        + alert.path("suppressed").path("count").asInt())
                .sorted()
                .toList();
    }

    private void awaitFired(String isolation, String... wanted) {
        List<String> sorted = List.of(wanted).stream().sorted().toList();
        assertThat(Waiting.until(() -> fired(isolation).equals(sorted), DEADLINE))
                .as(() -> isolation + " sees " + fired(isolation) + " instead of " + sorted)
                .isTrue();
    }

    @Test
    void shouldWriteEachAlertOnceAcrossAFailureAndARestart() throws Exception {
        cluster.createTopics();
        try (Admin admin = cluster.connection().openAdmin()) {
            admin.createTopics(List.of(new NewTopic(OFFERS, 1, (short) 1)))
                    .all()
                    .get(60, TimeUnit.SECONDS);
        }
        Configuration options = options().set(AimOptions.RULES_TOPICS, List.of(OFFERS));
        RunningJob job = submit(options, SavepointRestoreSettings.none());
        put(0, "dear", "{'id': 'dear', 'when': 'event.cost > 10', 'every': '1w', 'start': 'sliding'}");
        put(
                1,
                "any",
                "{'id': 'any', 'when': 'event.cost >= 0', 'action': {'topic': '" + OFFERS
                        + "', 'key': 'subscriber_id', 'event': {'who': 'subscriber_id'}}}");
        call(7, 11);
        call(8, 1);
        awaitFired("read_uncommitted", "dear@0 7 0", "any@1 7 0", "any@1 8 0");
        assertThat(fired("read_committed")).isEmpty();
        job.checkpoint();
        awaitFired("read_committed", "dear@0 7 0", "any@1 7 0", "any@1 8 0");

        put(2, "any", null);
        call(7, 12);
        call(9, 13);
        awaitFired("read_uncommitted", "dear@0 7 0", "any@1 7 0", "any@1 8 0", "dear@0 9 0");
        cluster.flink().replaceTaskManagers(1);
        job.awaitRunning(DEADLINE);
        // The aborted alert and that of the replay: a job that is stopped before it has read leaves the event to the
        // next.
        awaitFired("read_uncommitted", "dear@0 7 0", "any@1 7 0", "any@1 8 0", "dear@0 9 0", "dear@0 9 0");
        String savepoint = job.stopWithSavepoint(cluster.savepoints());
        awaitFired("read_committed", "dear@0 7 0", "any@1 7 0", "any@1 8 0", "dear@0 9 0");
        assertThat(alerts("read_committed", OFFERS))
                .extracting(each -> each.path("who").asLong())
                .containsExactlyInAnyOrder(7L, 8L);

        job = submit(options, SavepointRestoreSettings.forPath(savepoint));
        put(3, "dear", "{'id': 'dear', 'when': 'event.cost > 10', 'every': '1w', 'start': 'sliding', 'priority': 3}");
        call(7, 14); // which has had its alert of the week
        call(10, 15);
        assertThat(Waiting.until(() -> fired("read_uncommitted").contains("dear@3 10 0"), DEADLINE))
                .isTrue();
        job.checkpoint();
        awaitFired("read_committed", "dear@0 7 0", "any@1 7 0", "any@1 8 0", "dear@0 9 0", "dear@3 10 0");
    }

    /** A record that a topic refuses is refused in each replay. */
    @Test
    void shouldGoOnWhereTopicsDoNotTakeLargeRecords() throws Exception {
        cluster.createTopics();
        try (Admin admin = cluster.connection().openAdmin()) {
            ConfigResource letters = new ConfigResource(
                    ConfigResource.Type.TOPIC, cluster.topics().deadLetters());
            AlterConfigOp small = new AlterConfigOp(
                    new ConfigEntry(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, "2000"), AlterConfigOp.OpType.SET);
            admin.incrementalAlterConfigs(Map.of(letters, List.of(small))).all().get(60, TimeUnit.SECONDS);
            NewTopic offers = new NewTopic(SMALL_OFFERS, 1, (short) 1)
                    .configs(Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, "1000"));
            admin.createTopics(List.of(offers)).all().get(60, TimeUnit.SECONDS);
        }
        RunningJob job =
                submit(options().set(AimOptions.RULES_TOPICS, List.of(SMALL_OFFERS)), SavepointRestoreSettings.none());
        put(
                0,
                "any",
                "{'id': 'any', 'when': 'event.cost >= 0', 'action': {'topic': '" + SMALL_OFFERS
                        + "', 'key': 'subscriber_id', 'event': {'who': 'subscriber_id', 'text':"
                        + " 'rpad(subscriber_id::text, CASE WHEN event.cost > 10 THEN 5000 ELSE 5 END)'}}}");
        send(
                cluster.topics().events(),
                "k".repeat(3_000).getBytes(UTF_8),
                "x".repeat(10_000).getBytes(UTF_8));
        call(7, 11);
        call(8, 1);
        awaitFired("read_uncommitted", "any@0 7 0", "any@0 8 0");
        assertThat(Waiting.until(() -> cluster.counted(AimMetrics.DEAD_LETTERS) == 1, DEADLINE))
                .isTrue();
        job.checkpoint(); // for which all records have to be written
        awaitFired("read_committed", "any@0 7 0", "any@0 8 0");
        assertThat(alerts("read_committed", SMALL_OFFERS))
                .extracting(each -> each.path("who").asLong())
                .containsExactly(8L);
        assertThat(cluster.counted(AimMetrics.RULE_EVENTS_TOO_LARGE)).isOne();
    }

    @Test
    void shouldSuspendARuleThatTakesTooMuchWorkUntilItIsEnabled() throws Exception {
        cluster.createTopics();
        RunningJob job = submit(options(), SavepointRestoreSettings.none());
        String dear = "{'id': 'dear', 'when': 'length(repeat(subscriber_id::text, 200000)) > 1', 'every': '1d'}";
        put(0, "dear", dear);
        put(1, "any", "{'id': 'any', 'when': 'event.cost > 5'}");
        for (int i = 0; i < 100; i++) {
            call(7, 1);
        }
        assertThat(Waiting.until(() -> faults().contains("dear"), DEADLINE))
                .as("it is suspended")
                .isTrue();
        put(3, "any", "{'id': 'any', 'when': 'event.cost > 6'}");
        call(8, 7);
        awaitFired("read_uncommitted", "dear@0 7 0", "any@3 8 0");
        put(4, "dear", dear);
        call(9, 7);
        call(7, 1);
        awaitFired("read_uncommitted", "dear@0 7 0", "any@3 8 0", "dear@4 9 0", "any@3 9 0");
        assertThat(faults()).isEmpty();
        job.checkpoint();
    }

    /** The rules that do not judge. */
    private List<String> faults() {
        QueryResult result = client().ask(RulesReport.asked(), PATIENCE).join();
        return result.status() != Status.OK
                ? List.of()
                : result.rows().stream()
                        .filter(row -> row.get(5) != null)
                        .map(row -> (String) row.get(0))
                        .toList();
    }

    /** The rule has no interval, so that nothing else keeps it from firing again. */
    @Test
    void shouldApplyARuleOnceAcrossAFailure() throws Exception {
        cluster.createTopics();
        RunningJob job = submit(options(), SavepointRestoreSettings.none());
        String[] wanted = new String[20];
        for (int i = 0; i < wanted.length; i++) {
            call(i, 11);
            wanted[i] = "dear@0 " + i + " 0";
        }
        ProducerRecord<byte[], byte[]> applied = new ProducerRecord<>(
                cluster.topics().rules(),
                "dear".getBytes(UTF_8),
                "{\"id\":\"dear\",\"when\":\"total_cost_this_day > 10\"}".getBytes(UTF_8));
        applied.headers().add(RuleRecords.APPLY_NOW, new byte[0]);
        send(applied);
        awaitFired("read_uncommitted", wanted);
        cluster.flink().replaceTaskManagers(1);
        job.awaitRunning(DEADLINE);
        assertThat(Waiting.until(() -> fired("read_uncommitted").size() == 2 * wanted.length, DEADLINE))
                .as("what was not committed fires again")
                .isTrue();
        job.checkpoint();
        awaitFired("read_committed", wanted);

        cluster.flink().replaceTaskManagers(1);
        job.awaitRunning(DEADLINE);
        put(1, "now-checked", "{'id': 'now-checked', 'when': 'idle >= 1', 'check': 'every 1 s', 'shadow': true}");
        assertThat(Waiting.until(() -> cluster.counted(AimMetrics.CHECKS) >= 2, DEADLINE))
                .as("checks have begun, and with them what is applied at once")
                .isTrue();
        job.checkpoint();
        awaitFired("read_committed", wanted);
    }

    @Test
    void shouldLetEventsWaitWhileTheTopicOfRulesIsGone() throws Exception {
        cluster.createTopics();
        RunningJob job = submit(options(), SavepointRestoreSettings.none());
        put(0, "any", "{'id': 'any', 'when': 'event.cost >= 0'}");
        call(7, 1);
        awaitFired("read_uncommitted", "any@0 7 0");
        try (Admin admin = cluster.connection().openAdmin()) {
            admin.deleteTopics(List.of(cluster.topics().rules())).all().get(60, TimeUnit.SECONDS);
        }
        assertThat(Waiting.until(() -> cluster.counted(AimMetrics.RULES_AGE_MS) > 3_000, DEADLINE))
                .isTrue();
        call(8, 1);
        job.checkpoint();
        assertThat(rowOf(8))
                .as("events wait, and queries and checkpoints do not")
                .isEmpty();
        String savepoint = job.stopWithSavepoint(cluster.savepoints());

        submit(options().set(AimOptions.ALERTS_ENABLED, false), SavepointRestoreSettings.forPath(savepoint));
        assertThat(Waiting.until(() -> !rowOf(8).isEmpty(), DEADLINE)).isTrue();
        awaitFired("read_uncommitted", "any@0 7 0");
    }

    private List<List<Object>> rowOf(long subscriber) {
        return Waiting.forResult(
                        client().ask(new AskedQuery("subscriber", Map.of("subscriberId", subscriber)), DEADLINE),
                        DEADLINE,
                        "no answer")
                .rows();
    }

    @Test
    void shouldNotStartWithoutATopicToWhichRulesMayWrite() {
        cluster.createTopics();
        RunningJob job = cluster.submit(
                cluster.newEnvironment(1, flink), options().set(AimOptions.RULES_TOPICS, List.of("nowhere")));
        assertThat(Waiting.until(() -> job.status().isGloballyTerminalState(), DEADLINE))
                .isTrue();
        assertThatThrownBy(job::requireRunning)
                .hasStackTraceContaining("There is no topic nowhere, to which rules write (aim.topics.alerts,"
                        + " aim.rules.topics). Create it with aim topics create, or as any other topic.");
    }

    @Test
    void shouldRunWithoutRulesWhereTheirTopicDoesNotExist() throws Exception {
        cluster.createTopics();
        Set<String> own =
                new HashSet<>(Set.of(cluster.topics().rules(), cluster.topics().alerts()));
        try (Admin admin = cluster.connection().openAdmin()) {
            admin.deleteTopics(own).all().get(60, TimeUnit.SECONDS);
        }
        submit(options(), SavepointRestoreSettings.none());
        call(7, 1);
        assertThat(Waiting.until(() -> !rowOf(7).isEmpty(), DEADLINE)).isTrue();
        cluster.createTopics();
        put(0, "any", "{'id': 'any', 'when': 'event.cost >= 0'}");
        call(8, 1);
        awaitFired("read_uncommitted", "any@0 8 0");
    }
}
