package dev.aimonflink.sql.text;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** Operators of the wide grammar only; each becomes LIKE, or PostgreSQL's call. */
final class WideOperators {
    private static final Set<String> LIKE = Set.of("~~", "!~~", "~~*", "!~~*");

    private static final Map<String, String> FUNCTIONS = Map.of(
            "&&", "arrayoverlap",
            "@>", "arraycontains",
            "<@", "arraycontained",
            "&", "int4and",
            "|", "int4or",
            "->", "json_object_field",
            "->>", "json_object_field_text",
            "^@", "starts_with");

    private WideOperators() {}

    /** Whether the next token is one of them, and allowed. */
    static boolean isAt(Tokens tokens) {
        Token token = tokens.next();
        return token.kind() == Token.Kind.SIGN && (LIKE.contains(token.text()) || FUNCTIONS.containsKey(token.text()));
    }

    static Expression applied(String sign, Expression left, Expression right, int position) {
        return LIKE.contains(sign)
                ? new Expression.Like(left, right, null, sign.endsWith("*"), sign.startsWith("!"), position)
                : new Expression.Call(FUNCTIONS.get(sign), List.of(left, right), position);
    }
}
