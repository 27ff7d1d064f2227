package dev.aimonflink.sql.text;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits a text into tokens by PostgreSQL's rules: names fold to lower case unless quoted, {@code ''} in a string is a quote, {@code E'..'}
 * has backslash escapes, {@code $$..$$} none, and comments nest.
 */
public final class Lexer {
    private static final String OPERATOR_CHARACTERS = "+-*/<>=~!@#%^&|`?";

    /** An operator of several characters ends in + or - only if it contains one of these. */
    private static final String UNUSUAL_OPERATOR_CHARACTERS = "~!@#%^&|`?";

    private static final int MAX_OPERATOR_CHARACTERS = 63;

    private static final String PUNCTUATION = "(),;[].";

    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private int at;

    /** Where the last token begins. */
    private int begin;

    /** Whether the text ends within a string, a quoted name or a comment. */
    private boolean hasNoEnd;

    private Lexer(String text) {
        this.text = text;
    }

    /** The last token is the end. */
    public static List<Token> tokens(String text) {
        if (text.length() > SqlLimits.MAX_CHARACTERS) {
            throw new SqlException(
                    SqlState.TOO_COMPLEX,
                    0,
                    "The text has " + text.length() + " characters; at most " + SqlLimits.MAX_CHARACTERS
                            + " are allowed. Write it shorter.");
        }
        Lexer lexer = new Lexer(text);
        lexer.split();
        return lexer.tokens;
    }

    /** Splits a text of any length, up to what cannot be read. Returns the reason, or null if everything can. */
    static SqlException split(String text, List<Token> into) {
        return new Lexer(text).split(into, false);
    }

    /**
     * Splits a text of any length, with a word for each unreadable token. Returns the error if the text ends within a string, a quoted name
     * or a comment; else null.
     */
    public static SqlException splitAnyway(String text, List<Token> into) {
        return new Lexer(text).split(into, true);
    }

    private SqlException split(List<Token> into, boolean goesOn) {
        SqlException failure;
        do {
            failure = splitOrFail();
        } while (failure != null && goesOn && skipUnreadable());
        into.addAll(tokens);
        return failure;
    }

    private SqlException splitOrFail() {
        try {
            split();
            return null;
        } catch (SqlException notRead) {
            return notRead;
        }
    }

    /** Puts a word in place of what cannot be read; returns false if that has no end. */
    private boolean skipUnreadable() {
        if (!hasNoEnd && isEscapedString(begin)) {
            skipToQuote();
        }
        if (hasNoEnd) {
            return false;
        }
        at = Math.max(at, begin + 1);
        add(Token.Kind.WORD, text.substring(begin, at), begin);
        return true;
    }

