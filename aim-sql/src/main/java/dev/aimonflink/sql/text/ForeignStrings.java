package dev.aimonflink.sql.text;

import java.util.Map;

/** Strings with a letter before the quote that are not supported, each with what to write instead. */
final class ForeignStrings {
    private static final Map<String, String> INSTEAD = Map.of(
            "x", "Write the number in decimal digits.",
            "b", "Write the number in decimal digits.",
            "n", "Leave the N out.",
            "u", "Write E'\\u0041' for such a character.");

    private ForeignStrings() {}

    /** Throws the error of such a string; returns if the next tokens are something else. */
    static void refuse(Tokens tokens) {
        Token letter = tokens.next();
        String instead = INSTEAD.get(letter.text());
        if (letter.kind() != Token.Kind.WORD || instead == null) {
            return;
        }
        boolean isUnicode = letter.isWord("u");
        if (isUnicode && !(tokens.next(1).isSign("&") && tokens.next(1).position() == letter.end())) {
            return;
        }
        Token before = isUnicode ? tokens.next(1) : letter;
        Token string = tokens.next(isUnicode ? 2 : 1);
        if (string.kind() == Token.Kind.STRING && string.position() == before.end()) {
            throw tokens.error("A string that begins with " + Letters.upper(letter.text()) + (isUnicode ? "&" : "")
                    + "' is not supported. " + instead);
        }
    }
}
