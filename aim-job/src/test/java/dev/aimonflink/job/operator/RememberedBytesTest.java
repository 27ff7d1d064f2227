package dev.aimonflink.job.operator;

import dev.aimonflink.job.TestSettings;
import dev.aimonflink.job.message.CallMessages;
import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.job.rule.FakeRules;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.rules.format.RuleJson;
import dev.aimonflink.rules.judge.RuleHistory;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What rules remember of entities takes memory, and that has a limit. */
class RememberedBytesTest {
    private static final long NOON_MS = Instant.parse("2026-11-18T12:00:00Z").toEpochMilli();
    private static final int FULL = 6_300;

    private final FakeRules rules = new FakeRules();
    private MatrixPartitions matrix;
    private long offset;

    private void open(String... arguments) throws Exception {
        matrix = new MatrixPartitions(TestSettings.with(arguments), rules.source(), new HashMapStateBackend(), 1);
    }

    @AfterEach
    void close() throws Exception {
        if (matrix != null) {
            matrix.close();
        }
    }

    private void put(String id, String json) {
        byte[] value = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        long version = rules.history().newest() + 1;
        rules.add(RuleHistory.Entry.of(
                version, version, RuleJson.read(id.getBytes(StandardCharsets.UTF_8), value), null));
    }

    private void call(long id, long timeMs, float cost) throws Exception {
        MatrixInput.Events call = CallMessages.of(new Event(id, timeMs, 60, cost, false), 3, offset++);
        matrix.send(CallMessages.judgedBy(FakeRules.TOPIC, rules.history().newest(), call));
    }

    private void pulse(int pulses) throws Exception {
        for (int pulse = 0; pulse < pulses; pulse++) {
            matrix.all().get(0).advanceTime(EventGaps.PULSE_MS);
        }
    }

    private long bytes() {
        return matrix.all().get(0).gauge(AimMetrics.RULES_BYTES);
    }

    @Test
    void shouldCountWhatIsRememberedAndForgotten() throws Exception {
        open();
        put("daily", "{'id': 'daily', 'when': 'event.cost > 1', 'every': '1d'}");
        put("high", "{'id': 'high', 'when': 'event.cost > 5', 'resolve': true}");
        put("any", "{'id': 'any', 'when': 'event.cost >= 0'}");
        call(7, NOON_MS, 2);
        call(7, NOON_MS + 1, 2);
        assertThat(bytes()).isEqualTo(150 + 18);
        call(7, NOON_MS + 2, 6);
        assertThat(bytes()).isEqualTo(150 + 2 * 18);
        call(8, NOON_MS + 2, 6);
        assertThat(bytes()).isEqualTo(2 * (150 + 2 * 18));
        rules.add(RuleHistory.Entry.deleted(3, 3, "daily"), RuleHistory.Entry.deleted(4, 4, "high"));
        call(7, NOON_MS + 3, 2);
        assertThat(bytes()).isEqualTo(150 + 2 * 18);
        call(8, NOON_MS + 3, 2);
        assertThat(bytes()).isZero();
    }

    @Test
    void shouldSuspendTheRuleThatRemembersMostWhereThereIsNoRoom() throws Exception {
        open("--aim.rules.max-memory=1mb");
        put("few", "{'id': 'few', 'when': 'event.cost > 5', 'every': '1d'}");
        put("most", "{'id': 'most', 'when': 'event.cost > 1', 'every': '1d'}");
        for (int i = 0; i < FULL - 100; i++) {
            call(i, NOON_MS, i % 100 == 0 ? 6 : 2);
        }
        pulse(FakeRules.QUIET_PULSES);
        assertThat(rules.suspended()).isEmpty();
        for (int i = FULL - 100; i < FULL; i++) {
            call(i, NOON_MS, 2);
        }
        pulse(FakeRules.QUIET_PULSES);
        assertThat(rules.suspended()).containsExactly(1L);
        pulse(FakeRules.QUIET_PULSES);
        assertThat(rules.suspended()).as("the record takes a while").containsExactly(1L);
        pulse(1_000);
        assertThat(rules.suspended()).as("nothing is added").containsExactly(1L);
        call(FULL, NOON_MS, 6);
        pulse(1_000);
        assertThat(rules.suspended()).as("it adds more").containsExactly(1L, 0L);
    }

    @Test
    void shouldTakeTheRoomOfNewEntities() {
        EntitiesPerPartition limit =
                EntitiesPerPartition.ofHeap(1L << 30, 4, TestSettings.with().columnSet(), true);
        assertThat(limit.roomOf(0)).isZero();
        final int half = limit.roomOf((1L << 30) / 100 * EntitiesPerPartition.HEAP_PERCENT / 8);
        assertThat(half).isBetween(limit.rows() / 2 - 1, limit.rows() / 2 + 1);
        assertThat(limit.roomOf(1L << 40)).isEqualTo(limit.rows());
        assertThat(EntitiesPerPartition.given(1_000, 4).roomOf(1L << 40))
                .as("as it was chosen")
                .isZero();
    }
}
