package dev.aimonflink.gateway.security;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Who may connect, and how much they may do.
 *
 * @param hiddenColumns that the user does not see
 * @param seesStatements whether the user may see what others ask
 * @param may what over HTTP; PostgreSQL's protocol only asks and exports
 */
public record User(
        String name,
        ScramVerifier verifier,
        OptionalInt maxConnections,
        OptionalInt maxQueries,
        OptionalLong maxRows,
        OptionalLong maxTimeMs,
        Set<String> hiddenColumns,
        boolean seesStatements,
        Set<Permission> may) {
    /** Without individual limits; who needs no password may all. */
    public User(String name, ScramVerifier verifier) {
        this(
                name,
                verifier,
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Set.of(),
                false,
                verifier == null ? Permission.all() : Set.of(Permission.ASK));
    }

    /** Who may do no more than is given. */
    User limitedTo(Set<Permission> given) {
        return new User(
                name,
                verifier,
                maxConnections,
                maxQueries,
                maxRows,
                maxTimeMs,
                hiddenColumns,
                seesStatements,
                may.stream().filter(given::contains).collect(Collectors.toUnmodifiableSet()));
    }

    /** @throws SqlException if the user may not */
    public void require(Permission needed) {
        if (!may.contains(needed)) {
            throw new SqlException(
                    SqlState.INSUFFICIENT_PRIVILEGE,
                    SqlException.NOWHERE,
                    "This needs the permission \"" + needed.label()
                            + "\". Ask the person who runs the gateway for a user or token with --may " + needed.label()
                            + ".");
        }
    }

    /** @throws SqlException if columns are hidden from the user, which an answer may have */
    public void requireAllColumns() {
        if (!hiddenColumns.isEmpty()) {
            throw new SqlException(
                    SqlState.INSUFFICIENT_PRIVILEGE,
                    SqlException.NOWHERE,
                    "Columns are hidden from the user, and this may show them. Ask POST /v1/sql instead.");
        }
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
