package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Statement;
import dev.aimonflink.sql.type.PgType;
import java.util.List;
import java.util.Locale;

/** Understands statements about the connection: each first word has its method. */
final class Commands {
    private final SettingCommands settings;
    private final TransactionCommands transactions;
    private final CursorCommands cursors;
    private final PreparedCommands prepared;
    private final CursorCommands.Planning planning;

    Commands(
            SettingCommands settings,
            TransactionCommands transactions,
            CursorCommands cursors,
            PreparedCommands prepared,
            CursorCommands.Planning planning) {
        this.settings = settings;
        this.transactions = transactions;
        this.cursors = cursors;
        this.prepared = prepared;
        this.planning = planning;
    }

    /** @param given the types of parameters, as far as the client says them */
    Planned plan(Statement.Session statement, String text, List<PgType> given) {
        StatementWords words = new StatementWords(statement, text);
        return switch (statement.command()) {
            case "set" -> settings.set(words);
            case "show" -> settings.show(words);
            case "reset" -> settings.reset(words);
            case "begin" -> transactions.begin(words, "BEGIN");
            case "start" -> transactions.begin(words, "START TRANSACTION");
            case "commit", "end" -> transactions.commit(words);
            case "rollback", "abort" -> transactions.rollBack(words);
            case "savepoint" -> transactions.save(words);
            case "release" -> transactions.release(words);
            case "declare" -> cursors.declare(words, given);
            case "fetch" -> cursors.fetch(words);
            case "move" -> cursors.move(words);
            case "close" -> cursors.close(words);
            case "prepare" -> prepared.prepare(words);
            case "execute" -> prepared.execute(words);
            case "deallocate" -> prepared.deallocate(words);
            case "discard" -> prepared.discard(words);
            case "copy" -> CopyStatement.of(words, planning);
            case "unlisten" -> SessionCommand.of("UNLISTEN", () -> {});
            default ->
                throw Failure.of(
                        SqlState.NOT_SUPPORTED,
                        statement.command().toUpperCase(Locale.ROOT)
                                + " is not supported: the gateway sends what is asked and nothing else. Ask again from time to"
                                + " time.");
        };
    }
}
