package dev.aimonflink.gateway.security;

import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Who may connect, and how much.
 *
 * @param hiddenColumns that the user does not see
 */
public record User(
        String name,
        ScramVerifier verifier,
        OptionalInt maxConnections,
        OptionalInt maxQueries,
        OptionalLong maxRows,
        OptionalLong maxTimeMs,
        Set<String> hiddenColumns) {
    /** Without limits of his own. */
    public User(String name, ScramVerifier verifier) {
        this(
                name,
                verifier,
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Set.of());
    }

    /** Whether everybody is let in who says this name. */
    public boolean isTrusted() {
        return verifier == null;
    }
}