    private void skipToQuote() {
        while (at < text.length() && text.charAt(at) != '\'') {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        hasNoEnd = at >= text.length();
        at = Math.min(at + 1, text.length());
    }

    /** Whether a token separates or encloses others, and is not an operator. */
    static boolean isPunctuation(Token token) {
        return token.text().length() == 1 && PUNCTUATION.contains(token.text());
    }

    private void split() {
        while (true) {
            skipSpaceAndComments();
            if (at == text.length()) {
                add(Token.Kind.END, "", at);
                return;
            }
            next();
        }
    }

    private void next() {
        final int start = at;
        begin = start;
        final char c = text.charAt(at);
        if (isEscapedString(start)) {
            at++;
            add(Token.Kind.STRING, escapedString(start), start);
        } else if (isNameStart(c)) {
            skipName();
            add(Token.Kind.WORD, Letters.lower(text.substring(start, at)), start);
        } else if (c == '"') {
            add(Token.Kind.QUOTED_NAME, quotedName(start), start);
        } else if (c == '\'') {
            add(Token.Kind.STRING, quoted('\'', start, "string"), start);
        } else if (isDigit(c) || (c == '.' && isDigit(peek(1)))) {
            skipNumber(start);
            add(Token.Kind.NUMBER, text.substring(start, at), start);
        } else if (c == '$') {
            parameterOrDollarString(start);
        } else if (c == ':' && peek(1) == ':') {
            at += 2;
            add(Token.Kind.SIGN, "::", start);
        } else if (PUNCTUATION.indexOf(c) >= 0) {
            at++;
            add(Token.Kind.SIGN, String.valueOf(c), start);
        } else if (OPERATOR_CHARACTERS.indexOf(c) >= 0) {
            operator(start);
        } else {
            throw unknownCharacter(start, text.codePointAt(start));
        }
    }

    private boolean isEscapedString(int start) {
        return text.startsWith("e'", start) || text.startsWith("E'", start);
    }

    private SqlException unknownCharacter(int start, int character) {
        boolean isVisible = !Character.isSpaceChar(character)
                && !Character.isISOControl(character)
                && Character.getType(character) != Character.FORMAT;
        return isVisible
                ? syntaxError(
                        start,
                        "The character \"" + Character.toString(character)
                                + "\" begins nothing that is known here. Put text between single quotes.")
                : syntaxError(
                        start,
                        "The text has the character U+%04X, which is not seen. Write a space instead."
                                .formatted(character));
    }

    private void add(Token.Kind kind, String meaning, int start) {
        tokens.add(new Token(kind, meaning, start, at));
    }

    private char peek(int ahead) {
        return at + ahead < text.length() ? text.charAt(at + ahead) : '\0';
    }

    private void skipSpaceAndComments() {
        while (at < text.length()) {
            if (Character.isWhitespace(text.charAt(at))) {
                at++;
            } else if (text.startsWith("--", at)) {
                while (at < text.length() && text.charAt(at) != '\n') {
                    at++;
                }
            } else if (text.startsWith("/*", at)) {
                skipComment();
            } else {
                return;
            }
        }
    }

    private void skipComment() {
        final int start = at;
        int depth = 0;
        do {
            if (text.startsWith("/*", at)) {
                depth++;
                at += 2;
            } else if (text.startsWith("*/", at)) {
                depth--;
                at += 2;
            } else if (at < text.length()) {
                at++;
            } else {
                throw noEnd(start, "comment", "*/");
            }
        } while (depth > 0);
    }

    private void skipName() {
        while (at < text.length()
                && (isNameStart(text.charAt(at)) || isDigit(text.charAt(at)) || text.charAt(at) == '$')) {
            at++;
        }
    }

    private static boolean isNameStart(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c >= 0x80 && Character.isLetter(c));
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private String quotedName(int start) {
        String name = quoted('"', start, "name");
        if (name.isEmpty()) {
            throw syntaxError(
                    start, "A name in double quotes is empty. Write the name, or single quotes for a string.");
        }
        return name;
    }

    /** Reads up to the closing quote; two quotes stand for one. */
    private String quoted(char quote, int start, String what) {
        StringBuilder meaning = new StringBuilder();
        at++;
        while (true) {
            final int end = text.indexOf(quote, at);
            if (end < 0) {
                throw noEnd(start, what, String.valueOf(quote));
            }
            meaning.append(text, at, end);
            at = end + 1;
            if (peek(0) != quote) {
                return meaning.toString();
            }
            meaning.append(quote);
            at++;
        }
    }

    private String escapedString(int start) {
        StringBuilder meaning = new StringBuilder();
        at++;
        while (at < text.length()) {
            final char c = text.charAt(at++);
            if (c == '\\') {
                escape(meaning, start);
            } else if (c != '\'') {
                meaning.append(c);
            } else if (peek(0) == '\'') {
                meaning.append(c);
                at++;
            } else {
                return meaning.toString();
            }
        }
        throw noEnd(start, "string", "'");
    }

    private void escape(StringBuilder meaning, int start) {
        if (at == text.length()) {
            throw noEnd(start, "string", "'");
        }
        final char c = text.charAt(at++);
        switch (c) {
            case 'b' -> meaning.append('\b');
            case 'f' -> meaning.append('\f');
            case 'n' -> meaning.append('\n');
            case 'r' -> meaning.append('\r');
            case 't' -> meaning.append('\t');
            case 'x' -> meaning.append((char) digits(16, 1, 2));
            case 'u' -> meaning.appendCodePoint(digits(16, 4, 4));
            case 'U' -> meaning.appendCodePoint(digits(16, 8, 8));
            case '0', '1', '2', '3', '4', '5', '6', '7' -> {
                at--;
                meaning.append((char) digits(8, 1, 3));
            }
            default -> meaning.append(c);
        }
    }

    private int digits(int radix, int fewest, int most) {
        final int start = at;
        long value = 0;
        while (at - start < most && Character.digit(peek(0), radix) >= 0) {
            value = value * radix + Character.digit(peek(0), radix);
            at++;
        }
        if (at - start < fewest || value == 0 || value > Character.MAX_CODE_POINT) {
            throw syntaxError(start, "The escape is no character. Write \\\\ for a backslash.");
        }
        return (int) value;
    }

    private void skipNumber(int start) {
        skipDigits();
        if (peek(0) == '.') {
            at++;
            skipDigits();
        }
        if (peek(0) == 'e' || peek(0) == 'E') {
            final int sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
            if (isDigit(peek(1 + sign))) {
                at += 1 + sign;
                skipDigits();
            }
        }
        if (isNameStart(peek(0))) {
            skipName();
            throw syntaxError(
                    start,
                    "\"" + Spelling.shortened(text.substring(start, at))
                            + "\" is neither a number nor a name. Write a number in decimal digits alone, and put a name"
                            + " that begins with a digit in double quotes.");
        }
    }

    private void skipDigits() {
        while (isDigit(peek(0))) {
            at++;
        }
    }

    private void parameterOrDollarString(int start) {
        at++;
        if (isDigit(peek(0))) {
            skipDigits();
            add(Token.Kind.PARAMETER, text.substring(start + 1, at), start);
            return;
        }
        while (isNameStart(peek(0)) || isDigit(peek(0))) {
            at++;
        }
        if (peek(0) != '$') {
            throw syntaxError(start, "\"$\" begins neither a parameter nor a string. Write $1 or $$text$$.");
        }
        at++;
        final String delimiter = text.substring(start, at);
        final int end = text.indexOf(delimiter, at);
        if (end < 0) {
            throw noEnd(start, "string", delimiter);
        }
        final String meaning = text.substring(at, end);
        at = end + delimiter.length();
        add(Token.Kind.STRING, meaning, start);
    }

    private void operator(int start) {
        while (OPERATOR_CHARACTERS.indexOf(peek(0)) >= 0 && !text.startsWith("--", at) && !text.startsWith("/*", at)) {
            at++;
        }
        // Each character of a longer one could be an operator by itself, which takes long to find out.
        if (at - start > MAX_OPERATOR_CHARACTERS) {
            throw syntaxError(
                    start,
                    "An operator has more than " + MAX_OPERATOR_CHARACTERS
                            + " characters. Put spaces between operators.");
        }
        final boolean isUnusual = isUnusual(start);
        while (at - start > 1 && isSignAtEnd() && !isUnusual) {
            at--;
        }
        final String operator = text.substring(start, at);
        add(Token.Kind.SIGN, operator.equals("!=") ? "<>" : operator, start);
    }

    private boolean isSignAtEnd() {
        return text.charAt(at - 1) == '+' || text.charAt(at - 1) == '-';
    }

    private boolean isUnusual(int start) {
        return text.substring(start, at).chars().anyMatch(c -> UNUSUAL_OPERATOR_CHARACTERS.indexOf(c) >= 0);
    }

    private SqlException noEnd(int start, String what, String end) {
        at = text.length();
        hasNoEnd = true;
        return syntaxError(start, "The " + what + " has no end. Close it with " + end + ".");
    }

    private static SqlException syntaxError(int position, String message) {
        return new SqlException(SqlState.SYNTAX_ERROR, position, message);
    }
}
