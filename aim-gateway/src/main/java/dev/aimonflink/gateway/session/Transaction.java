package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.sql.SqlState;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The transaction of a connection. Nothing is ever written, so it has no data: only its time, its savepoints, whether the job has answered
 * a statement, and whether one has failed, after which others are refused until it ends.
 */
final class Transaction {
    /** As the protocol reports it when a connection is ready. */
    enum Status {
        IDLE('I'),
        OPEN('T'),
        FAILED('E');

        private final char letter;

        Status(char letter) {
            this.letter = letter;
        }

        char letter() {
            return letter;
        }
    }

    /** A block could name savepoints without end. */
    static final int MAX_SAVEPOINTS = 1_000;

    private final Clock clock;
    private final List<Savepoint> savepoints = new ArrayList<>();
    private Status status = Status.IDLE;
    /** Whether statements sent together run without a block, as one transaction. */
    private boolean isTogether;

    /** The schemas of the jobs that have answered. */
    private Set<String> seen = Set.of();

    private boolean isWarned;
    /** Null until a statement runs. */
    private Instant start;

    private record Savepoint(String name, Runnable forgetting, Runnable closing) {}

    Transaction(Clock clock) {
        this.clock = clock;
    }

    Status status() {
        return status;
    }

    boolean isBlock() {
        return status != Status.IDLE;
    }

    boolean hasFailed() {
        return status == Status.FAILED;
    }

    /** When it began: with its block, or else with its first statement. */
    Instant start() {
        if (start == null) {
            start = clock.instant();
        }
        return start;
    }

    /** Whether a statement has run since the last one ended. */
    boolean hasStarted() {
        return start != null;
    }

    /** Whether a statement over a job's tables has been answered; a savepoint does not undo what the client knows. */
    boolean hasSeenMatrix() {
        return !seen.isEmpty();
    }

    /** The schemas of the jobs that have answered such statements. */
    Set<String> seen() {
        return seen;
    }

    void sees(Set<String> schemas) {
        seen = Set.copyOf(schemas);
    }

    void sees(String schema) {
        Set<String> more = new HashSet<>(seen);
        more.add(schema);
        sees(more);
    }

    /** Whether it is called for the first time in the transaction. */
    boolean isFirstWarning() {
        boolean isFirst = !isWarned;
        isWarned = true;
        return isFirst;
    }

    static Failure failed() {
        return Failure.of(
                SqlState.FAILED_TRANSACTION,
                "current transaction is aborted, commands ignored until end of transaction block");
    }

    /** Statements sent together begin, or go on after one has ended the transaction. */
    void together() {
        isTogether = true;
    }

    /** False if there already is a block, of which PostgreSQL warns. */
    boolean begin() {
        if (isBlock()) {
            return false;
        }
        start();
        status = Status.OPEN;
        return true;
    }

    void end() {
        status = Status.IDLE;
        isTogether = false;
        savepoints.clear();
        start = null;
        seen = Set.of();
        isWarned = false;
    }

    /** A statement of the block has failed. */
    void fail() {
        status = Status.FAILED;
    }

    /** Drops what was set since the last savepoint; false if there is none. */
    boolean forget() {
        if (savepoints.isEmpty()) {
            return false;
        }
        savepoints.get(savepoints.size() - 1).forgetting.run();
        return true;
    }

    /**
     * @param forgetting drops what is set from now on
     * @param closing closes what is opened from now on
     */
    void save(String name, Runnable forgetting, Runnable closing) {
        requireBlock("SAVEPOINT");
        if (savepoints.size() == MAX_SAVEPOINTS) {
            throw Failure.of(
                    SqlState.LIMIT_EXCEEDED,
                    "The transaction has more than " + MAX_SAVEPOINTS + " savepoints. Release some of them.");
        }
        savepoints.add(new Savepoint(name, forgetting, closing));
    }

    void release(String name) {
        requireBlock("RELEASE SAVEPOINT");
        savepoints.subList(find(name), savepoints.size()).clear();
    }

    void rollBackTo(String name) {
        requireBlock("ROLLBACK TO SAVEPOINT");
        int index = find(name);
        savepoints.subList(index + 1, savepoints.size()).clear();
        savepoints.get(index).forgetting.run();
        savepoints.get(index).closing.run();
        status = Status.OPEN;
    }

    private int find(String name) {
        for (int index = savepoints.size() - 1; index >= 0; index--) {
            if (savepoints.get(index).name.equals(name)) {
                return index;
            }
        }
        throw Failure.of(SqlState.INVALID_SAVEPOINT, "savepoint \"" + name + "\" does not exist");
    }

    /** Whether statements share a transaction: a block's, or that of statements sent together. */
    boolean isShared() {
        return isBlock() || isTogether;
    }

    void requireShared(String statement) {
        if (!isShared()) {
            throw noBlock(statement);
        }
    }

    void requireBlock(String statement) {
        if (!isBlock()) {
            throw noBlock(statement);
        }
    }

    private static Failure noBlock(String statement) {
        return Failure.of(SqlState.NO_ACTIVE_TRANSACTION, statement + " can only be used in transaction blocks");
    }
}
