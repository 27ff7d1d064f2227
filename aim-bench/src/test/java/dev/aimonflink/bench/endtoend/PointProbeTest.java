package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.Replies;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.job.Topology;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PointProbeTest {
    private static final int SUBSCRIBERS = 1_000;
    private static final int PARTITIONS = 3;
    private static final long SEED = 20261121;
    private static final long START_NANOS = 5_000_000_000L;
    private static final long PACE_MS = 1_000 / PointProbe.PER_SECOND;
    private static final long PACE_NANOS = PACE_MS * 1_000_000;
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final AskedQuery CALL = AskedQuery.withDefaults("subscriber");

    private final List<CompletableFuture<QueryResult>> questions = new CopyOnWriteArrayList<>();
    private final AtomicLong nowNanos = new AtomicLong(START_NANOS);
    private final PointProbe probe =
            new PointProbe(this::ask, ended -> ended.failure() == null, () -> CALL, nowNanos::get);

    private CompletableFuture<QueryResult> ask(AskedQuery call, Duration timeout) {
        questions.add(new CompletableFuture<>());
        return questions.get(questions.size() - 1);
    }

    private void awaitTicks(int count) {
        nowNanos.set(START_NANOS + (count - 1) * PACE_NANOS);
        assertThat(Waiting.until(() -> questions.size() == count, LIMIT)).isTrue();
    }

    private void answerAt(int question, long sinceStartNanos) {
        nowNanos.set(START_NANOS + sinceStartNanos);
        questions.get(question).complete(Replies.ok(CALL, 1));
    }

    @AfterEach
    void answerTheRest() throws Exception {
        CompletableFuture<Void> closed = CompletableFuture.runAsync(probe::close);
        assertThat(Waiting.until(
                        () -> {
                            questions.forEach(each -> each.complete(Replies.ok(CALL, 1)));
                            return closed.isDone();
                        },
                        LIMIT))
                .isTrue();
        closed.get();
    }

    @Test
    void shouldAskEachPartitionInTurn() {
        Supplier<AskedQuery> calls = PointProbe.calls(SUBSCRIBERS, PARTITIONS, SEED);
        for (int i = 0; i < 30; i++) {
            long id = (Long) calls.get().params().get("subscriberId");
            assertThat(id).isBetween(0L, SUBSCRIBERS - 1L);
            assertThat(KeyGroupRangeAssignment.assignKeyToParallelOperator(id, Topology.MAX_PARALLELISM, PARTITIONS))
                    .isEqualTo(i % PARTITIONS);
        }
    }

    @Test
    void shouldFindTheLongestOfThoseThatWereDueInATime() {
        awaitTicks(4);
        answerAt(3, 3 * PACE_NANOS + 8);
        answerAt(2, 3 * PACE_NANOS + 9);
        answerAt(1, 3 * PACE_NANOS + 10);

        assertThat(probe.longestNanos(probe.firstMs() + 2 * PACE_MS, probe.firstMs() + 4 * PACE_MS))
                .hasValue(PACE_NANOS + 9);
        assertThat(probe.longestNanos(probe.firstMs(), probe.firstMs() + 4 * PACE_MS))
                .hasValue(2 * PACE_NANOS + 10);
    }

    @Test
    void shouldHaveNoSampleWhereNothingWasDue() {
        awaitTicks(1);
        answerAt(0, 9);

        assertThat(probe.longestNanos(probe.firstMs() + 5 * PACE_MS, probe.firstMs() + 6 * PACE_MS))
                .isEmpty();
    }

    @Test
    void shouldNotCountAQuestionWithoutAnAnswer() {
        awaitTicks(1);
        questions.get(0).completeExceptionally(new IllegalStateException("no broker"));

        assertThat(probe.longestNanos(probe.firstMs(), probe.firstMs() + PACE_MS))
                .isEmpty();
    }
}
