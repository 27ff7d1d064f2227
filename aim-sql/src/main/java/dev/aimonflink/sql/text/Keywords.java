package dev.aimonflink.sql.text;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The words that mean something by themselves. */
final class Keywords {
    /** Words that are names only in quotes. */
    private static final Set<String> RESERVED = words("""
            all and any array as asc between both case cast check collate column constraint create cross
            default desc distinct do else end except false fetch for foreign from full grant group having
            ilike in inner intersect into is isnull join lateral leading left like limit natural not
            notnull null offset on only or order outer primary references right select similar some
            symmetric table tablesample then to trailing true union unique user using when where window with
            """);

    /** Begin a part of a query, and thus end the one before. */
    private static final Set<String> CLAUSES = words("""
            from where having limit offset fetch union intersect except window into for on using
            join inner left right full cross natural
            """);

    private static final Set<String> TAKEN_FOR_NAMES = words("""
            order group user table column desc asc default check references primary foreign unique
            constraint window grant
            """);

    /** Words that are often misspelled, between a query's values and names. */
    static final List<String> OFTEN_MISSPELLED = List.of(
            "from",
            "where",
            "group",
            "having",
            "order",
            "limit",
            "offset",
            "fetch",
            "union",
            "intersect",
            "except",
            "join",
            "inner",
            "left",
            "right",
            "full",
            "cross",
            "using",
            "and",
            "between",
            "like",
            "ilike",
            "asc",
            "desc",
            "nulls");

    /** Shorter words are as close to one keyword as to another. */
    private static final int MIN_MISSPELLED_LETTERS = 3;

    private Keywords() {}

    private static Set<String> words(String list) {
        return Set.of(list.strip().split("\\s+"));
    }

    static boolean isReserved(String word) {
        return RESERVED.contains(word);
    }

    static boolean isReserved(Token token) {
        return token.kind() == Token.Kind.WORD && RESERVED.contains(token.text());
    }

    static boolean beginsClause(Token token, Token behind) {
        if (token.isWord("group") || token.isWord("order")) {
            return behind.isWord("by");
        }
        return token.kind() == Token.Kind.WORD && CLAUSES.contains(token.text()) && !isFunctionAndJoin(token, behind);
    }

    /** LEFT and RIGHT are words of a join, and functions, too. */
    static boolean isFunctionAndJoin(Token token, Token behind) {
        return (token.isWord("left") || token.isWord("right")) && behind.isSign("(");
    }

    static boolean isTakenForAName(Token token, Token behind) {
        return token.kind() == Token.Kind.WORD && TAKEN_FOR_NAMES.contains(token.text()) && !behind.isWord("by");
    }

    /** A sentence with the keywords that a word may be meant for, or empty. */
    static String meant(Token token, List<String> words) {
        if (token.kind() != Token.Kind.WORD
                || token.text().length() < MIN_MISSPELLED_LETTERS
                || RESERVED.contains(token.text())
                || words.contains(token.text())) {
            return "";
        }
        return Spelling.closest(token.text(), words)
                .map(word -> "Did you mean " + word.toUpperCase(Locale.ROOT) + "?")
                .orElse("");
    }
}
