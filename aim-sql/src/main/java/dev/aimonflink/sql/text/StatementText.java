package dev.aimonflink.sql.text;

import dev.aimonflink.sql.SqlException;
import java.util.ArrayList;
import java.util.List;

/**
 * The text of one statement in a longer one, without its semicolon.
 *
 * @param position of its first character in the longer text
 */
public record StatementText(String text, int position) {
    /** @param failure says what has no end in the last statement: a string, a quoted name or a comment; or null. The statements are those before */
    public record Split(List<StatementText> statements, SqlException failure) {}

    /**
     * Splits a text at its semicolons, if all of it can be read.
     *
     * @throws SqlException if the text has something that is neither a word nor a sign
     */
    public static List<StatementText> allOf(String text) {
        List<Token> tokens = new ArrayList<>();
        SqlException failure = Lexer.split(text, tokens);
        if (failure != null) {
            throw failure;
        }
        return statements(text, tokens);
    }

    /** Splits any text at its semicolons, except those in strings, quoted names and comments. Empty statements are left out. */
    public static Split split(String text) {
        List<Token> tokens = new ArrayList<>();
        SqlException failure = Lexer.splitAnyway(text, tokens);
        return new Split(statements(text, tokens), failure);
    }

    private static List<StatementText> statements(String text, List<Token> tokens) {
        List<StatementText> statements = new ArrayList<>();
        Token first = null;
        Token last = null;
        for (Token token : tokens) {
            if (token.isSign(";") || token.kind() == Token.Kind.END) {
                if (first != null) {
                    statements.add(new StatementText(text.substring(first.position(), last.end()), first.position()));
                }
                first = null;
            } else {
                first = first == null ? token : first;
                last = token;
            }
        }
        return List.copyOf(statements);
    }
}
