package dev.aimonflink.gateway.security;

import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Who may connect, and how much.
 *
 * @param hiddenColumns that the user does not see
 * @param seesStatements whether the user may be shown what others ask
 */
public record User(
        String name,
        ScramVerifier verifier,
        OptionalInt maxConnections,
        OptionalInt maxQueries,
        OptionalLong maxRows,
        OptionalLong maxTimeMs,
        Set<String> hiddenColumns,
        boolean seesStatements) {
    /** Without limits of his own. */
    public User(String name, ScramVerifier verifier) {
        this(
                name,
                verifier,
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Set.of(),
                false);
    }

    /** Whether the user is shown what others ask: where names need no password, that hides nothing; and a text names columns. */
    public boolean isShownStatements() {
        return hiddenColumns.isEmpty() && (isTrusted() || seesStatements);
    }

    /** Whether everybody is let in who says this name. */
    public boolean isTrusted() {
        return verifier == null;
    }
}
