package dev.aimonflink.sql.text;

import dev.aimonflink.sql.SqlException;
import java.util.Map;

/** Operators of other languages and dialects, with PostgreSQL's equivalents. */
final class ForeignSigns {
    private static final Map<String, String> INSTEAD = Map.of(
            "==", "Write = for equal.",
            "&&", "Write AND.",
            "!", "Write NOT.",
            "<=>", "Write IS NOT DISTINCT FROM.",
            "?", "Parameters are written $1, $2 and so on.",
            "`", "Names are written without quotes or in double quotes.",
            "**", "Write ^.",
            "=>", "Arguments have no names. Write their values in order.");

    private ForeignSigns() {}

    /** The error for the next token, which is not an operator here. */
    static SqlException error(Tokens tokens) {
        Token sign = tokens.next();
        String shown = "There is no operator " + sign.text() + ".";
        String instead = INSTEAD.get(sign.text());
        return tokens.error(instead == null ? shown + " Use a comparison or a function." : shown + " " + instead);
    }
}
