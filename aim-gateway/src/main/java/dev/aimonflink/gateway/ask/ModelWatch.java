package dev.aimonflink.gateway.ask;

import dev.aimonflink.query.serve.request.AnswerOptions;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.sql.SqlState;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Knows the job's model, and asks for it again from time to time, and when an answer contradicts it. An unchanged model stays the same
 * object, so that plans made with it stay valid. Those who wait for an answer share one, each for as long as they like. Thread-safe.
 */
public final class ModelWatch implements AutoCloseable {
    /** How often the job is asked whether its model is unchanged, which also shows whether it answers. */
    public static final Duration INTERVAL = Duration.ofSeconds(10);

    /** How long one answer may take. */
    static final Duration TIMEOUT = Duration.ofSeconds(5);

    /** A statement with an unknown name asks again only this long after the last answer. */
    private static final long LEAST_AGE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final JobWay way;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "aim-gateway-model-clock");
        thread.setDaemon(true);
        return thread;
    });

    private final SharedQuestion<Asked> question = new SharedQuestion<>("aim-gateway-model", this::ask);

    /** @param isSaid whether the job said so when it was asked last */
    private record Asked(JobModel model, boolean isSaid) {}

    /** Null until the job has answered once. */
    private volatile JobModel model;

    private volatile boolean isReady;

    private volatile boolean hasAsked;

    /** Whether an answer has shown that the model has changed. */
    private volatile boolean isDoubted;

    private volatile long askedNanos = System.nanoTime() - LEAST_AGE_NANOS;

    public ModelWatch(JobWay way) {
        this.way = way;
    }

    public void start() {
        ScheduledFuture<?> unused =
                clock.scheduleWithFixedDelay(this::look, 0, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void look() {
        CompletableFuture<Asked> unused = question.ask();
    }

    /** Whether the job has been asked for its model, and has answered or not. */
    public boolean hasAsked() {
        return hasAsked;
    }

    /** Whether the job answered when last asked. */
    public boolean isReady() {
        return isReady;
    }

    /** The known model; null if the job has never answered. */
    public JobModel known() {
        return model;
    }

    /** The known model, after the first answer; a {@link Failure} if there is none in time. */
    public JobModel requireKnown() {
        try {
            return model == null ? latest().get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS) : model;
        } catch (ExecutionException | TimeoutException unsaid) {
            throw Failure.of(
                    SqlState.CONNECTION_FAILURE,
                    "The job does not answer, so its model is not known. See with `aim doctor` that it runs.");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw Failure.of(SqlState.ADMIN_SHUTDOWN, "The gateway stops.");
        }
    }

    /**
     * The job's present model, unless it was asked less than a second ago. A {@link Failure} if the job has never answered. Cancelling
     * affects only the caller.
     */
    public CompletableFuture<JobModel> latest() {
        return question.ask().thenApply(Asked::model);
    }

    /**
     * The job's present model, if an answer has shown that it is no longer this one. A {@link Failure} if the job does not say: with the
     * old one a statement would be planned as before, and drivers prepare it again only once.
     */
    public CompletableFuture<JobModel> after(JobModel old) {
        if (!old.is(model)) {
            return CompletableFuture.completedFuture(model);
        }
        isDoubted = true;
        return question.ask().thenApply(asked -> {
            if (!asked.isSaid) {
                throw Failure.of(
                        SqlState.SERIALIZATION_FAILURE,
                        "The job may have another model than before, and did not say in time which. Run the statement again.");
            }
            return asked.model;
        });
    }

    private Asked ask() {
        // Whoever waited while another's question was answered need not ask again.
        if (isDoubted || System.nanoTime() - askedNanos >= LEAST_AGE_NANOS) {
            final boolean wasDoubted = isDoubted;
            isDoubted = false;
            refresh();
            isDoubted |= wasDoubted && !isReady;
        }
        if (model == null) {
            throw Failure.of(
                    SqlState.CANCELLED,
                    "The job does not answer, so its model is not known. See with `aim doctor` that it runs and reads"
                            + " the topic of queries.");
        }
        return new Asked(model, isReady);
    }

    private void refresh() {
        Optional<JobModel> found;
        try {
            found = JobModel.ofJob(this::answer);
        } catch (RuntimeException | Error unreadable) {
            // Such as a job newer than this gateway: the previous model stays, and it is asked again.
            found = Optional.empty();
        }
        isReady = found.isPresent();
        askedNanos = System.nanoTime();
        found.filter(now -> model == null || !now.isSameAs(model)).ifPresent(now -> model = now);
        hasAsked = true;
    }

    private Optional<QueryResult> answer(String statement) {
        try {
            return Optional.of(way.ask(new AskedQuery("sql", Map.of("text", statement)), TIMEOUT, AnswerOptions.NONE)
                            .get())
                    .filter(each -> each.status() == QueryResult.Status.OK);
        } catch (ExecutionException unasked) {
            return Optional.empty();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
        question.close();
    }
}
