package dev.aimonflink.gateway.ask;

import dev.aimonflink.gateway.session.FakeJob;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.query.serve.request.AnswerOptions;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.sql.SqlState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
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

    /** Else it would be prepared as before, answered with other columns, and its driver would not prepare it a third time. */
    @Test
    void shouldSayThatAStatementHasToBeRunAgainWhereTheJobDoesNotSayWhichModelItHasNow() throws Exception {
        FakeJob job = new FakeJob();
        AtomicBoolean isBusy = new AtomicBoolean();
        JobWay way = new JobWay() {
            @Override
            public CompletableFuture<QueryResult> ask(AskedQuery question, Duration timeout, AnswerOptions options) {
                return isBusy.get()
                        ? CompletableFuture.failedFuture(new IllegalStateException("busy, says the test"))
                        : job.ask(question, timeout, options);
            }

            @Override
            public CompletableFuture<Map<Integer, Long>> committedEvents() {
                return job.committedEvents();
            }

            @Override
            public CompletableFuture<Map<Integer, Long>> writtenEvents() {
                return job.writtenEvents();
            }

            @Override
            public void close() {}
        };
        try (ModelWatch watch = new ModelWatch(way)) {
            JobModel old = watch.latest().get(DEADLINE_SECONDS, TimeUnit.SECONDS);
            isBusy.set(true);
            assertThatThrownBy(() -> watch.after(old).get(DEADLINE_SECONDS, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(Failure.class)
                    .extracting(each -> ((Failure) each.getCause()).state())
                    .isEqualTo(SqlState.SERIALIZATION_FAILURE);
            isBusy.set(false);
            assertThat(watch.after(old).get(DEADLINE_SECONDS, TimeUnit.SECONDS)).isSameAs(old);
        }
    }

    /** A doubt that comes while the job is asked is of the next question. */
    @Test
    void shouldTellOneStatementTheModelWhileAnotherBeginsToDoubtIt() throws Exception {
        FakeJob job = new FakeJob();
        CountDownLatch isAsked = new CountDownLatch(1);
        CountDownLatch mayAnswer = new CountDownLatch(1);
        AtomicBoolean isHeld = new AtomicBoolean();
        JobWay way = new JobWay() {
            @Override
            public CompletableFuture<QueryResult> ask(AskedQuery question, Duration timeout, AnswerOptions options) {
                if (isHeld.get()) {
                    isAsked.countDown();
                    assertThat(catchThrowable(() -> mayAnswer.await(DEADLINE_SECONDS, TimeUnit.SECONDS)))
                            .isNull();
                }
                return job.ask(question, timeout, options);
            }

            @Override
            public CompletableFuture<Map<Integer, Long>> committedEvents() {
                return job.committedEvents();
            }

            @Override
            public CompletableFuture<Map<Integer, Long>> writtenEvents() {
                return job.writtenEvents();
            }

            @Override
            public void close() {}
        };
        try (ModelWatch watch = new ModelWatch(way)) {
            JobModel old = watch.latest().get(DEADLINE_SECONDS, TimeUnit.SECONDS);
            isHeld.set(true);
            CompletableFuture<JobModel> first = watch.after(old);
            assertThat(isAsked.await(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
            CompletableFuture<JobModel> second = watch.after(old);
            mayAnswer.countDown();
            assertThat(first.get(DEADLINE_SECONDS, TimeUnit.SECONDS)).isSameAs(old);
            assertThat(second.get(DEADLINE_SECONDS, TimeUnit.SECONDS)).isSameAs(old);
        }
    }

    /** A plan with half of each would describe what no job answers. */
    @Test
    void shouldNotMixTheModelsOfAJobThatIsChangedWhileItIsAsked() throws Exception {
        FakeJob job = new FakeJob();
        Model later = CallModel.schema(546).model();
        Function<String, Optional<QueryResult>> changing = statement -> {
            Optional<QueryResult> answer = answer(job, statement);
            job.upgrade(later);
            return answer;
        };
        assertThat(JobModel.ofJob(changing)).isEmpty();
        assertThat(JobModel.ofJob(changing).orElseThrow().model()).isEqualTo(later);
    }

    private static Optional<QueryResult> answer(JobWay way, String statement) {
        return Optional.of(way.ask(
                        new AskedQuery("sql", Map.of("text", statement)),
                        Duration.ofSeconds(DEADLINE_SECONDS),
                        AnswerOptions.NONE)
                .join());
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
        public CompletableFuture<Map<Integer, Long>> writtenEvents() {
            return CompletableFuture.completedFuture(Map.of());
        }

        @Override
        public void close() {}
    }
}
