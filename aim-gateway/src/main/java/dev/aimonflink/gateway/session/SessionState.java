package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.gateway.ask.NamedJob;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.sql.SqlState;
import java.util.function.Consumer;

/**
 * What a connection remembers between its messages.
 *
 * @param notices sends warnings to the client
 */
record SessionState(
        Settings settings,
        Transaction transaction,
        PreparedStatements statements,
        Portals portals,
        JobConnection job,
        SharedMemory.Account memory,
        Consumer<Notice> notices) {
    /** A message to the client that is not an error. */
    record Notice(SqlState state, String message) {}

    void warn(SqlState state, String message) {
        notices.accept(new Notice(state, message));
    }

    /** Asks a job, whose answer is of a later moment than its earlier ones: in REPEATABLE READ that is refused, or warned of. */
    QueryResult answer(NamedJob of, AskedQuery question) {
        if (transaction.seen().contains(of.schema()) && settings.isRepeatableRead()) {
            if (settings.isStrict()) {
                throw Failure.of(
                        SqlState.NOT_SUPPORTED,
                        "This REPEATABLE READ transaction has seen the matrix at one moment, and another statement would see a"
                                + " later one. Use READ COMMITTED; or send the statements together, in one simple query or"
                                + " before one Sync; or SET aim.isolation = accept.");
            }
            if (transaction.isFirstWarning()) {
                warn(
                        SqlState.NOT_SUPPORTED,
                        "each statement of this REPEATABLE READ transaction sees the matrix at a moment of its own, because"
                                + " aim.isolation is accept");
            }
        }
        QueryResult answer = job.answer(of, question);
        transaction.sees(of.schema());
        return answer;
    }

    /** Whether statements that cannot be asked together cannot be asked at all. */
    boolean needsOneMoment() {
        return settings.isRepeatableRead() && settings.isStrict();
    }

    /** Drops what was answered; cursors and prepared statements stay. */
    void settle() {
        memory.keepOnly(statements.bytes() + portals.bytes());
    }

    /** A statement begins its own transaction unless there is one. */
    void startTransaction() {
        if (!transaction.hasStarted()) {
            settings.begin();
            transaction.start();
        }
    }

    /** Names a moment to which the transaction can return: settings are restored, and newer portals closed. */
    void save(String name) {
        Settings.Values values = settings.values();
        long begun = portals.begun();
        transaction.save(name, () -> settings.restore(values), () -> portals.retain(begun));
    }

    /** Undoes what is prepared, bound and closed from now on. */
    Runnable undoing() {
        Runnable ofStatements = statements.undoing();
        Runnable ofPortals = portals.undoing();
        return () -> {
            ofStatements.run();
            ofPortals.run();
        };
    }

    /** A statement has failed: settings made in the transaction, or since its last savepoint, are dropped at once. */
    void fail() {
        if (!transaction.isBlock()) {
            endTransaction(false);
        } else if (!transaction.hasFailed()) {
            transaction.fail();
            if (!transaction.forget()) {
                settings.end(false);
            }
        }
    }

    /** Ends the block, or what has run without one. */
    void endTransaction(boolean isCommitted) {
        transaction.end();
        settings.end(isCommitted);
        portals.endTransaction(isCommitted);
    }
}
