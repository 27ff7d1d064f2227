package dev.aimonflink.gateway.session;

import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgType;
import java.util.List;
import java.util.function.Function;

/**
 * A statement about the connection, such as SET, SHOW or BEGIN.
 *
 * @param columns null if it returns no rows
 * @param effect returns what the client gets
 * @param endsTransaction whether a failed transaction runs it
 */
record SessionCommand(
        List<PgColumn> columns,
        List<PgType> parameters,
        Function<List<Object>, ResultRows> effect,
        boolean endsTransaction)
        implements Planned {
    /** Without parameters. */
    SessionCommand(List<PgColumn> columns, Function<List<Object>, ResultRows> effect, boolean endsTransaction) {
        this(columns, List.of(), effect, endsTransaction);
    }

    static SessionCommand of(String tag, Runnable effect) {
        return new SessionCommand(
                null,
                values -> {
                    effect.run();
                    return ResultRows.none(tag);
                },
                false);
    }

    /** The same command, allowed in a failed transaction. */
    SessionCommand endingTransaction() {
        return new SessionCommand(columns, parameters, effect, true);
    }

    @Override
    public ResultRows run(List<Object> values) {
        return effect.apply(values);
    }
}
