package dev.aimonflink.job.config;

import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryError.Code;
import java.io.Serializable;
import java.util.concurrent.TimeUnit;

/**
 * The limits of planning texts in each TaskManager.
 *
 * @param textNanos of CPU for one text while another client's waits
 * @param share of a core for all texts together
 */
public record PlanningLimits(long textNanos, double share) implements Serializable {
    /** CPU time for one text while no other client waits: the first plans of a JVM are slow, because their code is not compiled. */
    public static final long ALONE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** How much may be used at once after a quiet time: this many seconds of a whole core times the share. */
    public static final long BURST_NANOS = TimeUnit.SECONDS.toNanos(4);

    /** How long a text may wait for its share. */
    public static final long MAX_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);

    public static final int MAX_WAITING = 1_024;

    /** The most characters of all waiting texts. */
    public static final long MAX_WAITING_CHARACTERS = 16L << 20;

    /** @param limitNanos that the text has exceeded */
    public QueryError tooLong(long limitNanos) {
        String budget = limitNanos < ALONE_NANOS
                ? " while texts of other clients wait. Ask for less, ask again when there is less to plan, or raise"
                        + " aim.sql.max-planning-time."
                : " also where none waits. Ask for less.";
        return new QueryError(
                Code.OVERLOADED,
                "The statement needs more than " + TimeUnit.NANOSECONDS.toMillis(limitNanos)
                        + " ms of a core to be planned, the values of tables in it included," + budget);
    }

    /** @param usedNanos recently, by the text's client */
    public QueryError overShare(long usedNanos) {
        return new QueryError(
                Code.OVERLOADED,
                "Statements of all clients are planned with " + Math.round(share * 100)
                        + "% of a core (aim.sql.planning-cpu-share), of which this client has used "
                        + TimeUnit.NANOSECONDS.toMillis(usedNanos)
                        + " ms of late. Ask fewer different statements, give the values that change as parameters, or"
                        + " raise the option.");
    }
}
