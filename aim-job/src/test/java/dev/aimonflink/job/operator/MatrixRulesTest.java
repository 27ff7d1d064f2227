package dev.aimonflink.job.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.job.TestSettings;
import dev.aimonflink.job.message.Alert;
import dev.aimonflink.job.message.CallMessages;
import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.job.rule.FakeRules;
import dev.aimonflink.job.source.SideOutputs;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.rules.format.RuleJson;
import dev.aimonflink.rules.judge.PreviewRules;
import dev.aimonflink.rules.judge.RuleHistory;
import dev.aimonflink.rules.report.RulesReport;
import dev.aimonflink.rules.report.ShadowsReport;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class MatrixRulesTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** A Wednesday. */
    private static final long NOON_MS = Instant.parse("2026-11-18T12:00:00Z").toEpochMilli();

    private static final long DAY_MS = 86_400_000;

    private static final String DEAR = "{\"id\": \"dear\", \"when\": \"event.cost > 1\", \"enabled\": false}";

    private final FakeRules rules = new FakeRules();
    private MatrixPartitions matrix;
    private long offset;

    private void open(String... arguments) throws Exception {
        matrix = new MatrixPartitions(TestSettings.with(arguments), rules.source(), new HashMapStateBackend(), 2);
    }

    @AfterEach
    void close() throws Exception {
        matrix.close();
    }

    private void put(String id, String json) {
        byte[] key = id.getBytes(StandardCharsets.UTF_8);
        byte[] value = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        long version = rules.history().newest() + 1;
        rules.add(RuleHistory.Entry.of(version, version, RuleJson.read(key, value), null));
    }

    private void call(long id, long timeMs, float cost) throws Exception {
        MatrixInput.Events call = CallMessages.of(new Event(id, timeMs, 60, cost, false), 3, offset++);
        matrix.send(CallMessages.judgedBy(FakeRules.TOPIC, rules.history().newest(), call));
    }

    /** Those since the last call. */
    private List<Alert> alerts() {
        List<Alert> alerts = new ArrayList<>();
        for (MatrixHarness partition : matrix.all()) {
            var side = partition.getSideOutput(SideOutputs.ALERTS);
            if (side != null) {
                side.forEach(each -> alerts.add(each.getValue()));
                side.clear();
            }
        }
        return alerts;
    }

    private long counter(String name) {
        return matrix.all().stream().mapToLong(each -> each.counter(name)).sum();
    }

    @Test
    void shouldSendAnAlertWithWhatTheConditionSaw() throws Exception {
        open();
        put(
                "dear-day",
                "{'id': 'dear-day', 'when': 'total_cost_this_day >= 5 and before(total_cost_this_day) < 5 and event.cost > 1',"
                        + " 'message': '{subscriber_id} has spent {total_cost_this_day}'}");
        call(7, NOON_MS, 3.5f);
        assertThat(alerts()).isEmpty();
        call(7, NOON_MS + 1, 2.25f);
        Alert alert = alerts().get(0);
        assertThat(alert.topic()).isEqualTo("aim.alerts.v1");
        assertThat(alert.alertId()).isEqualTo("dear-day-0-aim.events.v1-3-1");
        assertThat(alert.key()).asString().isEqualTo("7");
        assertThat(alert.value())
                .asString()
                .isEqualTo("{\"alertId\":\"dear-day-0-aim.events.v1-3-1\",\"rule\":\"dear-day\",\"version\":0,"
                        + "\"state\":\"firing\",\"key\":\"7\",\"eventTime\":" + (NOON_MS + 1)
                        + ",\"message\":\"7 has spent 5.75\",\"values\":{\"total_cost_this_day\":5.75,"
                        + "\"event.cost\":2.25,\"before(total_cost_this_day)\":3.50}}");
        call(7, NOON_MS + 2, 2.25f);
        assertThat(alerts()).as("above, but not crossed").isEmpty();
        assertThat(counter(AimMetrics.ALERTS_FIRED)).isEqualTo(1);
    }

    @Test
    void shouldSayForHowManyEventsARuleWasSilent() throws Exception {
        open();
        put("daily", "{'id': 'daily', 'when': 'event.cost > 1', 'every': '1d'}");
        for (int i = 0; i < 4; i++) {
            call(7, NOON_MS + i, 2);
        }
        call(7, NOON_MS + DAY_MS, 2);
        List<Alert> alerts = alerts();
        assertThat(alerts).hasSize(2);
        JsonNode second = JSON.readTree(alerts.get(1).value());
        assertThat(second.path("suppressed").toString()).isEqualTo("{\"count\":3,\"since\":" + NOON_MS + "}");
        assertThat(JSON.readTree(alerts.get(0).value()).has("suppressed")).isFalse();
    }

    @Test
    void shouldOnlyCountWhatAShadowWouldDoAndThenBeginAnew() throws Exception {
        open("--aim.alerts.max-per-second=10");
        put("daily", "{'id': 'daily', 'when': 'event.cost > 1', 'every': '1d', 'shadow': true}");
        for (int i = 0; i < 3; i++) {
            call(7, NOON_MS + i, 2);
        }
        assertThat(alerts()).isEmpty();
        assertThat(counter(AimMetrics.ALERTS_SHADOWED)).isEqualTo(1);
        assertThat(counter(AimMetrics.ALERTS_FIRED)).isZero();
        assertThat(matrix.ask(RulesReport.asked()).rows().get(1).subList(0, 4)).isEqualTo(List.of("daily", 0L, 1L, 2L));
        List<List<Object>> samples = matrix.ask(ShadowsReport.asked()).rows();
        assertThat(samples).hasSize(1);
        assertThat((String) samples.get(0).get(1)).contains("\"alertId\":\"daily-0-aim.events.v1-3-0\"");
        put("daily", "{'id': 'daily', 'when': 'event.cost > 1', 'every': '1d'}");
        call(7, NOON_MS + 3, 2);
        assertThat(alerts()).as("nobody has heard of what the shadow did").hasSize(1);
    }

    @Test
    void shouldSayForWhomRulesAreTrueNow() throws Exception {
        open();
        for (int i = 0; i < 30; i++) {
            call(i, NOON_MS + i, i);
        }
        call(40, NOON_MS + DAY_MS, 20);
        matrix.turn(NOON_MS + DAY_MS);
        AskedQuery asked = PreviewRules.asked(List.of(
                json(
                        "{'id': 'dear-day', 'when': 'total_cost_this_day >= 15', 'message': '{subscriber_id} has spent {total_cost_this_day}'}"),
                json("{'id': 'dear-week', 'when': 'total_cost_this_week >= 15', 'enabled': false}"),
                json("{'id': 'fails', 'when': '1 / (total_cost_this_day - total_cost_this_day) > 1'}")));
        List<List<Object>> rows = matrix.ask(asked).rows();
        assertThat(rows.subList(0, 2))
                .containsExactly(
                        Arrays.asList("dear-day", 1L, null, null),
                        Arrays.asList("dear-day", null, "40", "40 has spent 20.00"));
        assertThat(rows.get(2)).isEqualTo(Arrays.asList("dear-week", 16L, null, null));
        assertThat(rows.subList(3, 13)).allSatisfy(row -> {
            assertThat(row.get(0)).isEqualTo("dear-week");
            assertThat(Integer.parseInt((String) row.get(2))).isGreaterThanOrEqualTo(15);
        });
        assertThat(rows.subList(13, rows.size())).containsExactly(Arrays.asList("fails", 0L, null, null));
    }

    private static byte[] json(String rule) {
        return rule.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void shouldForgetWhatFiredWithTheEntityAndWithTheRule() throws Exception {
        open();
        put("daily", "{'id': 'daily', 'when': 'event.cost > 1', 'every': '1d'}");
        call(7, NOON_MS, 2);
        call(8, NOON_MS, 2);
        assertThat(alerts()).hasSize(2);
        matrix.send(new MatrixInput.Forget(EntityId.of(7)));
        call(7, NOON_MS + 1, 2);
        call(8, NOON_MS + 1, 2);
        assertThat(alerts())
                .extracting(alert -> new String(alert.key(), StandardCharsets.UTF_8))
                .containsExactly("7");
        rules.add(RuleHistory.Entry.deleted(1, 1, "daily"));
        assertThat(storedFirings()).isEqualTo(2);
        call(8, NOON_MS + 2, 0);
        assertThat(storedFirings()).as("of the entity that has had an event").isEqualTo(1);
        put("daily", "{'id': 'daily', 'when': 'event.cost > 1', 'every': '1d'}");
        call(7, NOON_MS + 3, 2);
        assertThat(alerts()).as("of another rule").hasSize(1);
    }

    private long storedFirings() {
        return matrix.all().stream()
                .mapToLong(each -> each.storedKeys("rule-firings"))
                .sum();
    }

    @Test
    void shouldWriteAnEventBesideTheAlert() throws Exception {
        open("--aim.rules.topics=offers");
        put(
                "free",
                "{'id': 'free', 'when': 'event.cost > 1', 'resolve': true, 'action': {'topic': 'offers', 'key':"
                        + " 'subscriber_id', 'event': {'who': 'subscriber_id', 'spent': 'total_cost_this_day',"
                        + " 'kind': '\\u0027free\\u0027', 'at': 'event.timestamp', 'none': '1 / (event.cost - event.cost)'}}}");
        call(7, NOON_MS, 2);
        call(7, NOON_MS + 1, 0);
        List<Alert> alerts = alerts();
        assertThat(alerts).extracting(Alert::topic).containsExactly("aim.alerts.v1", "offers", "aim.alerts.v1");
        Alert event = alerts.get(1);
        assertThat(event.alertId()).isEqualTo(alerts.get(0).alertId());
        assertThat(event.key()).asString().isEqualTo("7");
        assertThat(event.value())
                .asString()
                .isEqualTo(
                        "{\"who\":7,\"spent\":2.00,\"kind\":\"free\",\"at\":\"2026-11-18T12:00:00Z\",\"none\":null}");
        assertThat(JSON.readTree(alerts.get(2).value()).path("state").asText()).isEqualTo("resolved");
    }

    /** Within all limits of texts, and too long a number: a search must count it as a look at each rule does. */
    @ParameterizedTest
    @ValueSource(strings = {"search", "flat"})
    void shouldCountAConditionThatFailsWhereItsThresholdIsReached(String engine) throws Exception {
        open("--aim.rules.engine=" + engine);
        put(
                "hostile",
                "{'id': 'hostile', 'when': 'total_cost_this_day > 0 and " + product(512)
                        + " > 0', 'params': {'a': 1234567890123456789012345678901234567890}}");
        call(7, NOON_MS, 2);
        assertThat(alerts()).isEmpty();
        for (MatrixHarness partition : matrix.all()) {
            for (int pulse = 0; pulse <= FakeRules.QUIET_PULSES; pulse++) {
                partition.advanceTime(EventGaps.PULSE_MS);
            }
        }
        assertThat(matrix.all().stream()
                        .mapToLong(each -> each.gauge(AimMetrics.RULES_FAILED))
                        .sum())
                .isEqualTo(1);
    }

    private static String product(int factors) {
        return factors == 1
                ? "(total_cost_this_day*:a)"
                : "(" + product(factors / 2) + "*" + product(factors / 2) + ")";
    }

    @Test
    void shouldResolveALevelAlsoIfTheRuleResolvesNoMore() throws Exception {
        open();
        put("dear", "{'id': 'dear', 'when': 'event.cost > 1', 'resolve': true}");
        call(7, NOON_MS, 2);
        call(8, NOON_MS, 2);
        put("dear", "{'id': 'dear', 'when': 'event.cost > 1'}");
        assertThat(alerts()).hasSize(2);
        call(7, NOON_MS + 1, 0);
        assertThat(JSON.readTree(alerts().get(0).value()).path("state").asText())
                .isEqualTo("resolved");
        call(7, NOON_MS + 2, 0);
        assertThat(alerts()).isEmpty();
    }

    @Test
    void shouldNotSendMoreThanItMayInASecondAndCountTheOthers() throws Exception {
        open("--aim.alerts.max-per-second=10");
        put("all", "{'id': 'all', 'when': 'event.cost >= 0', 'every': '1d'}");
        for (int i = 0; i < 1_000; i++) {
            call(i, NOON_MS, 2);
        }
        assertThat(counter(AimMetrics.ALERTS_FIRED)).isEqualTo(1_000);
        long skipped = counter(AimMetrics.ALERTS_SKIPPED);
        assertThat(skipped).isPositive();
        assertThat(alerts()).hasSize((int) (1_000 - skipped)).hasSizeGreaterThan(10);
        for (int i = 0; i < 1_000; i++) {
            call(i, NOON_MS + 1, 2);
        }
        assertThat(counter(AimMetrics.ALERTS_FIRED))
                .as("what was not sent is remembered")
                .isEqualTo(1_000);
    }

    @ParameterizedTest
    @CsvSource({"subscriber_id,LARGE", "LARGE,subscriber_id"})
    void shouldNotSendAnEventThatIsLargerThanKafkaTakesIt(String key, String value) throws Exception {
        open("--aim.rules.topics=offers");
        String large = "rpad(\\u0027x\\u0027, 1000000)";
        put(
                "large",
                "{'id': 'large', 'when': 'event.cost > 1', 'action': {'topic': 'offers', 'key': '"
                        + key.replace("LARGE", large) + "', 'event': {'text': '" + value.replace("LARGE", large)
                        + "'}}}");
        call(7, NOON_MS, 2);
        assertThat(alerts()).extracting(Alert::topic).containsExactly("aim.alerts.v1");
        assertThat(counter(AimMetrics.RULE_EVENTS_TOO_LARGE)).isEqualTo(1);
    }

    @Test
    void shouldSayWhatEachRuleHasDone() throws Exception {
        open("--aim.rules.delay=3s", "--aim.rules.topics=offers");
        put("daily", "{'id': 'daily', 'when': 'event.cost > 1', 'every': '1d'}");
        put("fails", "{'id': 'fails', 'when': '1 / (event.cost - event.cost) > 1'}");
        put("unknown", "{'id': 'unknown', 'when': 'event.costs > 1'}");
        call(7, NOON_MS, 2);
        call(7, NOON_MS + 1, 2);
        call(8, NOON_MS + 1, 2);
        List<List<Object>> rows = matrix.ask(RulesReport.asked()).rows();
        assertThat(rows.get(0).subList(0, 9))
                .isEqualTo(Arrays.asList(null, 2L, null, null, null, null, 3_000L, "offers", "UTC"));
        assertThat(rows.get(1)).isEqualTo(Arrays.asList("daily", 0L, 2L, 1L, 0L, null, null, null, null, null, 0L));
        assertThat(rows.get(2)).isEqualTo(Arrays.asList("fails", 1L, 0L, 0L, 3L, null, null, null, null, null, 0L));
        assertThat(rows.get(3).get(0)).isEqualTo("unknown");
        assertThat((String) rows.get(3).get(5)).contains("Did you mean 'event.cost'?");
    }

    @Test
    void shouldNotSayThatRulesAreReadWhereEventsWaitForThem() throws Exception {
        open();
        put("daily", "{'id': 'daily', 'when': 'event.cost > 1'}");
        assertThat(matrix.ask(RulesReport.asked()).rows().get(0).get(1)).isEqualTo(0L);
        rules.shut();
        assertThat(matrix.ask(RulesReport.asked()).rows().get(0).get(1)).isEqualTo(RuleHistory.NONE);
        rules.open();
        assertThat(matrix.ask(RulesReport.asked()).rows().get(0).get(1)).isEqualTo(0L);
    }

    @Test
    void shouldSayThatAVersionIsRefusedBeforeAnEventComes() throws Exception {
        open();
        put("unknown", "{'id': 'unknown', 'when': 'event.costs > 1'}");
        assertThat(matrix.ask(RulesReport.asked()).rows()).hasSize(2);
        assertThat(refused()).isEqualTo(1);
        put(
                "free",
                "{'id': 'free', 'when': 'event.cost > 1', 'action': {'topic': 'offers', 'key': 'subscriber_id',"
                        + " 'event': {'who': 'subscriber_id'}}}");
        assertThat(refused()).isEqualTo(1);
        for (MatrixHarness partition : matrix.all()) {
            for (int pulse = 0; pulse <= FakeRules.QUIET_PULSES; pulse++) {
                partition.advanceTime(EventGaps.PULSE_MS);
            }
        }
        assertThat(refused()).as("without a question").isEqualTo(2);
        assertThat(matrix.all().get(0).gauge(AimMetrics.RULES)).isZero();
    }

    private long refused() {
        return matrix.all().stream()
                .mapToLong(each -> each.gauge(AimMetrics.RULES_REFUSED))
                .max()
                .orElseThrow();
    }

    @Test
    void shouldHaveARuleSuspendedThatTakesTooMuchWorkAndGoOn() throws Exception {
        open();
        put("plain", "{'id': 'plain', 'when': 'event.cost > 1'}");
        put(
                "dear",
                "{'id': 'dear', 'when': 'length(repeat(subscriber_id::text, 100000)) > 1', 'every': '1d',"
                        + " 'message': 'dear'}");
        put(
                "wordy",
                "{'id': 'wordy', 'when': 'event.cost > 1', 'message': '{left(repeat(subscriber_id::text, 150000), 3)}'}");
        for (int i = 0; i < 300; i++) {
            call(7, NOON_MS + i, 2);
        }
        assertThat(rules.suspended()).isEmpty();
        for (MatrixHarness partition : matrix.all()) {
            for (int pulse = 0; pulse <= FakeRules.QUIET_PULSES; pulse++) {
                partition.advanceTime(EventGaps.PULSE_MS);
            }
        }
        assertThat(rules.suspended()).containsExactly(1L, 2L);
        assertThat(counter(AimMetrics.ALERTS_FIRED)).isEqualTo(601);
        List<Object> dear = matrix.ask(RulesReport.asked()).rows().get(1);
        assertThat(dear.get(0)).isEqualTo("dear");
        assertThat((Long) dear.get(10)).as("nanoseconds").isPositive();
        rules.add(RuleHistory.Entry.of(
                        3,
                        3,
                        RuleJson.read("dear".getBytes(StandardCharsets.UTF_8), DEAR.getBytes(StandardCharsets.UTF_8)),
                        null)
                .suspends(new RuleHistory.Suspension(1, "It is suspended.")));
        call(8, NOON_MS + 400, 2);
        assertThat(counter(AimMetrics.ALERTS_FIRED)).isEqualTo(603);
        assertThat(matrix.ask(RulesReport.asked()).rows().get(1).subList(0, 6))
                .as("with what it did before")
                .isEqualTo(Arrays.asList("dear", null, 1L, 299L, 0L, "Version 3: It is suspended."));
        assertThat(refused()).isZero();
        assertThat(matrix.all().get(0).gauge(AimMetrics.RULES_SUSPENDED)).isEqualTo(1);
    }

    @Test
    void shouldJudgeByNoneWhereAlertsAreNotEnabled() throws Exception {
        open("--aim.alerts.enabled=false");
        put("all", "{'id': 'all', 'when': 'event.cost >= 0'}");
        call(7, NOON_MS, 2);
        assertThat(alerts()).isEmpty();
        assertThat(matrix.ask(AskedQuery.withDefaults("verify")).rows()).isEqualTo(List.of(List.of(1L, 0L)));
    }
}
