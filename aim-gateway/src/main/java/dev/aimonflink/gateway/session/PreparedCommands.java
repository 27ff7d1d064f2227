package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.gateway.relation.NamedTypes;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.type.PgText;
import dev.aimonflink.sql.type.PgType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** PREPARE, EXECUTE, DEALLOCATE and DISCARD. */
final class PreparedCommands {
    /** How deep statements that execute others may nest. */
    private static final int MAX_DEPTH = 16;

    private final SessionState state;
    private final CursorCommands.Planning planning;
    private final Supplier<PgText> texts;
    private int depth;

    /** @param texts writes and reads values as texts */
    PreparedCommands(SessionState state, CursorCommands.Planning planning, Supplier<PgText> texts) {
        this.state = state;
        this.planning = planning;
        this.texts = texts;
    }

    SessionCommand prepare(StatementWords words) {
        String name = words.name("a name for the statement");
        List<PgType> types = new ArrayList<>();
        if (words.isNextSign("(")) {
            for (String type : words.inParentheses().text().split(",", -1)) {
                types.add(typeOf(type.strip()));
            }
        }
        words.expect("as");
        StatementWords.Inner text = words.rest();
        Planned planned = planning.plan(text, types);
        return SessionCommand.of(
                "PREPARE", () -> state.statements().add(name, new PreparedStatements.Prepared(text.text(), planned)));
    }

    private static PgType typeOf(String name) {
        return NamedTypes.find(name)
                .orElseThrow(() -> Failure.of(SqlState.UNDEFINED_OBJECT, "type \"" + name + "\" does not exist"));
    }

    SessionCommand execute(StatementWords words) {
        String name = words.name("the name of a prepared statement");
        StatementWords.Inner arguments = words.isNextSign("(") ? words.inParentheses() : null;
        words.expectEnd();
        PreparedStatements.Prepared known = state.statements().get(name);
        return new SessionCommand(
                known == null || known.planned() == null
                        ? null
                        : known.planned().columns(),
                none -> executed(name, arguments),
                false);
    }

    private ResultRows executed(String name, StatementWords.Inner arguments) {
        Planned planned = state.statements().find(name).planned();
        if (planned == null) {
            return ResultRows.none("EXECUTE");
        }
        if (depth == MAX_DEPTH) {
            throw Failure.of(
                    SqlState.TOO_COMPLEX, "The prepared statement \"" + name + "\" executes itself. Prepare a query.");
        }
        depth++;
        try {
            // PostgreSQL ignores what is given to a statement without parameters.
            return planned.run(planned.parameters().isEmpty() ? List.of() : values(name, planned, arguments));
        } finally {
            depth--;
        }
    }

    private List<Object> values(String name, Planned planned, StatementWords.Inner arguments) {
        Planned given = arguments == null || arguments.text().isBlank()
                ? null
                : planning.plan(
                        new StatementWords.Inner("SELECT " + arguments.text(), arguments.position() - 7), List.of());
        int count = given == null ? 0 : given.columns().size();
        if (count != planned.parameters().size()) {
            throw Failure.of(
                    SqlState.SYNTAX_ERROR,
                    "wrong number of parameters for prepared statement \"" + name + "\": it has "
                            + planned.parameters().size() + ", and " + count + " are given");
        }
        return values(given, planned);
    }

    private List<Object> values(Planned given, Planned planned) {
        List<Object> values = new ArrayList<>();
        if (given == null) {
            return values;
        }
        Object[] row = given.run(List.of()).rows().get(0);
        for (int i = 0; i < row.length; i++) {
            PgType from = given.columns().get(i).type();
            PgType to = planned.parameters().get(i);
            values.add(
                    row[i] == null || from == to
                            ? row[i]
                            : texts.get().read(to, texts.get().write(from, row[i])));
        }
        return values;
    }

    SessionCommand deallocate(StatementWords words) {
        words.accept("prepare");
        if (words.accept("all")) {
            words.expectEnd();
            return SessionCommand.of("DEALLOCATE ALL", state.statements()::closeAll);
        }
        String name = words.name("the name of a prepared statement");
        words.expectEnd();
        return SessionCommand.of("DEALLOCATE", () -> {
            PreparedStatements.Prepared unused = state.statements().find(name);
            state.statements().close(name);
        });
    }

    SessionCommand discard(StatementWords words) {
        String what = words.name("ALL, PLANS, SEQUENCES or TEMP");
        words.expectEnd();
        return SessionCommand.of("DISCARD " + what.toUpperCase(Locale.ROOT), () -> {
            if (!what.equals("all")) {
                return;
            }
            if (state.transaction().isShared()) {
                throw Failure.of(SqlState.ACTIVE_TRANSACTION, "DISCARD ALL cannot run inside a transaction block");
            }
            state.portals().closeAll();
            state.statements().closeAll();
            state.settings().resetAll();
        });
    }
}
