package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.Replies;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LagProbeTest {
    private static final long FIRST_ID = 500;
    private static final long START_NANOS = 7_000_000_000L;
    private static final long PACE = LagProbe.PACE.toNanos();
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final List<Event> published = new CopyOnWriteArrayList<>();
    private final List<AskedQuery> calls = new CopyOnWriteArrayList<>();
    private final List<CompletableFuture<QueryResult>> questions = new ArrayList<>();
    private long nowNanos = START_NANOS;
    private final LagProbe probe = new LagProbe(this::publish, this::ask, FIRST_ID, () -> nowNanos);

    private Event publish(LongFunction<Event> callAt) {
        Event call = callAt.apply(0);
        published.add(call);
        return call;
    }

    private CompletableFuture<QueryResult> ask(AskedQuery call, Duration timeout) {
        calls.add(call);
        questions.add(new CompletableFuture<>());
        return questions.get(questions.size() - 1);
    }

    private void tickAt(long pace) {
        nowNanos = START_NANOS + pace * PACE;
        probe.tick();
    }

    /** Answers a question with the highest cost of all. */
    private void answer(int question, long nanos, String highestOrNull) {
        nowNanos = nanos;
        BigDecimal highest = highestOrNull == null ? null : new BigDecimal(highestOrNull);
        questions.get(question).complete(Replies.ok(calls.get(question), highest));
    }

    @Test
    void shouldPublishAMarkerAtEachTickAndAskForTheMostExpensiveCall() {
        for (int i = 0; i < 3; i++) {
            tickAt(i);
        }
        assertThat(published).extracting(Event::subscriberId).containsExactly(500L, 501L, 502L);
        assertThat(published).extracting(Event::costCents).containsExactly(10_001L, 10_002L, 10_003L);
        assertThat(calls)
                .containsExactly(
                        AskedQuery.withDefaults("w2"), AskedQuery.withDefaults("w2"), AskedQuery.withDefaults("w2"));
    }

    @Test
    void shouldCountTheLagFromWhenTheOldestMarkerThatIsNotShownWasDue() {
        // The third tick comes late; its marker was due two paces after the first.
        tickAt(0);
        tickAt(1);
        tickAt(4);
        long answeredNanos = START_NANOS + 5 * PACE;
        answer(2, answeredNanos, "100.02");
        assertThat(probe.firstAnswer(START_NANOS, 3 * PACE)).hasValue(answeredNanos);
        assertThat(probe.firstAnswer(START_NANOS, 3 * PACE - 1)).isEmpty();
    }

    @Test
    void shouldCountTheLagOfMarkersThatAreDueButNotEvenPublished() {
        tickAt(0);
        answer(0, START_NANOS + 9 * PACE, "100.01");
        assertThat(probe.firstAnswer(START_NANOS - 1, 8 * PACE)).isPresent();
        assertThat(probe.firstAnswer(START_NANOS - 1, 8 * PACE - 1)).isEmpty();
    }

    @Test
    void shouldTakeCallsThatAreNoMarkersForNone() {
        tickAt(0);
        tickAt(0);
        answer(0, START_NANOS + 2 * PACE, null);
        answer(1, START_NANOS + 3 * PACE, "100.00");
        assertThat(probe.firstAnswer(START_NANOS - 1, 2 * PACE - 1)).isEmpty();
        assertThat(probe.firstAnswer(START_NANOS - 1, 2 * PACE)).hasValue(START_NANOS + 2 * PACE);
        assertThat(probe.firstAnswer(START_NANOS - 1, 3 * PACE)).hasValue(START_NANOS + 2 * PACE);
    }

    @Test
    void shouldNotBeBehindWhereEveryMarkerThatWasDueIsShown() {
        tickAt(0);
        answer(0, START_NANOS + PACE, "100.01");
        assertThat(probe.firstAnswer(START_NANOS - 1, 0)).hasValue(START_NANOS + PACE);
        tickAt(2);
        answer(1, START_NANOS + 2 * PACE, "100.09");
        assertThat(probe.firstAnswer(START_NANOS, 0)).hasValue(START_NANOS + 2 * PACE);
    }

    @Test
    void shouldOnlyTakeAnswersToQuestionsOfAfterTheMoment() {
        tickAt(0);
        tickAt(1);
        long killedNanos = START_NANOS + PACE;
        // An answer may be on its way when a process is killed; the question is what is of after.
        answer(0, killedNanos + 10, "100.02");
        answer(1, killedNanos + 20, "100.02");
        assertThat(probe.firstAnswer(killedNanos, Long.MAX_VALUE)).isEmpty();
        assertThat(probe.firstAnswer(killedNanos - 1, Long.MAX_VALUE)).hasValue(killedNanos + 20);
        assertThat(probe.firstAnswer(START_NANOS - 1, Long.MAX_VALUE)).hasValue(killedNanos + 10);
    }

    @Test
    void shouldTellTheFirstAnswerAlthoughAnotherQuestionWasFirst() {
        tickAt(0);
        tickAt(1);
        answer(1, START_NANOS + 3 * PACE, "100.01");
        answer(0, START_NANOS + 4 * PACE, "100.02");
        assertThat(probe.firstAnswer(START_NANOS - 1, 2 * PACE)).hasValue(START_NANOS + 3 * PACE);
        assertThat(probe.firstAnswer(START_NANOS, 2 * PACE)).hasValue(START_NANOS + 3 * PACE);
    }

    @Test
    void shouldPassOverAnswersThatAreTooFarBehind() {
        tickAt(0);
        tickAt(1);
        tickAt(2);
        answer(0, START_NANOS + 30 * PACE, "100.01");
        answer(1, START_NANOS + 31 * PACE, "100.02");
        answer(2, START_NANOS + 32 * PACE, "100.30");
        assertThat(probe.firstAnswer(START_NANOS - 1, Long.MAX_VALUE)).hasValue(START_NANOS + 30 * PACE);
        assertThat(probe.firstAnswer(START_NANOS - 1, 20 * PACE)).hasValue(START_NANOS + 32 * PACE);
    }

    @Test
    void shouldNotCountQuestionsThatWereNotAnswered() {
        tickAt(0);
        tickAt(0);
        tickAt(0);
        questions.get(0).completeExceptionally(new IllegalStateException("The client is closed."));
        questions.get(1).complete(Replies.restarted(calls.get(1)));
        assertThat(probe.firstAnswer(START_NANOS - 1, Long.MAX_VALUE)).isEmpty();
        answer(2, START_NANOS + PACE, "100.01");
        assertThat(probe.firstAnswer(START_NANOS - 1, Long.MAX_VALUE)).hasValue(START_NANOS + PACE);
    }

    @Test
    void shouldAskAtAPaceThatDoesNotWaitForAnswers() {
        try (LagProbe byItself = new LagProbe(
                this::publish,
                (call, timeout) -> {
                    calls.add(call);
                    return new CompletableFuture<>();
                },
                FIRST_ID)) {
            assertThat(Waiting.until(() -> calls.size() >= 3, LIMIT)).isTrue();
            assertThat(byItself.firstAnswer(Long.MIN_VALUE, Long.MAX_VALUE)).isEmpty();
        }
        assertThat(published).hasSameSizeAs(calls);
    }
}
