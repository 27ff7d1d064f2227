package dev.aimonflink.sql.text;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Turns a text into statements, and refuses those that would change something. */
public final class StatementParser {
    /** Statements about the session, its transaction, cursors and notifications. */
    private static final Set<String> SESSION = Set.of(
            "set",
            "show",
            "reset",
            "begin",
            "start",
            "commit",
            "end",
            "rollback",
            "abort",
            "savepoint",
            "release",
            "discard",
            "deallocate",
            "declare",
            "fetch",
            "move",
            "close",
            "listen",
            "unlisten",
            "notify",
            "copy",
            "prepare",
            "execute");

    private static final List<String> OFTEN_MISSPELLED = List.of(
            "select", "with", "values", "explain", "show", "set", "begin", "commit", "insert", "update", "delete");

    private static final String STATEMENT = "a statement such as SELECT";

    private final Tokens tokens;

    private final int maxStatements;

    private StatementParser(String text, int maxStatements) {
        this.tokens = new Tokens(text);
        this.maxStatements = maxStatements;
    }

    /** The statements between semicolons, without empty ones. */
    public static List<Statement> parse(String text) {
        return parse(text, SqlLimits.MAX_STATEMENTS);
    }

    public static List<Statement> parse(String text, int maxStatements) {
        return new StatementParser(text, maxStatements).statements();
    }

    private List<Statement> statements() {
        List<Statement> statements = new ArrayList<>();
        while (true) {
            skipEmpty();
            if (tokens.isEnd()) {
                return List.copyOf(statements);
            }
            if (statements.size() == maxStatements) {
                throw new SqlException(
                        SqlState.LIMIT_EXCEEDED,
                        tokens.next().position(),
                        "The text has more than " + maxStatements + " statements. Send them in several texts.");
            }
            statements.add(statement());
            if (!tokens.isEnd() && !tokens.isSign(";")) {
                throw tokens.unexpected("the end of the statement");
            }
        }
    }

    private void skipEmpty() {
        while (tokens.isSign(";")) {
            tokens.take();
        }
    }

    private Statement statement() {
        Token first = tokens.next();
        if (tokens.acceptWord("explain")) {
            return explain(first);
        }
        if (first.kind() == Token.Kind.WORD && isSession(first.text())) {
            return session(tokens.take());
        }
        return new Statement.Ask(query(queries(), STATEMENT), first.position());
    }

    private boolean isSession(String command) {
        return SESSION.contains(command);
    }

    private QueryParser queries() {
        return new ExpressionParser(tokens, new Complexity()).queries();
    }

    private QueryExpression query(QueryParser queries, String expected) {
        Token first = tokens.next();
        if (!tokens.isSign("(") && !tokens.isWord("values") && !queries.isAt(0)) {
            RefusedStatements.refuse(first);
            throw first.kind() == Token.Kind.WORD
                    ? tokens.unexpected(expected, Keywords.meant(first, OFTEN_MISSPELLED))
                    : tokens.unexpected(expected);
        }
        return queries.query();
    }

    private Statement.Session session(Token command) {
        List<Token> arguments = new ArrayList<>();
        while (!tokens.isEnd() && !tokens.isSign(";")) {
            arguments.add(tokens.take());
        }
        return new Statement.Session(command.text(), List.copyOf(arguments), command.position());
    }

    private Statement.Explain explain(Token first) {
        QueryParser queries = queries();
        boolean isAnalyzed = isAnalyze();
        if (isAnalyzed) {
            tokens.take();
        }
        if (tokens.next().isWord("verbose")) {
            throw Tokens.unsupported(
                    tokens.next(), "EXPLAIN VERBOSE is not supported. EXPLAIN tells all, so leave it out.");
        }
        if (tokens.isWord("execute")) {
            throw Tokens.unsupported(
                    tokens.next(), "EXPLAIN EXECUTE is not supported. Write the query itself behind EXPLAIN.");
        }
        Statement.Explain.Format format = Statement.Explain.Format.TEXT;
        if (!isAnalyzed && tokens.isSign("(") && !tokens.next(1).isSign("(") && !queries.isAt(1)) {
            tokens.take();
            do {
                if (isAnalyze()) {
                    tokens.take();
                    isAnalyzed = isOn();
                } else if (tokens.acceptWord("format")) {
                    format = format();
                } else {
                    throw tokens.unexpected("ANALYZE or FORMAT", "EXPLAIN has no other options. Leave it out.");
                }
            } while (tokens.acceptComma());
            tokens.expectEndOfList();
        }
        return new Statement.Explain(query(queries, "a query to explain"), isAnalyzed, format, first.position());
    }

    private boolean isAnalyze() {
        return tokens.isWord("analyze") || tokens.isWord("analyse");
    }

    private boolean isOn() {
        if (tokens.acceptWord("false") || tokens.acceptWord("off")) {
            return false;
        }
        if (!tokens.acceptWord("true")) {
            tokens.acceptWord("on");
        }
        return true;
    }

    private Statement.Explain.Format format() {
        if (tokens.acceptWord("text")) {
            return Statement.Explain.Format.TEXT;
        }
        if (tokens.acceptWord("json")) {
            return Statement.Explain.Format.JSON;
        }
        throw Tokens.unsupported(
                tokens.next(), "FORMAT is TEXT or JSON, not " + tokens.shown(tokens.next()) + ". Write one of these.");
    }
}
