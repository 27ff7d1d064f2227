package dev.aimonflink.gateway.session;

import dev.aimonflink.sql.SqlState;
import java.util.function.Consumer;

/**
 * What a connection remembers between its messages.
 *
 * @param notices what the client is told besides
 */
record State(
        Settings settings,
        Transaction transaction,
        Statements statements,
        Portals portals,
        Asker asker,
        Consumer<Notice> notices) {
    /** A message to the client that is no error. */
    record Notice(SqlState state, String message) {}

    void warn(SqlState state, String message) {
        notices.accept(new Notice(state, message));
    }

    /** Ends the block, or what has run without one. */
    void endTransaction(boolean isCommitted) {
        transaction.end();
        settings.end(isCommitted);
        portals.endTransaction(isCommitted);
    }
}
