package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.JobModel;
import dev.aimonflink.gateway.ask.JobWay;
import dev.aimonflink.gateway.ask.ModelWatch;
import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.gateway.describe.Descriptions;
import dev.aimonflink.gateway.relation.Relations;
import dev.aimonflink.gateway.security.User;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;

/**
 * What all connections share.
 *
 * @param database the name that clients connect to
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
    /** The gateway's own relations, as a user sees them. */
    @FunctionalInterface
    public interface Catalogs {
        Relations of(JobModel model, User user);
    }

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
