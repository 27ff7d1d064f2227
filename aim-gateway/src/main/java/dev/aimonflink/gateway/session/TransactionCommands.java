package dev.aimonflink.gateway.session;

import dev.aimonflink.sql.SqlState;

/** BEGIN, COMMIT, ROLLBACK and savepoints. */
final class TransactionCommands {
    private final SessionState state;
    private final SettingCommands settings;

    TransactionCommands(SessionState state, SettingCommands settings) {
        this.state = state;
        this.settings = settings;
    }

    SessionCommand begin(StatementWords words, String tag) {
        acceptNoise(words);
        Runnable modes = settings.modes(words, false);
        return SessionCommand.of(tag, () -> {
            if (!state.transaction().begin()) {
                state.warn(SqlState.ACTIVE_TRANSACTION, "there is already a transaction in progress");
            }
            modes.run();
        });
    }

    private static void acceptNoise(StatementWords words) {
        if (!words.accept("work")) {
            words.accept("transaction");
        }
    }

    SessionCommand commit(StatementWords words) {
        acceptNoise(words);
        boolean isChained = isChained(words);
        words.expectEnd();
        return new SessionCommand(
                null, values -> ResultRows.none(end(!state.transaction().hasFailed(), isChained)), true);
    }

    private static boolean isChained(StatementWords words) {
        if (!words.accept("and")) {
            return false;
        }
        boolean isNot = words.accept("no");
        words.expect("chain");
        return !isNot;
    }

    private String end(boolean isCommitted, boolean isChained) {
        if (!state.transaction().isBlock()) {
            if (isChained) {
                state.transaction().requireBlock((isCommitted ? "COMMIT" : "ROLLBACK") + " AND CHAIN");
            }
            state.warn(SqlState.NO_ACTIVE_TRANSACTION, "there is no transaction in progress");
        }
        state.endTransaction(isCommitted);
        if (isChained) {
            state.startTransaction();
            state.settings().chain();
            state.transaction().begin();
        }
        return isCommitted ? "COMMIT" : "ROLLBACK";
    }

    SessionCommand rollBack(StatementWords words) {
        acceptNoise(words);
        if (words.accept("to")) {
            words.accept("savepoint");
            String name = words.name("the name of a savepoint");
            words.expectEnd();
            return SessionCommand.of("ROLLBACK", () -> state.transaction().rollBackTo(name))
                    .endingTransaction();
        }
        boolean isChained = isChained(words);
        words.expectEnd();
        return new SessionCommand(null, values -> ResultRows.none(end(false, isChained)), true);
    }

    SessionCommand save(StatementWords words) {
        String name = words.name("a name for the savepoint");
        words.expectEnd();
        return SessionCommand.of("SAVEPOINT", () -> {
            state.transaction().requireBlock("SAVEPOINT");
            state.save(name);
        });
    }

    SessionCommand release(StatementWords words) {
        words.accept("savepoint");
        String name = words.name("the name of a savepoint");
        words.expectEnd();
        return SessionCommand.of("RELEASE", () -> state.transaction().release(name));
    }
}
