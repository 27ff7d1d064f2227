package dev.aimonflink.gateway.ask;

import dev.aimonflink.query.request.AnswerOptions;
import dev.aimonflink.query.request.AskedQuery;
import dev.aimonflink.query.request.QueryResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

class ModelWatchTest {
    private static final int CLIENTS = 8;
    private static final long DEADLINE_SECONDS = 30;

    /** Before the job answers for the first time, each would else wait for the time-outs of all before it. */
    @Test
    void shouldAskOnceForAllThatWaitForTheFirstAnswer() throws Exception {
        ConcurrentLinkedQueue<CompletableFuture<QueryResult>> asked = new ConcurrentLinkedQueue<>();
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try (ModelWatch watch = new ModelWatch(new SilentWay(asked))) {
            List<Future<Throwable>> waiting = IntStream.range(0, CLIENTS)
                    .mapToObj(each -> clients.submit(
                            () -> catchThrowable(() -> watch.latest().get())))
                    .toList();
            for (Future<Throwable> each : waiting) {
                assertThat(each.get(DEADLINE_SECONDS, TimeUnit.SECONDS))
                        .hasCauseInstanceOf(Failure.class)
                        .hasMessageContaining("aim doctor");
            }
            assertThat(asked).hasSize(1);
        } finally {
            clients.shutdownNow();
        }
    }

    private record SilentWay(ConcurrentLinkedQueue<CompletableFuture<QueryResult>> asked) implements JobWay {
        @Override
        public CompletableFuture<QueryResult> ask(AskedQuery question, Duration timeout, AnswerOptions options) {
            CompletableFuture<QueryResult> answer =
                    CompletableFuture.failedFuture(new IllegalStateException("no job, says the test"));
            asked.add(answer);
            return answer;
        }

        @Override
        public CompletableFuture<Map<Integer, Long>> committedEvents() {
            return CompletableFuture.completedFuture(Map.of());
        }

        @Override
        public void close() {}
    }
}
