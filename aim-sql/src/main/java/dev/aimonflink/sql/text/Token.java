package dev.aimonflink.sql.text;

/**
 * A word, value or sign of a text.
 *
 * @param text the meaning: a name in lower case unless quoted, a string without quotes and escapes
 * @param end behind its last character
 */
public record Token(Kind kind, String text, int position, int end) {
    /** A string can be as long as the text; a message should not be. */
    private static final int MAX_SHOWN_CHARACTERS = 64;

    public enum Kind {
        WORD,
        /** Never a keyword. */
        QUOTED_NAME,
        STRING,
        NUMBER,
        /** {@code $1}; the text is the number. */
        PARAMETER,
        /** An operator or a punctuation mark. */
        SIGN,
        END
    }

    /** Whether it can be a name, though it may be a keyword. */
    public boolean isName() {
        return kind == Kind.WORD || kind == Kind.QUOTED_NAME;
    }

    public boolean isWord(String word) {
        return kind == Kind.WORD && text.equals(word);
    }

    public boolean isSign(String sign) {
        return kind == Kind.SIGN && text.equals(sign);
    }

    /** As shown in error messages. */
    String shown(String source) {
        return kind == Kind.END
                ? "the end of the text"
                : '"' + Spelling.shortened(source.substring(position, end), MAX_SHOWN_CHARACTERS) + '"';
    }
}
