package dev.aimonflink.gateway.session;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.gateway.ask.JobModel;
import dev.aimonflink.gateway.ask.JobWay;
import dev.aimonflink.gateway.ask.ModelWatch;
import dev.aimonflink.query.serve.request.AnswerOptions;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.Request;
import dev.aimonflink.sql.SqlState;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Asks the job for one connection, one question at a time, and waits. Another thread may cancel at any moment, which has no effect while
 * no statement runs.
 */
final class JobConnection {
    /** How often the connection is checked while an answer is awaited, because a client that is gone awaits none. */
    static final Duration LOOK = Duration.ofMillis(500);

    private final JobWay way;
    private final ModelWatch watch;
    private final Settings settings;
    private final Duration longest;
    private final BooleanSupplier isGone;
    private final String user;
    private final SeenProgress seen = new SeenProgress();
    private QueryResult lastAnswer;

    private CompletableFuture<?> asked;
    /** The nesting of running parts of a statement. */
    private int depth;

    private boolean isCancelled;
    private boolean isTerminated;
    private long deadlineNanos;

    /**
     * @param longest limit for a statement, whatever the settings say
     * @param isGone whether the client has closed its connection
     * @param user for whom it asks, as known to the job
     */
    JobConnection(
            JobWay way, ModelWatch watch, Settings settings, Duration longest, BooleanSupplier isGone, String user) {
        this.way = way;
        this.watch = watch;
        this.settings = settings;
        this.longest = longest;
        this.isGone = isGone;
        this.user = user;
    }

    /** A statement begins: cancels are for it from now on, and its time runs. */
    synchronized void begin() {
        if (depth++ > 0) {
            return;
        }
        isCancelled = false;
        Duration wanted = settings.statementTimeout();
        Duration allowed = wanted.isZero() || wanted.compareTo(longest) > 0 ? longest : wanted;
        deadlineNanos = System.nanoTime() + allowed.toNanos();
    }

    /** The statement goes on with another part, which has the whole time, unless the client has set how long all may take. */
    synchronized void renew() {
        if (settings.statementTimeout().isZero()) {
            deadlineNanos = System.nanoTime() + longest.toNanos();
        }
    }

    synchronized void end() {
        depth--;
        asked = null;
    }

    /** Runs what may wait for the job, as a statement or a part of one. */
    void during(Runnable step) {
        begin();
        try {
            step.run();
        } finally {
            end();
        }
    }

    /** Ends the running statement, if any. */
    void cancel() {
        CompletableFuture<?> running;
        synchronized (this) {
            if (depth == 0) {
                return;
            }
            isCancelled = true;
            running = asked;
        }
        if (running != null) {
            running.cancel(false);
        }
    }

    /** Ends the running statement, and each that begins. */
    void terminate() {
        synchronized (this) {
            isTerminated = true;
        }
        cancel();
    }

    /** Throws if the running statement was cancelled, or has no time left. */
    synchronized void check() {
        if (isCancelled || isTerminated) {
            throw cancelled();
        }
        if (remainingMs() <= 0) {
            throw late();
        }
    }

    /** Throws if the connection ends. */
    synchronized void requireConnection() {
        if (isTerminated) {
            throw cancelled();
        }
    }

    private static Failure late() {
        return Failure.of(SqlState.CANCELLED, "canceling statement due to statement timeout");
    }

    private synchronized Failure cancelled() {
        return isTerminated
                ? Failure.of(SqlState.ADMIN_SHUTDOWN, SessionClient.TERMINATED)
                : Failure.of(SqlState.CANCELLED, "canceling statement due to user request");
    }

    private long remainingMs() {
        return TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
    }

    /** The known one; waits for the first. */
    JobModel model() {
        JobModel known = watch.known();
        return known == null ? latestModel() : known;
    }

    JobModel latestModel() {
        return await(watch::latest);
    }

    /** Has the job asked for its model again, if it still is one that an answer has shown to be old. */
    void doubt(JobModel old) {
        JobModel unused = await(() -> watch.after(old));
    }

    /** Answers have every event that another client has seen, too. */
    void require(SeenProgress ofOthers) {
        seen.add(ofOthers);
    }

    SeenProgress seen() {
        return seen;
    }

