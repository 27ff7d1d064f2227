package dev.aimonflink.bench.peers;

import dev.aimonflink.bench.experiment.Answers;
import dev.aimonflink.bench.world.CallTotals;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.layout.MatrixSchema;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class CallDuelTest {
    private static final int SUBSCRIBERS = 300;
    private static final MatrixSchema SCHEMA = CallModel.schema(CallModel.AGGREGATES_PER_COPY);

    private final ByteArrayOutputStream complaints = new ByteArrayOutputStream();
    private final CallDuel duel = new CallDuel(SUBSCRIBERS, new PrintStream(complaints, true, StandardCharsets.UTF_8));

    @ParameterizedTest
    @EnumSource(DuckDbUpdateSql.Way.class)
    void shouldFindThatAllCellsAreEqualWhateverTheBatches(DuckDbUpdateSql.Way way) {
        try (CallCounter ours = new EngineCounter(SCHEMA, SUBSCRIBERS);
                CallCounter small = new DuckDbCounter(SCHEMA, SUBSCRIBERS, 1, 70, way);
                CallCounter large = new DuckDbCounter(SCHEMA, SUBSCRIBERS, 2, 1_000, way)) {
            List<Duel.Result> results = duel.measure(
                    List.of(
                            new CallDuel.Entry(ours, 2_000),
                            new CallDuel.Entry(small, 150),
                            new CallDuel.Entry(large, 1_500)),
                    rounds -> {});
            assertThat(complaints.toString(StandardCharsets.UTF_8)).isEmpty();
            assertThat(duel.answers()).isEqualTo(new Answers(3, 0));
            assertThat(results).extracting(Duel.Result::ours).containsExactly(true, false, false);
            assertThat(results)
                    .allSatisfy(result -> assertThat(result.figure().samples()).isEqualTo(CallDuel.RUNS));
        }
    }

    @Test
    void shouldFindACallThatIsLost() {
        try (CallCounter ours = new EngineCounter(SCHEMA, SUBSCRIBERS);
                CallCounter loser = new LosingTheLast(
                        new DuckDbCounter(SCHEMA, SUBSCRIBERS, 1, 1_000, DuckDbUpdateSql.Way.UPSERT))) {
            duel.measure(List.of(new CallDuel.Entry(ours, 1_000), new CallDuel.Entry(loser, 1)), rounds -> {});
            assertThat(duel.answers()).isEqualTo(new Answers(1, 1));
            // Each call lost is one of seven functions, in two windows, among all calls and those of its distance.
            assertThat(complaints.toString(StandardCharsets.UTF_8))
                    .isEqualTo("update: duckdb {} has " + CallDuel.ROUNDS * 7 * 2 * 2 + " cells that differ from what "
                            + CallDuel.ROUNDS + " calls come to\n");
        }
    }

    @Test
    void shouldTellEachRoundAndLetAllCountTheSameStream() {
        List<Event> first = new ArrayList<>();
        List<Event> second = new ArrayList<>();
        List<Long> rounds = new ArrayList<>();
        duel.measure(
                List.of(
                        new CallDuel.Entry(new Listing("first", first), 3),
                        new CallDuel.Entry(new Listing("second", second), 2)),
                rounds::add);
        assertThat(rounds).hasSize(CallDuel.ROUNDS).startsWith(1L, 2L).endsWith((long) CallDuel.ROUNDS);
        assertThat(first).hasSize(3 * CallDuel.ROUNDS).startsWith(second.toArray(Event[]::new));
        assertThat(second).hasSize(2 * CallDuel.ROUNDS);
    }

    /** Never gets the last call of a run in. */
    private record LosingTheLast(CallCounter counter) implements CallCounter {
        @Override
        public String name() {
            return counter.name();
        }

        @Override
        public Map<String, String> parameters() {
            return Map.of();
        }

        @Override
        public String method() {
            return counter.method();
        }

        @Override
        public void count(Event[] calls) {
            counter.count(Arrays.copyOf(calls, calls.length - 1));
        }

        @Override
        public long differences(CallTotals calls) {
            return counter.differences(calls);
        }

        @Override
        public void close() {
            counter.close();
        }
    }
}
