package dev.aimonflink.job.operator;

import dev.aimonflink.job.TestSettings;
import dev.aimonflink.job.message.MatrixInput.ProfileChange;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.matrix.calls.CallProfiles;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.calls.PlainDimensions;
import dev.aimonflink.matrix.calls.Profile;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.query.plain.PlainCalls;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.QueryResult;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** One partition becomes two, four and three. The same queries have the same answers before and after. */
class RescalingTest {
    private static final long SEED = 20261120;
    private static final int SUBSCRIBERS = 300;
    private static final int CALLS = 600;

    private final Random random = new Random(SEED);
    private final RandomCalls calls = new RandomCalls(random, ZoneOffset.UTC, LocalDate.of(2026, 11, 18), SUBSCRIBERS);
    private final PlainCalls model =
            new PlainCalls(ZoneOffset.UTC, PlainDimensions.benchmark(), TestSettings.AGGREGATES);
    private MatrixPartitions matrix;

    @AfterEach
    void close() throws Exception {
        matrix.close();
    }

    static Stream<StateBackend> backends() {
        boolean incremental = true;
        return Stream.of(new HashMapStateBackend(), new EmbeddedRocksDBStateBackend(incremental));
    }

    @ParameterizedTest
    @MethodSource("backends")
    void shouldAnswerTheSameBeforeAndAfterEachRescaling(StateBackend backend) throws Exception {
        matrix = new MatrixPartitions(TestSettings.with(), backend, 1);
        passTime();
        long checkpointId = 0;
        for (int parallelism : new int[] {2, 4, 3}) {
            change();
            matrix.checkpoint(++checkpointId);
            // On top of what is checkpointed, so that an incremental checkpoint is of more than one piece.
            change();
            Map<String, QueryResult> before = answers();
            matrix.restart(parallelism, ++checkpointId);
            assertThat(matrix.all()).hasSize(parallelism);
            Map<String, QueryResult> after = answers();
            after.forEach((query, result) -> {
                assertThat(result.rows())
                        .as("%s with %d partitions, seed=%d", query, parallelism, SEED)
                        .isEqualTo(before.get(query).rows())
                        .isEqualTo(model.answer(AskedQuery.withDefaults(query)));
                assertThat(result.asOf()).isEqualTo(before.get(query).asOf());
            });
            assertEachRowOnce();
        }
        change();
        assertEachRowOnce();
    }

    /** Each partition reads what all of them have written, so what is the same in all is written by one. */
    @Test
    void shouldWriteTheModelAndTheClockResetOnceForAllPartitions() throws Exception {
        matrix = new MatrixPartitions(
                TestSettings.with("--aim.clock.reset=2026-01-01T00:00:00Z"), new HashMapStateBackend(), 3);
        passTime();
        assertThat(copies(matrix.checkpoint(1), "model")).containsExactly(1, 0, 0);
        matrix.restart(2, 2);
        OperatorSubtaskState[] restored = matrix.checkpoint(3);
        assertThat(copies(restored, "model")).containsExactly(1, 0);
        assertThat(copies(restored, "clock-reset")).containsExactly(1, 0);
        assertThat(copies(restored, "applied")).as("that of each partition").containsExactly(1, 1);
        assertThat(copies(restored, "clock")).as("that of each partition").containsExactly(1, 1);
    }

    private static List<Integer> copies(OperatorSubtaskState[] states, String name) {
        return Stream.of(states)
                .map(state -> state.getManagedOperatorState().stream()
                        .map(handle -> handle.getStateNameToPartitionOffsets().get(name))
                        .filter(Objects::nonNull)
                        .mapToInt(offsets -> offsets.getOffsets().length)
                        .sum())
                .toList();
    }

    private void change() throws Exception {
        for (int i = 0; i < CALLS; i++) {
            Event call = calls.call();
            model.event(call);
            matrix.call(call);
            if (i % 10 == 0) {
                Profile profile = calls.profile();
                model.profile(profile);
                matrix.send(new ProfileChange(EntityId.of(profile.subscriberId()), CallProfiles.attributes(profile)));
            }
        }
        passTime();
    }

    private void passTime() throws Exception {
        long nowMs = calls.later();
        model.advanceTo(nowMs);
        matrix.turn(nowMs);
    }

    private Map<String, QueryResult> answers() throws Exception {
        Map<String, QueryResult> answers = new HashMap<>();
        for (String query : Catalogue.BENCHMARK) {
            QueryResult result = matrix.ask(query);
            assertThat(result.error()).as(query).isNull();
            answers.put(query, result);
        }
        return answers;
    }

    private void assertEachRowOnce() throws Exception {
        assertThat(matrix.gauge(AimMetrics.ROWS)).isEqualTo(model.rows());
        assertThat(matrix.ask("verify").rows()).isEqualTo(List.of(List.of((long) model.rows(), 0L)));
    }
}
