package dev.aimonflink.job.operator;

import dev.aimonflink.job.TestSettings;
import dev.aimonflink.job.message.Alert;
import dev.aimonflink.job.message.CallMessages;
import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.job.rule.FakeRules;
import dev.aimonflink.job.source.SideOutputs;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.row.EventPlace;
import dev.aimonflink.matrix.row.SourcePartition;
import dev.aimonflink.rules.format.RuleJson;
import dev.aimonflink.rules.judge.RuleColumns;
import dev.aimonflink.rules.judge.RuleHistory;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Rules that are checked, in the operator: by its clock, with its state, and beside its other work. */
class CheckedRulesTest {
    /** A Wednesday. */
    private static final long NOON_MS = Instant.parse("2026-11-18T12:00:00Z").toEpochMilli();

    private static final String SILENT =
            "{'id': 'silent', 'when': 'idle > 600', 'check': 'every 10 s', 'resolve': true, 'message': '{idle} s'}";

    private final FakeRules rules = new FakeRules();
    private MatrixPartitions matrix;
    private long nowMs = NOON_MS;
    private long attempt;
    private boolean isAtEnd;

    enum Backend {
        HEAP,
        DISK;

        StateBackend backend() {
            return this == HEAP ? new HashMapStateBackend() : new EmbeddedRocksDBStateBackend();
        }
    }

    private void open(Backend backend, String... arguments) throws Exception {
        matrix = new MatrixPartitions(TestSettings.with(arguments), rules.source(), backend.backend(), 2);
        started();
    }

    @AfterEach
    void close() throws Exception {
        matrix.close();
    }

    /** The readers of events have said where they are, for long enough. */
    private void started() throws Exception {
        goTo(nowMs);
        read(true);
        pass(100);
        pass(6_000);
    }

    private void put(String json) {
        put(json, false);
    }

    private void put(String json, boolean isApplied) {
        byte[] value = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        long version = rules.history().newest() + 1;
        RuleHistory.Entry entry =
                RuleHistory.Entry.of(version, version, RuleJson.read(value, (RuleColumns) null), null);
        rules.add(isApplied ? entry.applied() : entry);
    }

    private void call(long id, long timeMs) throws Exception {
        MatrixInput.Events call = CallMessages.of(new Event(id, timeMs, 60, 1, false), 3, 0);
        matrix.send(new MatrixInput.Events(
                call.key(),
                call.count(),
                call.newestMs(),
                attempt,
                call.decodedMicros(),
                call.layout(),
                FakeRules.TOPIC,
                rules.history().newest(),
                call.packed()));
    }

    private void read(boolean isIt) throws Exception {
        isAtEnd = isIt;
        report();
    }

    private void report() throws Exception {
        EventPlace place = new EventPlace(new SourcePartition("aim.events.v1", 3), 0, nowMs, isAtEnd, 0);
        // Each partition has a key that leads to it.
        for (MatrixHarness each : matrix.all()) {
            EntityId key = LongStream.iterate(0, id -> id + 1)
                    .mapToObj(EntityId::of)
                    .filter(id -> matrix.ownerOf(id) == each)
                    .findFirst()
                    .orElseThrow();
            each.process(new MatrixInput.Progress(key, attempt, List.of(place)));
        }
    }

    private void goTo(long wallMs) throws Exception {
        for (MatrixHarness each : matrix.all()) {
            each.getProcessingTimeService().setCurrentTime(wallMs);
        }
    }

    /** Lets time pass, and then whatever has to be done. */
    private void pass(long ms) throws Exception {
        nowMs += ms;
        goTo(nowMs);
        if (isAtEnd) {
            report();
        }
        for (MatrixHarness each : matrix.all()) {
            for (int pulse = 0; pulse < 25; pulse++) {
                each.advanceTime(EventGaps.PULSE_MS);
                each.drain();
            }
        }
        nowMs = Math.max(nowMs, matrix.all().get(0).getProcessingTimeService().getCurrentProcessingTime());
        assertThat(matrix.all().stream().mapToLong(each -> each.parts().size()).sum())
                .as("answers that nobody has asked for")
                .isZero();
    }

    private List<String> alerts() {
        List<String> alerts = new ArrayList<>();
        for (MatrixHarness partition : matrix.all()) {
            var side = partition.getSideOutput(SideOutputs.ALERTS);
            if (side != null) {
                side.forEach(each -> alerts.add(text(each.getValue())));
                side.clear();
            }
        }
        return alerts;
    }

    private static String text(Alert alert) {
        return new String(alert.value(), StandardCharsets.UTF_8);
    }

    private long gauge(String name) {
        return matrix.all().stream().mapToLong(each -> each.gauge(name)).sum();
    }

    private void restart(int parallelism) throws Exception {
        matrix.restart(parallelism, ++attempt);
        started();
    }

