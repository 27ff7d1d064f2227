package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.JobModel;
import dev.aimonflink.gateway.ask.JobWay;
import dev.aimonflink.gateway.ask.ModelWatch;
import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.gateway.describe.Descriptions;
import dev.aimonflink.gateway.relation.Relations;
import dev.aimonflink.gateway.security.User;
import java.time.Clock;
import java.time.Duration;

/**
 * What all connections share.
 *
 * @param database the name under which it is connected to
 */
public record Gateway(
        JobWay way,
        ModelWatch watch,
        MatrixStatements statements,
        RunningQueries queries,
        Catalogs relations,
        Limits limits,
        SharedMemory memory,
        HiddenNames users,
        Clock clock,
        String database) {
    /** The relations that the gateway has itself, as a user sees them. */
    @FunctionalInterface
    public interface Catalogs {
        Relations of(JobModel model, User user);
    }

    /** A gateway whose relations are those of the job's model, and of itself. */
    public static Gateway of(JobWay way, ModelWatch watch, RunningQueries queries, Limits limits, String owner) {
        Descriptions descriptions = new Descriptions(queries, owner, Settings::described);
        return new Gateway(
                way,
                watch,
                new MatrixStatements(),
                queries,
                descriptions::of,
                limits,
                new SharedMemory(limits.memoryBytes()),
                new HiddenNames(),
                Clock.systemUTC(),
                Descriptions.DATABASE);
    }

    /**
     * What one connection may use.
     *
     * @param statementTime how long a statement may take, whatever the client sets
     * @param queriesOfUser how many statements of one user run at a time, unless everybody is trusted and so may be anybody
     * @param queries how many statements run at a time
     * @param memoryBytes that all connections keep together
     */
    public record Limits(Duration statementTime, int queriesOfUser, int queries, long memoryBytes) {
        public static final Limits USUAL = new Limits(Duration.ofSeconds(60), 32, 64, SharedMemory.USUAL);

        Duration statementTime(User user) {
            Duration ofUser = Duration.ofMillis(user.maxTimeMs().orElse(Long.MAX_VALUE));
            return ofUser.compareTo(statementTime) < 0 ? ofUser : statementTime;
        }
    }
}
