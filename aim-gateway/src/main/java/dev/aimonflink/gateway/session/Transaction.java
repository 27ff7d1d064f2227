package dev.aimonflink.gateway.session;

import dev.aimonflink.sql.SqlState;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The transaction of a connection. Nothing is ever written, so it holds no data: what it has is its time, its savepoints, and whether a
 * statement in it has failed, after which the others are refused until it ends.
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
    private final List<String> savepoints = new ArrayList<>();
    private Status status = Status.IDLE;
    /** Null until a statement runs. */
    private Instant start;

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

    /** The error of a statement in a transaction that has failed. */
    static Failure failed() {
        return Failure.of(
                SqlState.FAILED_TRANSACTION,
                "current transaction is aborted, commands ignored until end of transaction block");
    }

    /** Returns false if there is a block already, which PostgreSQL warns of. */
    boolean begin() {
        if (isBlock()) {
            return false;
        }
        start();
        status = Status.OPEN;
        return true;
    }

    /** Ends the block, or the statements without one. */
    void end() {
        status = Status.IDLE;
        savepoints.clear();
        start = null;
    }

    /** A statement has failed. */
    void fail() {
        if (isBlock()) {
            status = Status.FAILED;
        }
    }

    void save(String name) {
        requireBlock("SAVEPOINT");
        if (savepoints.size() == MAX_SAVEPOINTS) {
            throw Failure.of(
                    SqlState.LIMIT_EXCEEDED,
                    "The transaction has more than " + MAX_SAVEPOINTS + " savepoints. Release some of them.");
        }
        savepoints.add(name);
    }

    void release(String name) {
        requireBlock("RELEASE SAVEPOINT");
        savepoints.subList(find(name), savepoints.size()).clear();
    }

    void rollBackTo(String name) {
        requireBlock("ROLLBACK TO SAVEPOINT");
        savepoints.subList(find(name) + 1, savepoints.size()).clear();
        status = Status.OPEN;
    }

    private int find(String name) {
        int index = savepoints.lastIndexOf(name);
        if (index < 0) {
            throw Failure.of(SqlState.INVALID_SAVEPOINT, "savepoint \"" + name + "\" does not exist");
        }
        return index;
    }

    void requireBlock(String statement) {
        if (!isBlock()) {
            throw Failure.of(SqlState.NO_ACTIVE_TRANSACTION, statement + " can only be used in transaction blocks");
        }
    }
}
