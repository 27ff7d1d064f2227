package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.Replies;
import dev.aimonflink.core.query.QueryCall;
import dev.aimonflink.core.query.QueryResult;
import dev.aimonflink.job.Topology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PointProbeTest {
    private static final int SUBSCRIBERS = 1_000;
    private static final int PARTITIONS = 3;
    private static final long SEED = 20261121;
    private static final long START_NANOS = 5_000_000_000L;
    private static final long PACE_NANOS = PointProbe.PACE.toNanos();
    private static final long PACE_MS = PointProbe.PACE.toMillis();

    private final List<QueryCall> calls = new ArrayList<>();
    private final List<CompletableFuture<QueryResult>> questions = new ArrayList<>();
    private final List<String> complaints = new ArrayList<>();
    private long nowNanos = START_NANOS;
    private final PointProbe probe =
            PointProbe.byHand(this::ask, complaints::add, SUBSCRIBERS, PARTITIONS, SEED, () -> nowNanos);

    private CompletableFuture<QueryResult> ask(QueryCall call, Duration timeout) {
        calls.add(call);
        questions.add(new CompletableFuture<>());
        return questions.get(questions.size() - 1);
    }

    private void answerAt(int question, long sinceStartNanos) {
        nowNanos = START_NANOS + sinceStartNanos;
        questions.get(question).complete(Replies.ok(calls.get(question), 1));
    }

    private long longestOfTick(int tick) {
        long dueMs = probe.firstMs() + tick * PACE_MS;
        return probe.longestNanos(dueMs, dueMs + PACE_MS);
    }

    @Test
    void shouldAskEachPartitionInTurnWithoutWaitingForAnswers() {
        for (int i = 0; i < 30; i++) {
            probe.tick();
        }
        assertThat(calls).hasSize(30).allMatch(call -> call.query().equals("subscriber"));
        for (int i = 0; i < 30; i++) {
            long id = (Long) calls.get(i).params().get("subscriberId");
            assertThat(id).isBetween(0L, SUBSCRIBERS - 1L);
            assertThat(KeyGroupRangeAssignment.assignKeyToParallelOperator(id, Topology.MAX_PARALLELISM, PARTITIONS))
                    .isEqualTo(i % PARTITIONS);
        }
        assertThat(calls.stream().distinct()).hasSizeGreaterThan(20);
    }

    @Test
    void shouldCountFromWhenAQuestionWasDueThoughItWasAskedLate() {
        probe.tick();
        nowNanos = START_NANOS + 10 * PACE_NANOS;
        probe.tick();
        answerAt(1, 11 * PACE_NANOS);

        assertThat(longestOfTick(1)).isEqualTo(10 * PACE_NANOS);
    }

    @Test
    void shouldTellTheLongestOfThoseThatWereDueInATime() {
        for (int i = 0; i < 4; i++) {
            probe.tick();
        }
        answerAt(0, 9);
        answerAt(1, PACE_NANOS + 5);
        answerAt(2, 2 * PACE_NANOS + 7);
        answerAt(3, 3 * PACE_NANOS + 8);

        assertThat(probe.longestNanos(probe.firstMs() + PACE_MS, probe.firstMs() + 3 * PACE_MS))
                .isEqualTo(7);
    }

    @Test
    void shouldTellZeroWhereNothingWasAsked() {
        probe.tick();
        answerAt(0, 9);

        assertThat(longestOfTick(5)).isZero();
    }

    @Test
    void shouldComplainOfAQuestionWithoutAnAnswerAndNotCountIt() {
        probe.tick();
        questions.get(0).completeExceptionally(new IllegalStateException("no broker"));

        assertThat(complaints).singleElement().asString().contains("subscriber").contains("no broker");
        assertThat(longestOfTick(0)).isZero();
    }
}
