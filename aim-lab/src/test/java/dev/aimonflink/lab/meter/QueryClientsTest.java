package dev.aimonflink.lab.meter;

import dev.aimonflink.clients.Waiting;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class QueryClientsTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int CLIENTS = 2;
    private static final AskedQuery CALL = AskedQuery.withDefaults("q1");

    private final AtomicLong nowNanos = new AtomicLong();
    private final List<CompletableFuture<QueryResult>> questions = new CopyOnWriteArrayList<>();
    private final List<String> heard = new CopyOnWriteArrayList<>();

    /** How many questions may be drawn. */
    private final Semaphore drawn = new Semaphore(CLIENTS);

    private final QueryClients clients = clients(Duration.ZERO);

    private QueryClients clients(Duration think) {
        return QueryClients.closedLoop(
                (call, timeout) -> {
                    CompletableFuture<QueryResult> question = new CompletableFuture<>();
                    questions.add(question);
                    return question;
                },
                CLIENTS,
                think,
                () -> {
                    drawn.acquireUninterruptibly();
                    return CALL;
                },
                ended -> heard.add(
                        ended.failure() == null
                                ? ended.result().status().name()
                                : ended.failure().getMessage()),
                nowNanos::get);
    }

    private void awaitQuestions(int count) {
        assertThat(Waiting.until(() -> questions.size() == count, LIMIT)).isTrue();
    }

    private void answerAt(long nanos, int question) {
        nowNanos.set(nanos);
        questions.get(question).complete(Results.ok(CALL, List.of(List.of(1L))));
    }

    @AfterEach
    void answerTheLast() {
        answerTheLast(clients);
    }

    private void answerTheLast(QueryClients asking) {
        CompletableFuture<Void> closed = CompletableFuture.runAsync(asking::close);
        assertThat(Waiting.until(
                        () -> {
                            questions.forEach(each -> each.complete(Results.ok(CALL, List.of(List.of(1L)))));
                            drawn.release();
                            return closed.isDone();
                        },
                        LIMIT))
                .isTrue();
        closed.join();
    }

    @Test
    void shouldCountLatencyFromWhenTheLastAnswerCame() {
        awaitQuestions(CLIENTS);
        answerAt(100, 0);
        // The thread that asks is held up: the question is asked late, but it was due at 100.
        nowNanos.set(400);
        drawn.release();
        awaitQuestions(CLIENTS + 1);
        answerAt(450, 2);
        assertThat(clients.nextInterval().nanos().getMaxValue()).isEqualTo(350);
        assertThat(clients.answered()).isEqualTo(2);
    }

    @Test
    void shouldAskWhenAClientHasThought() {
        awaitQuestions(CLIENTS);
        drawn.release(CLIENTS + 1);
        QueryClients thinking = clients(Duration.ofNanos(50));
        try {
            awaitQuestions(2 * CLIENTS);
            answerAt(100, CLIENTS);
            nowNanos.set(149);
            assertThat(Waiting.until(() -> questions.size() > 2 * CLIENTS, Duration.ofMillis(50)))
                    .isFalse();
            nowNanos.set(170);
            awaitQuestions(2 * CLIENTS + 1);
            answerAt(180, 2 * CLIENTS);
            assertThat(thinking.nextInterval().nanos().getMaxValue())
                    .as("from when it was due")
                    .isEqualTo(100);
            assertThat(thinking.answered()).isEqualTo(2);
        } finally {
            answerTheLast(thinking);
        }
    }

    @Test
    void shouldKeepALatencyInTheIntervalInWhichItsQuestionWasAsked() {
        awaitQuestions(CLIENTS);
        answerAt(100, 0);
        DueLatencies.Interval first = clients.nextInterval();
        assertThat(first.isComplete()).isFalse();
        answerAt(250, 1);
        assertThat(first.isComplete()).isTrue();
        assertThat(first.nanos().getMaxValue()).isEqualTo(250);
        assertThat(clients.nextInterval().nanos().getTotalCount()).isZero();
    }

    @Test
    void shouldAskInAnOpenLoopWhetherTheLastQuestionIsAnsweredOrNotAndCountFromWhenItWasDue() {
        AtomicLong time = new AtomicLong();
        List<CompletableFuture<QueryResult>> open = new CopyOnWriteArrayList<>();
        List<QueryClients.Ended> ended = new CopyOnWriteArrayList<>();
        try (QueryClients openLoop = QueryClients.openLoop(
                (call, timeout) -> {
                    open.add(new CompletableFuture<>());
                    return open.get(open.size() - 1);
                },
                1_000,
                () -> CALL,
                ended::add,
                time::get)) {
            time.set(10_500_000);
            // Due every millisecond from the start, so eleven by now, all of them asked late.
            assertThat(Waiting.until(() -> open.size() == 11, LIMIT)).isTrue();
            time.set(10_900_000);
            open.get(3).complete(Results.ok(CALL, List.of(List.of(1L))));
            assertThat(ended).singleElement().satisfies(each -> {
                assertThat(each.dueNanos()).isEqualTo(3_000_000);
                assertThat(each.nanos()).isEqualTo(7_900_000);
            });
            assertThat(openLoop.nextInterval().isComplete()).isFalse();
            open.forEach(each -> each.complete(Results.ok(CALL, List.of(List.of(1L)))));
        }
        assertThat(ended).hasSize(11);
    }

    @Test
    void shouldSayHowFarAnOpenLoopIsBehindOnceTooManyQuestionsWait() {
        AtomicLong time = new AtomicLong(Duration.ofSeconds(20).toNanos());
        Queue<CompletableFuture<QueryResult>> open = new ConcurrentLinkedQueue<>();
        AtomicBoolean answering = new AtomicBoolean();
        AtomicLong asked = new AtomicLong();
        LongSupplier fromZero = () -> asked.get() == 0 ? 0 : time.get();
        try (QueryClients openLoop = QueryClients.openLoop(
                (call, timeout) -> {
                    asked.incrementAndGet();
                    CompletableFuture<QueryResult> answer = new CompletableFuture<>();
                    if (answering.get()) {
                        answer.complete(Results.ok(CALL, List.of(List.of(1L))));
                    } else {
                        open.add(answer);
                    }
                    return answer;
                },
                1_000,
                () -> CALL,
                ended -> {},
                fromZero)) {
            assertThat(Waiting.until(() -> asked.get() == QueryClients.MAX_CLIENTS, LIMIT))
                    .isTrue();
            assertThat(openLoop.behindNanos())
                    .isEqualTo(
                            Duration.ofMillis(20_000 - QueryClients.MAX_CLIENTS).toNanos());
            answering.set(true);
            open.forEach(each -> each.complete(Results.ok(CALL, List.of(List.of(1L)))));
            assertThat(Waiting.until(() -> openLoop.behindNanos() == 0, LIMIT)).isTrue();
        }
    }

    @Test
    void shouldAskAgainWhereThereIsNoAnswer() {
        awaitQuestions(CLIENTS);
        drawn.release(2);
        questions.get(0).complete(Results.overloaded(CALL));
        questions.get(1).completeExceptionally(new IllegalStateException("The broker is gone."));
        awaitQuestions(2 * CLIENTS);
        assertThat(heard).containsExactly("ERROR", "The broker is gone.");
        assertThat(clients.answered()).isZero();
        assertThat(clients.nextInterval().nanos().getTotalCount())
                .as("counted as long as waited for")
                .isEqualTo(2);
    }

    @Test
    void shouldAskNoMoreAtATimeThanThereAreClients() {
        awaitQuestions(CLIENTS);
        drawn.release(10);
        answerAt(10, 1);
        awaitQuestions(CLIENTS + 1);
        assertThat(questions.stream().filter(each -> !each.isDone())).hasSize(CLIENTS);
    }
}
