package dev.aimonflink.sql.text;

import dev.aimonflink.sql.SqlException;
import java.util.ArrayList;
import java.util.List;

/**
 * The text of one statement in a longer one, without the semicolon behind it.
 *
 * @param position the index of its first character in the longer text
 */
public record StatementText(String text, int position) {
    /**
     * The statements of a text.
     *
     * @param failure says where the text cannot be split into words, as where a string has no end; null if it can. The statements are
     *     those that end before.
     */
    public record Split(List<StatementText> statements, SqlException failure) {}

    /**
     * Splits a text at its semicolons.
     *
     * @throws SqlException if the text cannot be split into words
     */
    public static List<StatementText> allOf(String text) {
        Split split = split(text);
        if (split.failure() != null) {
            throw split.failure();
        }
        return split.statements();
    }

    /** Splits a text at its semicolons. Those in strings, quoted names and comments are none. Empty statements are left out. */
    public static Split split(String text) {
        List<Token> tokens = new ArrayList<>();
        SqlException failure = Lexer.split(text, tokens);
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
        return new Split(List.copyOf(statements), failure);
    }
}
