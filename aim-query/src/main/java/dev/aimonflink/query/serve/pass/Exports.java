package dev.aimonflink.query.serve.pass;

import dev.aimonflink.sql.SqlState;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The copy of rows that a partition keeps for an export, until its client has fetched it piece by piece. There is one at a time: it begins
 * before its scan, and ends when its client says so, or has fetched nothing for a while. Thread-safe, because a scan may end elsewhere.
 */
public final class Exports {
    /** Why one cannot begin. */
    public static final QueryError ANOTHER = new QueryError(
            QueryError.Code.OVERLOADED, "Another export runs, and there is one at a time. Ask again later.");

    /** How long a client may take from one piece to the next. */
    static final long MOST_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** Others wait. */
    static final long MOST_NANOS_IN_ALL = TimeUnit.HOURS.toNanos(1);

    private static final int BYTES_PER_MIB = 1 << 20;

    /** Of all partitions together, as an answer of theirs has it: it fits an answer also with a third more, as text. */
    private static final int BYTES_OF_ANSWER = 4 << 20;

    private static final int MOST_PIECE_BYTES = 512 << 10;

    private final long maxBytes;
    private final int pieceBytes;
    private final NanoClock clock;

    private KeptCopy present;

    /** Also read without the lock. */
    private volatile long bytes;

    private static final class KeptCopy {
        private final String clientId;
        private final String id;
        private final long begunNanos;
        private long lastNanos;

        /** Null before the scan has ended. */
        private List<byte[]> pieces;

        KeptCopy(String clientId, String id, long nowNanos) {
            this.clientId = clientId;
            this.id = id;
            begunNanos = nowNanos;
            lastNanos = nowNanos;
        }
    }

    Exports(long maxBytes, int partitions, NanoClock clock) {
        this.maxBytes = maxBytes;
        pieceBytes = Math.min(MOST_PIECE_BYTES, BYTES_OF_ANSWER / partitions);
        this.clock = clock;
    }

    /** About how long a piece should be. */
    public int pieceBytes() {
        return pieceBytes;
    }

    public long maxBytes() {
        return maxBytes;
    }

    /** What is kept. */
    public long bytes() {
        return bytes;
    }

    /** Begins an export, or begins it anew; its scan follows. Returns why it cannot, or null. */
    public synchronized QueryError begin(String clientId, String id) {
        endForgotten();
        if (present != null && !isPresent(clientId, id)) {
            return ANOTHER;
        }
        end();
        present = new KeptCopy(clientId, id, clock.nanoTime());
        return null;
    }

    /** Ends one whose client has fetched nothing for long, or has taken too long in all. */
    public synchronized void endForgotten() {
        final long nowNanos = clock.nanoTime();
        if (present != null
                && (nowNanos - present.lastNanos > MOST_NANOS || nowNanos - present.begunNanos > MOST_NANOS_IN_ALL)) {
            end();
        }
    }

    private void end() {
        present = null;
        bytes = 0;
    }

    /** Keeps what the scan of the export has copied, unless that has ended. */
    public synchronized void keep(String id, List<byte[]> pieces) {
        if (present != null && present.id.equals(id)) {
            present.pieces = List.copyOf(pieces);
            present.lastNanos = clock.nanoTime();
            bytes = pieces.stream().mapToLong(piece -> piece.length).sum();
        }
    }

    /**
     * A piece of an export, null behind the last one.
     *
     * @throws QueryFailure if there is no such export
     */
    public synchronized byte[] piece(String clientId, String id, long number) {
        endForgotten();
        if (!isPresent(clientId, id) || present.pieces == null) {
            throw new QueryFailure(QueryError.ofSql(
                    SqlState.SERIALIZATION_FAILURE,
                    "The rows of the export are gone: the job restarted meanwhile, or nobody fetched any for "
                            + TimeUnit.NANOSECONDS.toSeconds(MOST_NANOS) + " s, or it took more than "
                            + TimeUnit.NANOSECONDS.toHours(MOST_NANOS_IN_ALL) + " h. Ask again."));
        }
        present.lastNanos = clock.nanoTime();
        return number < present.pieces.size() ? present.pieces.get((int) number) : null;
    }

    private boolean isPresent(String clientId, String id) {
        return present != null && present.clientId.equals(clientId) && present.id.equals(id);
    }

    /** Ends an export, if there is one of that name. */
    public synchronized void end(String clientId, String id) {
        if (isPresent(clientId, id)) {
            end();
        }
    }

    /** @param needed by the rows of this partition */
    public QueryFailure tooLarge(long needed) {
        return new QueryFailure(QueryError.ofSql(
                SqlState.OUT_OF_MEMORY,
                "The copy of the rows needs " + (needed / BYTES_PER_MIB + 1) + " MiB in a partition, more than"
                        + " aim.exports.memory=" + maxBytes / BYTES_PER_MIB
                        + " MiB. Ask for fewer rows or columns at a time, or raise the option."));
    }
}
