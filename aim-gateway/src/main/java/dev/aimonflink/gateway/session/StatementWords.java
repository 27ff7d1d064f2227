package dev.aimonflink.gateway.session;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Statement;
import dev.aimonflink.sql.text.Token;
import java.util.List;
import java.util.Locale;

/** The words of a session statement, read one after the other. */
final class StatementWords {
    private final String text;
    private final List<Token> tokens;
    private final int end;
    private int at;

    StatementWords(Statement.Session statement, String text) {
        this.text = text;
        this.tokens = statement.arguments();
        this.end =
                tokens.isEmpty() ? text.length() : tokens.get(tokens.size() - 1).end();
    }

    boolean isEnd() {
        return at == tokens.size();
    }

    boolean isNext(String word) {
        return !isEnd() && tokens.get(at).isWord(word);
    }

    boolean isNextSign(String sign) {
        return !isEnd() && tokens.get(at).isSign(sign);
    }

    boolean isNextNumber() {
        return !isEnd() && tokens.get(at).kind() == Token.Kind.NUMBER;
    }

    boolean accept(String word) {
        if (isNext(word)) {
            at++;
            return true;
        }
        return false;
    }

    boolean acceptAll(String... words) {
        for (int i = 0; i < words.length; i++) {
            if (at + i >= tokens.size() || !tokens.get(at + i).isWord(words[i])) {
                return false;
            }
        }
        at += words.length;
        return true;
    }

    boolean acceptSign(String sign) {
        if (isNextSign(sign)) {
            at++;
            return true;
        }
        return false;
    }

    void expect(String word) {
        if (!accept(word)) {
            throw unexpected(word.toUpperCase(Locale.ROOT));
        }
    }

    Token take(String expected) {
        if (isEnd()) {
            throw unexpected(expected);
        }
        return tokens.get(at++);
    }

    String name(String expected) {
        if (isEnd() || !tokens.get(at).isName()) {
            throw unexpected(expected);
        }
        return tokens.get(at++).text();
    }

    String dottedName(String expected) {
        StringBuilder name = new StringBuilder(name(expected));
        while (acceptSign(".")) {
            name.append('.').append(name(expected));
        }
        return name.toString();
    }

    /** The text from the next word to the end of the statement. */
    Inner rest() {
        int position = isEnd() ? end : tokens.get(at).position();
        at = tokens.size();
        return new Inner(text.substring(position, end), position);
    }

    /** The content of the next parentheses. */
    Inner inParentheses() {
        if (!isNextSign("(")) {
            throw unexpected("\"(\"");
        }
        int from = tokens.get(at++).end();
        int depth = 1;
        while (true) {
            Token token = take("\")\"");
            depth += token.isSign("(") ? 1 : token.isSign(")") ? -1 : 0;
            if (depth == 0) {
                return new Inner(text.substring(from, token.position()), from);
            }
        }
    }

    /** @param position index of its first character in the text */
    record Inner(String text, int position) {}

    void expectEnd() {
        if (!isEnd()) {
            throw unexpected("the end of the statement");
        }
    }

    SqlException unexpected(String expected) {
        int position = isEnd() ? end : tokens.get(at).position();
        String found = isEnd()
                ? "the end of the text"
                : '"' + text.substring(position, tokens.get(at).end()) + '"';
        return new SqlException(SqlState.SYNTAX_ERROR, position, "Expected " + expected + ", but found " + found + ".");
    }
}
