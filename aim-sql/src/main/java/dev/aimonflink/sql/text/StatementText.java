package dev.aimonflink.sql.text;

import java.util.ArrayList;
import java.util.List;

/**
 * The text of one statement in a longer one, without the semicolon behind it.
 *
 * @param position the index of its first character in the longer text
 */
public record StatementText(String text, int position) {
    /**
     * Splits a text at its semicolons. Those in strings, quoted names and comments are none. Empty statements are left out.
     *
     * @throws dev.aimonflink.sql.SqlException if the text cannot be split into words, as where a string has no end
     */
    public static List<StatementText> allOf(String text) {
        List<StatementText> statements = new ArrayList<>();
        Token first = null;
        Token last = null;
        for (Token token : Lexer.tokens(text)) {
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
