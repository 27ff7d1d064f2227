package dev.aimonflink.gateway.security;

import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Who may connect, and how much they may do.
 *
 * @param hiddenColumns that the user does not see
 * @param seesStatements whether the user may see what others ask
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
    /** Without individual limits. */
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

    /** Whether the user sees what others ask: if names need no password, hiding it is pointless; and a text names columns. */
    public boolean isShownStatements() {
        return hiddenColumns.isEmpty() && (isTrusted() || seesStatements);
    }

    /** Whether everybody who says this name is let in. */
    public boolean isTrusted() {
        return verifier == null;
    }
}
