package dev.aimonflink.sql.text;

import dev.aimonflink.sql.SqlException;
import java.util.List;
import java.util.Set;

/**
 * Tracks how far a query has been read, for the message where it does not continue: a misspelled keyword is first taken for an alias, and
 * only what follows does not fit.
 */
final class Clauses {
    private static final Set<String> LISTS = Set.of("SELECT", "FROM", "GROUP BY", "ORDER BY", "VALUES");
    private static final Set<String> CONDITIONS = Set.of("WHERE", "HAVING");
    private static final Set<String> IN_ORDER =
            Set.of("from", "where", "group", "having", "order", "limit", "offset", "fetch");

    private final Tokens tokens;
    private String last = "";
    private int aliasIndex = -1;

    Clauses(Tokens tokens) {
        this.tokens = tokens;
    }

    void end(String clause) {
        last = clause;
    }

    /** An alias without AS, or null. */
    String bareAlias() {
        Token token = tokens.next();
        if (!token.isName() || Keywords.isReserved(token)) {
            return null;
        }
        aliasIndex = tokens.index();
        return tokens.take().text();
    }

    /** The error of a join that does not continue. */
    SqlException misplacedInJoin(String expected, List<String> words) {
        SqlException misspelled = misspelledAlias(words);
        return misspelled == null ? tokens.unexpected(expected) : misspelled;
    }

    /** The error if what was taken for an alias may be a keyword, else null. */
    private SqlException misspelledAlias(List<String> words) {
        if (aliasIndex < 0 || aliasIndex != tokens.index() - 1) {
            return null;
        }
        Token alias = tokens.at(aliasIndex);
        String meant = Keywords.meant(alias, words);
        return meant.isEmpty()
                ? null
                : Tokens.error(
                        alias, tokens.shown(alias) + " is read as an alias, but what follows does not fit. " + meant);
    }

    /** The error of a token that neither continues nor ends the query. */
    SqlException misplaced(String expected) {
        SqlException misspelled = misspelledAlias(Keywords.OFTEN_MISSPELLED);
        if (misspelled != null) {
            return misspelled;
        }
        Token found = tokens.next();
        if (Keywords.beginsClause(found, tokens.next(1)) && IN_ORDER.contains(found.text())) {
            return tokens.unexpected(
                    expected,
                    "The order is SELECT, FROM, WHERE, GROUP BY, HAVING, ORDER BY, LIMIT, OFFSET, each of them once.");
        }
        String meant = Keywords.meant(found, Keywords.OFTEN_MISSPELLED);
        return meant.isEmpty() ? unexpected(expected, found) : tokens.unexpected(expected, meant);
    }

    private SqlException unexpected(String expected, Token found) {
        if (Keywords.isReserved(found) && !Keywords.beginsClause(found, tokens.next(1)) && last.equals("SELECT")) {
            return tokens.unexpected(expected, "Write AS " + found.text() + " if it is an alias.");
        }
        if (!mayBeginValue(found)) {
            return tokens.unexpected(expected);
        }
        if (CONDITIONS.contains(last)) {
            return tokens.unexpected(expected, "Put AND or OR before it if it belongs to the condition.");
        }
        return LISTS.contains(last)
                ? tokens.unexpected(expected, "Put a comma before it if it belongs to the list of " + last + ".")
                : tokens.unexpected(expected);
    }

    private static boolean mayBeginValue(Token token) {
        return switch (token.kind()) {
                    case WORD, QUOTED_NAME, NUMBER, STRING, PARAMETER -> true;
                    case SIGN -> token.isSign("(");
                    case END -> false;
                }
                && !Keywords.isReserved(token);
    }
}
