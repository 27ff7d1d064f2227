package dev.aimonflink.gateway.session;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.gateway.ask.JobModel;
import dev.aimonflink.gateway.ask.NamedJob;
import dev.aimonflink.gateway.relation.ConnectionContext;
import dev.aimonflink.query.serve.request.AnswerOptions;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.Request;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.plan.Tables;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the jobs for one connection, one question at a time, and waits. Another thread may cancel at any moment, which has no effect while
 * no statement runs.
 */
final class JobConnection {
    /** How often the connection is checked while an answer is awaited, because a client that is gone awaits none. */
    static final Duration LOOK = Duration.ofMillis(500);

    /** How long a question is of use whose answer nobody awaits. */
    private static final Duration UNAWAITED = Duration.ofSeconds(30);

    private static final Logger LOG = LoggerFactory.getLogger(JobConnection.class);

    private final List<NamedJob> jobs;
    private final Settings settings;
    private final Duration longest;
    private final BooleanSupplier isGone;
    private final String user;
    private final SeenProgress.OfJobs seen = new SeenProgress.OfJobs();
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
    JobConnection(List<NamedJob> jobs, Settings settings, Duration longest, BooleanSupplier isGone, String user) {
        this.jobs = jobs;
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
        if (isEnded()) {
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

    /** Whether the client has cancelled the statement, or ended. */
    private synchronized boolean isEnded() {
        return isCancelled || isTerminated;
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

    List<NamedJob> jobs() {
        return jobs;
    }

    NamedJob first() {
        return jobs.get(0);
    }

    /** The job with a schema; {@link Tables#SCHEMA} is the first one's, too. */
    Optional<NamedJob> find(String schema) {
        return schema.equals(Tables.SCHEMA)
                ? Optional.of(first())
                : jobs.stream().filter(job -> job.schema().equals(schema)).findFirst();
    }

    NamedJob in(String schema) {
        return find(schema).orElseThrow();
    }

    /** The schemas of the jobs whose tables need no schema, in the order in which they are searched. */
    List<String> path() {
        if (jobs.size() == 1) {
            return List.of(Tables.SCHEMA);
        }
        List<String> named =
                ConnectionContext.schemas(settings.shown(Settings.SEARCH_PATH), settings.shown(Settings.USER)).stream()
                        .filter(schema -> find(schema).isPresent())
                        .toList();
        return named.isEmpty() ? List.of(Tables.SCHEMA) : named;
    }

    /** The known models of all jobs, in their order; null for one that has never answered. */
    List<JobModel> known() {
        return jobs.stream().map(job -> job.watch().known()).toList();
    }

    /** The same, but waits for the first one of each that may still answer. */
    List<JobModel> models() {
        for (NamedJob job : jobs) {
            if (jobs.size() == 1 || !job.watch().hasAsked()) {
                try {
                    JobModel unused = model(job);
                } catch (Failure absent) {
                    check();
                    if (jobs.size() == 1) {
                        throw absent;
                    }
                }
            }
        }
        return known();
    }

    /** The known one; waits for the first. */
    JobModel model(NamedJob job) {
        JobModel known = job.watch().known();
        return known == null ? latestModel(job) : known;
    }

    JobModel latestModel(NamedJob job) {
        try {
            return await(job.watch()::latest);
        } catch (Failure failure) {
            throw isEnded() ? failure : job.named(failure);
        }
    }

    /** Has the job asked for its model again, if it still is one that an answer has shown to be old. */
    void doubt(NamedJob job, JobModel old) {
        JobModel unused = await(() -> job.watch().after(old));
    }

    /** What the answers have had. */
    SeenProgress.OfJobs seen() {
        return seen;
    }

    private SeenProgress seen(NamedJob job) {
        return seen.of(job.equals(first()) ? Tables.SCHEMA : job.schema());
    }

    /** Null before the first. */
    QueryResult lastAnswer() {
        return lastAnswer;
    }

    /** An answer without error that has every event of the job's earlier answers. */
    QueryResult answer(NamedJob job, AskedQuery question) {
        SeenProgress ofJob = seen(job);
        if (!ofJob.unanswered().isEmpty()) {
            requireExisting(job);
        }
        Map<Integer, Long> awaited = settings.isFresh() ? await(job.way()::committedEvents) : ofJob.unanswered();
        QueryResult answer = ask(job, question, awaited);
        if (ofJob.isOfAnotherRun(answer)) {
            requireExisting(job);
            ofJob.addUntold(await(job.way()::committedEvents));
            answer = ask(job, question, ofJob.offsets());
        }
        if (ofJob.isBehind(answer)) {
            requireExisting(job);
        }
        while (ofJob.isBehind(answer)) {
            answer = ask(job, question, ofJob.offsets());
        }
        ofJob.add(answer);
        lastAnswer = answer;
        return answer;
    }

    /** The topics have what has been seen: else they are others, and no answer would ever have it. */
    void requireExisting() {
        jobs.stream().filter(job -> !seen(job).offsets().isEmpty()).forEach(this::requireExisting);
    }

    private void requireExisting(NamedJob job) {
        seen(job).requireWithin(await(job.way()::writtenEvents));
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

    /** What a job says of itself, regardless of its events. */
    QueryResult report(NamedJob job, AskedQuery question) {
        return ask(job, question, Map.of());
    }

    /** Asks what no event changes; {@link #answerOf} waits for it. */
    CompletableFuture<QueryResult> start(NamedJob job, AskedQuery question) {
        return start(job, question, new AnswerOptions(false, Map.of(), 0, user));
    }

    /** Sends a question whose answer nobody needs. */
    void send(NamedJob job, AskedQuery question) {
        try {
            var unused = job.way().ask(question, UNAWAITED, new AnswerOptions(false, Map.of(), 0, user));
        } catch (ClientException unsent) {
            LOG.info("A question could not be sent: {}", unsent.getMessage());
        }
    }

    /** Whether the statement may go on for so long. */
    synchronized boolean hasTimeFor(Duration time) {
        return remainingMs() > time.toMillis();
    }

    private CompletableFuture<QueryResult> start(NamedJob job, AskedQuery question, AnswerOptions options) {
        Duration timeout;
        synchronized (this) {
            check();
            timeout = Duration.ofMillis(Math.min(Request.MAX_TIMEOUT_MS, Math.max(1, remainingMs())));
        }
        // Not while others wait to cancel: without a broker it takes seconds.
        return job.way().ask(question, timeout, options);
    }

    private QueryResult ask(NamedJob job, AskedQuery question, Map<Integer, Long> awaited) {
        return answerOf(job, start(job, question, new AnswerOptions(true, awaited, settings.maxAgeMs(), user)));
    }

    /** A job's answer to what was asked, unless the statement ends before. */
    QueryResult answerOf(NamedJob job, CompletableFuture<QueryResult> answer) {
        synchronized (this) {
            asked = answer;
            if (isEnded()) {
                answer.cancel(false);
            }
        }
        QueryResult result = await(answer);
        if (result.error() != null) {
            throw job.named(Failure.of(result.error()));
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