    /** Null before the first. */
    QueryResult lastAnswer() {
        return lastAnswer;
    }

    /** An answer without error that has every event of earlier answers. */
    QueryResult answer(AskedQuery question) {
        if (!seen.unanswered().isEmpty()) {
            requireExisting();
        }
        Map<Integer, Long> awaited = settings.isFresh() ? await(way::committedEvents) : seen.unanswered();
        QueryResult answer = ask(question, awaited);
        if (seen.isOfAnotherRun(answer)) {
            requireExisting();
            seen.addUntold(await(way::committedEvents));
            answer = ask(question, seen.offsets());
        }
        if (seen.isBehind(answer)) {
            requireExisting();
        }
        while (seen.isBehind(answer)) {
            answer = ask(question, seen.offsets());
        }
        seen.add(answer);
        lastAnswer = answer;
        return answer;
    }

    /** The topic has what has been seen: else it is another one, and no answer would ever have it. */
    void requireExisting() {
        seen.requireWithin(await(way::writtenEvents));
    }

    /** Waits, unless the statement ends before. */
    void sleep(Duration time) {
        CompletableFuture<Boolean> end = new CompletableFuture<>();
        synchronized (this) {
            check();
            end.completeOnTimeout(true, Math.max(0, time.toMillis()), TimeUnit.MILLISECONDS)
                    .orTimeout(remainingMs(), TimeUnit.MILLISECONDS);
            asked = end;
        }
        boolean unused = await(end);
    }

    /** The answer to a shared question, unless the statement ends before. */
    <T> T await(Supplier<CompletableFuture<T>> shared) {
        CompletableFuture<T> answer;
        synchronized (this) {
            check();
            answer = shared.get().orTimeout(remainingMs(), TimeUnit.MILLISECONDS);
            asked = answer;
        }
        return await(answer);
    }

    /** What the job says of itself, regardless of its events. */
    QueryResult report(AskedQuery question) {
        return ask(question, Map.of());
    }

    /** Asks what no event changes; {@link #answerOf} waits for it. */
    CompletableFuture<QueryResult> start(AskedQuery question) {
        return start(question, new AnswerOptions(false, Map.of(), 0, user));
    }

    /** Asks for what nobody waits for. */
    void tell(AskedQuery question) {
        var unused = way.ask(question, LOOK, new AnswerOptions(false, Map.of(), 0, user));
    }

    private CompletableFuture<QueryResult> start(AskedQuery question, AnswerOptions options) {
        Duration timeout;
        synchronized (this) {
            check();
            timeout = Duration.ofMillis(Math.min(Request.MAX_TIMEOUT_MS, Math.max(1, remainingMs())));
        }
        // Not while others wait to cancel: without a broker it takes seconds.
        return way.ask(question, timeout, options);
    }

    private QueryResult ask(AskedQuery question, Map<Integer, Long> awaited) {
        return answerOf(start(question, new AnswerOptions(true, awaited, settings.maxAgeMs(), user)));
    }

    /** The answer to what was asked, unless the statement ends before. */
    QueryResult answerOf(CompletableFuture<QueryResult> answer) {
        synchronized (this) {
            asked = answer;
            if (isCancelled || isTerminated) {
                answer.cancel(false);
            }
        }
        QueryResult result = await(answer);
        if (result.error() != null) {
            throw Failure.of(result.error());
        }
        return result;
    }

    private <T> T await(CompletableFuture<T> answer) {
        try {
            while (true) {
                try {
                    return answer.get(LOOK.toMillis(), TimeUnit.MILLISECONDS);
                } catch (TimeoutException notYet) {
                    if (isGone.getAsBoolean()) {
                        answer.cancel(false);
                    }
                }
            }
        } catch (CancellationException byClient) {
            throw cancelled();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof ClientException unasked) {
                throw Failure.unasked(unasked);
            }
            if (failed.getCause() instanceof Failure refusal) {
                throw refusal;
            }
            if (failed.getCause() instanceof TimeoutException) {
                throw late();
            }
            throw new IllegalStateException("Asking the job failed", failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            answer.cancel(false);
            throw Failure.of(SqlState.ADMIN_SHUTDOWN, "terminating connection because the gateway stops");
        }
    }
}
