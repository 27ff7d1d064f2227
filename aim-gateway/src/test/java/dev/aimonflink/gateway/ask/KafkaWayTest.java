package dev.aimonflink.gateway.ask;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.gateway.ask.KafkaWay.Client;
import dev.aimonflink.query.request.AnswerOptions;
import dev.aimonflink.query.request.AskedQuery;
import dev.aimonflink.query.request.QueryResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class KafkaWayTest {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final AskedQuery QUESTION = new AskedQuery("q1", Map.of());

    /** One that answers never, or fails at once when it has ended. */
    private static final class FakeClient implements Client {
        private volatile boolean hasEnded;
        private volatile boolean isClosed;

        @Override
        public CompletableFuture<QueryResult> ask(AskedQuery asked, Duration timeout, AnswerOptions options) {
            return hasEnded ? CompletableFuture.failedFuture(new ClientException("ended")) : new CompletableFuture<>();
        }

        @Override
        public boolean hasEnded() {
            return hasEnded;
        }

        @Override
        public void close() {
            isClosed = true;
        }
    }

    private final List<FakeClient> opened = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicInteger asked = new AtomicInteger();
    private final Semaphore answers = new Semaphore(0);
    private final CountDownLatch closed = new CountDownLatch(1);
    private final KafkaWay way = new KafkaWay(this::open, this::ends, closed::countDown);

    private Client open() {
        if (failures.getAndDecrement() > 0) {
            throw new ClientException("not yet");
        }
        FakeClient client = new FakeClient();
        opened.add(client);
        return client;
    }

    private Map<Integer, Long> ends() {
        int number = asked.incrementAndGet();
        answers.acquireUninterruptibly();
        return Map.of(0, (long) number);
    }

    @AfterEach
    void close() {
        answers.release(1_000);
        way.close();
        assertThat(closed.getCount()).isZero();
        assertThat(opened).allMatch(client -> client.isClosed);
    }

    private CompletableFuture<QueryResult> ask() {
        return way.ask(QUESTION, DEADLINE, AnswerOptions.NONE);
    }

    @Test
    void shouldReplaceAClientThatCannotReadAnswersAnyMore() {
        assertThat(ask()).isNotDone();
        failures.set(1);
        opened.get(0).hasEnded = true;
        assertThat(ask()).isCompletedExceptionally();
        assertThat(ask()).isCompletedExceptionally();
        assertThat(Waiting.until(() -> opened.size() == 2 && opened.get(0).isClosed, DEADLINE))
                .isTrue();
        assertThat(ask()).isNotDone();
        assertThat(opened).hasSize(2);
    }

    @Test
    void shouldAskForTheEndsOfEventsOnceForAllWhoWait() throws Exception {
        CompletableFuture<Map<Integer, Long>> first = way.committedEvents();
        assertThat(Waiting.until(() -> asked.get() == 1, DEADLINE)).isTrue();
        List<CompletableFuture<Map<Integer, Long>>> later = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            later.add(way.committedEvents());
        }
        later.get(0).cancel(true); // gives up for itself alone
        answers.release(2);
        assertThat(first.get(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(Map.of(0, 1L));
        for (CompletableFuture<Map<Integer, Long>> each : later.subList(1, later.size())) {
            assertThat(each.get(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(Map.of(0, 2L));
        }
        assertThat(asked).hasValue(2);
    }
}
