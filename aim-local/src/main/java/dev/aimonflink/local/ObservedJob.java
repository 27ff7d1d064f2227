package dev.aimonflink.local;

import dev.aimonflink.clients.Waiting;
import dev.aimonflink.clients.query.Asking;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** A job seen from outside: its health and its counters. */
public abstract class ObservedJob {
    /** Generous, for busy machines. */
    public static final Duration STEP_LIMIT = Duration.ofMinutes(2);

    private static final Duration FIRST_ANSWER_TIMEOUT = Duration.ofSeconds(1);

    /** Throws if the job has failed, with the cause. */
    public abstract void requireHealthy();

    /** Where its Flink offers its REST API; empty if that is not known. */
    public Optional<String> restAddress() {
        return Optional.empty();
    }

    /**
     * The sum of one of our metrics over all operators and subtasks.
     *
     * @param metric one of {@link AimMetrics}
     */
    public abstract long counted(String metric);

    public final long profilesApplied() {
        return counted(AimMetrics.PROFILES_APPLIED);
    }

    public final long callsApplied() {
        return counted(AimMetrics.EVENTS_APPLIED);
    }

    /** Calls that the matrix has counted or that became dead letters. */
    public final long callsSettled() {
        return callsApplied() + counted(AimMetrics.DEAD_LETTERS);
    }

    /** Waits for a condition; throws if the job fails meanwhile. */
    public final void await(String what, BooleanSupplier condition) {
        boolean came = Waiting.until(
                () -> {
                    requireHealthy();
                    return condition.getAsBoolean();
                },
                STEP_LIMIT);
        if (!came) {
            throw new IllegalStateException(what + " did not happen within " + STEP_LIMIT.toSeconds() + " s.");
        }
    }

    /** Waits until a query is answered: the job reads queries from where their topic ends when it begins to read. */
    public final void awaitFirstAnswer(Asking client, AskedQuery question) {
        await(
                "A first answer",
                () -> client.ask(question, FIRST_ANSWER_TIMEOUT).join().status() == QueryResult.Status.OK);
    }

    /** Waits until a count reaches its goal, as long as it grows. */
    public final void awaitCount(String what, LongSupplier count, long goal) {
        long reached = count.getAsLong();
        while (reached < goal) {
            long before = reached;
            await(what + ": " + before + " of " + goal + ", and more", () -> count.getAsLong() > before);
            reached = count.getAsLong();
        }
    }
}
