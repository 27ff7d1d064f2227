package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.gateway.ask.JobModel;
import dev.aimonflink.gateway.ask.JobWay;
import dev.aimonflink.gateway.ask.ModelWatch;
import dev.aimonflink.gateway.ask.NamedJob;
import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.gateway.describe.Descriptions;
import dev.aimonflink.gateway.relation.Relations;
import dev.aimonflink.gateway.security.User;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.plan.Tables;
import dev.aimonflink.sql.text.Spelling;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What all connections share.
 *
 * @param jobs behind it; what names none is about the first
 * @param database the name that clients connect to
 */
public record Gateway(
        List<NamedJob> jobs,
        MatrixStatements statements,
        RunningQueries queries,
        Catalogs relations,
        Limits limits,
        SharedMemory memory,
        HiddenNames users,
        Clock clock,
        String database) {
    /** The gateway's own relations, as a user sees them. */
    @FunctionalInterface
    public interface Catalogs {
        /** @param models of the jobs, in their order; null for one that has never answered */
        Relations of(List<JobModel> models, User user);
    }

    /** Of one job without a name. */
    public static Gateway of(JobWay way, ModelWatch watch, RunningQueries queries, Limits limits, String owner) {
        return of(List.of(new NamedJob(Tables.SCHEMA, way, watch)), queries, limits, owner);
    }

    public static Gateway of(List<NamedJob> jobs, RunningQueries queries, Limits limits, String owner) {
        List<String> schemas = jobs.stream().map(NamedJob::schema).toList();
        Descriptions descriptions = new Descriptions(schemas, queries, owner, Settings::described);
        return new Gateway(
                jobs,
                new MatrixStatements(),
                queries,
                descriptions::of,
                limits,
                new SharedMemory(limits.memoryBytes()),
                new HiddenNames(),
                Clock.systemUTC(),
                Descriptions.DATABASE);
    }

    public NamedJob first() {
        return jobs.get(0);
    }

    /** The job of a name; a {@link Failure} if there is none. */
    public NamedJob job(String name) {
        return jobs.stream()
                .filter(job -> job.schema().equals(name))
                .findFirst()
                .orElseThrow(() -> Failure.of(
                        SqlState.UNDEFINED_OBJECT,
                        "There is no job \"" + Spelling.shortened(name) + "\". "
                                + Spelling.hint(
                                        name,
                                        jobs.stream().map(NamedJob::schema).toList())));
    }

    /** The name of a job's matrix in statements. */
    public String matrixOf(NamedJob job) {
        String matrix = job.watch().requireKnown().matrix();
        return job.equals(first()) ? matrix : job.schema() + "." + matrix;
    }

    /** Of the first job. */
    public ModelWatch watch() {
        return first().watch();
    }

    /** Whether at least one job answered when it was asked last. */
    public boolean isReady() {
        return jobs.stream().anyMatch(job -> job.watch().isReady());
    }

    /**
     * What one connection may use.
     *
     * @param statementTime limit for a statement, whatever the client sets
     * @param queriesOfUser concurrent statements of one user, unless everybody is trusted and so could be anybody
     * @param memoryBytes that all connections keep together
     * @param isolation unless the client sets it
     */
    public record Limits(
            Duration statementTime, int queriesOfUser, int queries, long memoryBytes, Isolation isolation) {
        public static final Limits USUAL =
                new Limits(Duration.ofSeconds(60), 32, 64, SharedMemory.USUAL, Isolation.STRICT);

        Duration statementTime(User user) {
            Duration ofUser = Duration.ofMillis(user.maxTimeMs().orElse(Long.MAX_VALUE));
            return ofUser.compareTo(statementTime) < 0 ? ofUser : statementTime;
        }
    }

    /** What happens if a REPEATABLE READ transaction asks the job again, and so at a later moment. */
    public enum Isolation {
        /** The statement is refused. */
        STRICT,

        /** It is answered, and the client is warned once a transaction. */
        ACCEPT;

        public static Optional<Isolation> find(String word) {
            return Arrays.stream(values())
                    .filter(each -> each.word().equalsIgnoreCase(word))
                    .findFirst();
        }

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Pseudonyms of users for the job, which distinguish them: others read the topic of queries, and must not learn who asks. */
    static final class HiddenNames {
        private static final int BYTES = 8;

        private final byte[] secret = new byte[2 * BYTES];

        HiddenNames() {
            new SecureRandom().nextBytes(secret);
        }

        String of(String user) {
            try {
                MessageDigest hash = MessageDigest.getInstance("SHA-256");
                hash.update(secret);
                return HexFormat.of().formatHex(hash.digest(user.getBytes(StandardCharsets.UTF_8)), 0, BYTES);
            } catch (NoSuchAlgorithmException everyPlatformHasIt) {
                throw new IllegalStateException(everyPlatformHasIt);
            }
        }
    }
}