    @ParameterizedTest
    @EnumSource
    void shouldFireOnceForAnEntityThatFallsSilentAndSayWhenItIsBack(Backend backend) throws Exception {
        open(backend);
        put(SILENT);
        long lastMs = nowMs;
        call(7, lastMs);
        pass(599_000);
        assertThat(alerts()).isEmpty();
        pass(10_000);
        List<String> alerts = alerts();
        assertThat(alerts).hasSize(1);
        assertThat(alerts.get(0))
                .matches(
                        "\\{\"alertId\":\"silent-0-\\d+-7\",\"rule\":\"silent\",\"version\":0,\"state\":\"firing\","
                                + "\"key\":\"7\",\"eventTime\":\\d+,\"message\":\"6\\d\\d s\",\"values\":\\{\"idle\":6\\d\\d}}");
        pass(10_000);
        pass(100_000);
        assertThat(alerts()).as("still silent").isEmpty();
        restart(1);
        pass(20_000);
        assertThat(alerts()).as("silent after a restart").isEmpty();
        call(7, nowMs);
        pass(10_000);
        assertThat(alerts()).singleElement().asString().contains("\"state\":\"resolved\"", "\"message\":\"1");
        restart(2);
        pass(700_000);
        assertThat(alerts()).as("silent once more").singleElement().asString().contains("\"state\":\"firing\"");
    }

    @Test
    void shouldSayOfNobodyThatHeIsSilentWhileEventsAreBehind() throws Exception {
        open(Backend.HEAP);
        put(SILENT);
        call(7, nowMs);
        pass(10_000);
        read(false);
        pass(3_600_000);
        assertThat(alerts()).isEmpty();
        assertThat(gauge(AimMetrics.CHECKS_SKIPPED)).isPositive();
        call(7, nowMs);
        read(true);
        pass(10_000);
        assertThat(alerts()).as("events have come after an outage").isEmpty();
        pass(700_000);
        assertThat(alerts()).hasSize(1);
    }

    @Test
    void shouldGoOnWithTheNextCheckWhereVeryManyRowsFire() throws Exception {
        open(Backend.HEAP);
        put("{'id': 'some', 'when': 'number_of_calls_this_week >= 1', 'check': 'every 1 min'}");
        int entities = 21_000;
        for (int id = 0; id < entities; id++) {
            call(id, nowMs);
        }
        pass(60_000);
        assertThat(alerts()).hasSizeLessThanOrEqualTo(20_000).hasSizeGreaterThan(15_000);
        pass(60_000);
        int second = alerts().size();
        assertThat(second).isPositive();
        pass(60_000);
        assertThat(alerts()).isEmpty();
        assertThat(gauge(AimMetrics.CHECKED_RECORDS)).isEqualTo(entities);
    }

    @Test
    void shouldKeepWhatItHasToldWhenOnlyTheMessageChangesAndForgetWithTheRule() throws Exception {
        open(Backend.HEAP);
        put(SILENT);
        call(7, nowMs);
        pass(700_000);
        assertThat(alerts()).hasSize(1);
        put(SILENT.replace("{idle} s", "for {idle} s"));
        pass(20_000);
        assertThat(alerts()).isEmpty();
        put(SILENT.replace("600", "601"));
        pass(20_000);
        assertThat(alerts()).as("another condition").hasSize(1);
    }

    /** Each alert once, though the job is restarted in the middle and afterwards with another parallelism. */
    @ParameterizedTest
    @ValueSource(strings = {"number_of_calls_this_week >= 1", "longest_duration_this_day >= 60"})
    void shouldApplyARuleOnceForAllOfWhomItIsTrueNow(String when) throws Exception {
        open(Backend.HEAP);
        int entities = 45_000;
        for (int id = 0; id < entities; id++) {
            call(id, nowMs);
        }
        String rule = "{'id': 'now', 'when': '" + when + "'}";
        put(rule);
        pass(1_000);
        assertThat(alerts()).as("waits for an event").isEmpty();
        put(rule.replace("now", "applied"), true);
        pass(200);
        List<String> alerts = new ArrayList<>(alerts());
        assertThat(alerts).as("in bounded steps").hasSize(20_000);
        restart(3);
        alerts.addAll(alerts());
        for (int i = 0; i < 5; i++) {
            pass(1_100);
            alerts.addAll(alerts());
        }
        assertThat(alerts).doesNotHaveDuplicates().hasSize(entities);
        assertThat(alerts).allMatch(each -> each.startsWith("{\"alertId\":\"applied-1-0-"));
        restart(1);
        call(entities, nowMs);
        alerts();
        pass(5_000);
        assertThat(alerts()).as("applied already").isEmpty();
    }

    @Test
    void shouldCheckAColumnThatIsNotKept() throws Exception {
        open(Backend.HEAP, "--aim.matrix.columns=number_of_calls_this_day");
        call(7, nowMs);
        put("{'id': 'dear', 'when': 'total_cost_this_day > 0', 'check': 'every 10 s'}");
        pass(20_000);
        assertThat(gauge(AimMetrics.RULES_REFUSED)).isZero();
        assertThat(alerts()).hasSize(1);
    }
}
