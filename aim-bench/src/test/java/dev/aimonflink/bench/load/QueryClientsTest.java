package dev.aimonflink.bench.load;

import dev.aimonflink.bench.Replies;
import dev.aimonflink.core.query.QueryCall;
import dev.aimonflink.core.query.QueryResult;
import dev.aimonflink.local.Waiting;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class QueryClientsTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int CLIENTS = 2;
    private static final QueryCall CALL = QueryCall.withDefaults("q1");

    private final AtomicLong nowNanos = new AtomicLong();
    private final List<CompletableFuture<QueryResult>> questions = new CopyOnWriteArrayList<>();
    private final List<String> heard = new CopyOnWriteArrayList<>();

    /** How many questions may be drawn. */
    private final Semaphore drawn = new Semaphore(CLIENTS);

    private final QueryClients clients = new QueryClients(
            (call, timeout) -> {
                CompletableFuture<QueryResult> question = new CompletableFuture<>();
                questions.add(question);
                return question;
            },
            CLIENTS,
            () -> {
                drawn.acquireUninterruptibly();
                return CALL;
            },
            (call, result, failure) ->
                    heard.add(failure == null ? result.status().name() : failure.getMessage()),
            nowNanos::get);

    private void awaitQuestions(int count) {
        assertThat(Waiting.until(() -> questions.size() == count, LIMIT)).isTrue();
    }

    private void answerAt(long nanos, int question) {
        nowNanos.set(nanos);
        questions.get(question).complete(Replies.ok(CALL, 1L));
    }

    @AfterEach
    void answerTheLast() throws Exception {
        CompletableFuture<Void> closed = CompletableFuture.runAsync(clients::close);
        assertThat(Waiting.until(
                        () -> {
                            questions.forEach(each -> each.complete(Replies.ok(CALL, 1L)));
                            drawn.release();
                            return closed.isDone();
                        },
                        LIMIT))
                .isTrue();
        closed.get();
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
        assertThat(clients.sinceLast().getMaxValue()).isEqualTo(350);
        assertThat(clients.answered()).isEqualTo(2);
    }

    @Test
    void shouldTellLatenciesOnce() {
        awaitQuestions(CLIENTS);
        answerAt(100, 0);
        assertThat(clients.sinceLast().getTotalCount()).isEqualTo(1);
        answerAt(250, 1);
        assertThat(clients.sinceLast().getMaxValue()).isEqualTo(250);
        assertThat(clients.sinceLast().getTotalCount()).isZero();
    }

    @Test
    void shouldAskAgainButNotCountWhatWasNotAnswered() {
        awaitQuestions(CLIENTS);
        drawn.release(2);
        questions.get(0).complete(Replies.restarted(CALL));
        questions.get(1).completeExceptionally(new IllegalStateException("The broker is gone."));
        awaitQuestions(2 * CLIENTS);
        assertThat(heard).containsExactly("ERROR", "The broker is gone.");
        assertThat(clients.answered()).isZero();
        assertThat(clients.sinceLast().getTotalCount()).isZero();
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
