package dev.aimonflink.gateway.ask;

import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.plan.Tables;

/**
 * A job behind the gateway.
 *
 * @param schema of its tables; {@link Tables#SCHEMA} for an only job without a name
 */
public record NamedJob(String schema, JobWay way, ModelWatch watch) implements AutoCloseable {
    public boolean isNamed() {
        return !schema.equals(Tables.SCHEMA);
    }

    /** A failure that is due to the job's absence names it where there may be others. */
    public Failure named(Failure failure) {
        return isNamed() && failure.state() == SqlState.CANCELLED && !watch.isReady()
                ? Failure.of(
                        SqlState.CONNECTION_FAILURE,
                        "The job " + schema
                                + " does not answer. See with `aim doctor` that it runs and reads the topic of"
                                + " queries.")
                : failure;
    }

    @Override
    public void close() {
        watch.close();
        way.close();
    }
}
