package dev.aimonflink.sql.text;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import java.util.List;
import java.util.Locale;

/** The tokens of a text, read one after the other. */
final class Tokens {
    private final String text;
    private final List<Token> tokens;
    private int at;

    Tokens(String text) {
        this.text = text;
        this.tokens = Lexer.tokens(text);
    }

    Token next() {
        return tokens.get(at);
    }

    /** The token so far ahead, or the end of the text. */
    Token next(int ahead) {
        return tokens.get(Math.min(at + ahead, tokens.size() - 1));
    }

    int index() {
        return at;
    }

    Token at(int index) {
        return tokens.get(index);
    }

    Token take() {
        return tokens.get(at++);
    }

    void goBack(int tokensRead) {
        at -= tokensRead;
    }

    boolean isWord(String word) {
        return next().isWord(word);
    }

    boolean isSign(String sign) {
        return next().isSign(sign);
    }

    boolean isEnd() {
        return next().kind() == Token.Kind.END;
    }

    /** Whether the next token is this word with a parenthesis behind it. */
    boolean isCallOf(String word) {
        return isWord(word) && next(1).isSign("(");
    }

    boolean acceptWord(String word) {
        if (isWord(word)) {
            at++;
            return true;
        }
        return false;
    }

    boolean acceptSign(String sign) {
        if (isSign(sign)) {
            at++;
            return true;
        }
        return false;
    }

    /** Reads a comma in a list, behind which something must follow. */
    boolean acceptComma() {
        if (!isSign(",")) {
            return false;
        }
        Token behind = next(1);
        if (behind.kind() == Token.Kind.END
                || behind.isSign(")")
                || behind.isSign(",")
                || behind.isSign(";")
                || Keywords.beginsClause(behind, next(2))) {
            boolean isMeantAsName = next(2).isSign(",") || next(2).isWord("from");
            throw error("Nothing stands between the comma and " + shown(behind)
                    + (isMeantAsName ? ". If this is a name, write it in double quotes." : ". Take the comma out."));
        }
        at++;
        return true;
    }

    void expectWord(String word) {
        if (!acceptWord(word)) {
            throw unexpected(word.toUpperCase(Locale.ROOT));
        }
    }

    void expectOneOf(String expected, String... words) {
        for (String word : words) {
            if (acceptWord(word)) {
                return;
            }
        }
        throw unexpected(expected);
    }

    void expectSign(String sign) {
        if (!acceptSign(sign)) {
            throw unexpected('"' + sign + '"');
        }
    }

    /** Ends a list after the last value without a comma. */
    void expectEndOfList() {
        if (!acceptSign(")")) {
            throw unexpected("\",\" or \")\"");
        }
    }

    /** Reads a name that may also be a keyword, as behind a point or AS. */
    String anyName(String expected) {
        if (!next().isName()) {
            throw unexpected(expected);
        }
        return take().text();
    }

    /** Reads a name that is not a keyword, unless quoted. */
    String name(String expected) {
        if (Keywords.isReserved(next())) {
            throw unexpected(expected);
        }
        return anyName(expected);
    }

    String shown(Token token) {
        return token.shown(text);
    }

    SqlException unexpected(String expected) {
        return unexpected(expected, hint());
    }

    SqlException unexpected(String expected, String hint) {
        return error(
                "Expected " + expected + ", but found " + shown(next()) + "." + (hint.isEmpty() ? "" : " " + hint));
    }

    private String hint() {
        Token found = next();
        if (found.isSign("`")) {
            return "Names are written without quotes or in double quotes.";
        }
        if (found.kind() == Token.Kind.QUOTED_NAME) {
            return "Double quotes are for names. Put text between single quotes.";
        }
        return Keywords.isTakenForAName(found, next(1))
                ? "Write \"" + found.text() + "\" in double quotes if it is a name."
                : "";
    }

    SqlException error(String message) {
        return error(next(), message);
    }

    static SqlException error(Token token, String message) {
        return new SqlException(SqlState.SYNTAX_ERROR, token.position(), message);
    }

    static SqlException unsupported(Token token, String message) {
        return new SqlException(SqlState.NOT_SUPPORTED, token.position(), message);
    }
}
