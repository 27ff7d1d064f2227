package dev.aimonflink.gateway.session;

import dev.aimonflink.sql.SqlState;
import java.util.HashMap;
import java.util.Map;

/** The statements that a client has prepared, by the protocol or by PREPARE. */
final class Statements {
    /** Drivers keep some hundred. */
    static final int MAX_STATEMENTS = 10_000;

    private final Map<String, Prepared> byName = new HashMap<>();

    /** The one without a name is replaced by the next one. */
    void add(String name, Prepared prepared) {
        if (!name.isEmpty() && byName.containsKey(name)) {
            throw Failure.of(SqlState.DUPLICATE_STATEMENT, "prepared statement \"" + name + "\" already exists");
        }
        if (byName.size() >= MAX_STATEMENTS) {
            throw Failure.of(
                    SqlState.LIMIT_EXCEEDED,
                    "the connection has more than " + MAX_STATEMENTS
                            + " prepared statements. Deallocate some of them.");
        }
        byName.put(name, prepared);
    }

    Prepared find(String name) {
        Prepared prepared = byName.get(name);
        if (prepared == null) {
            throw Failure.of(
                    SqlState.UNDEFINED_STATEMENT,
                    name.isEmpty()
                            ? "unnamed prepared statement does not exist"
                            : "prepared statement \"" + name + "\" does not exist");
        }
        return prepared;
    }

    void close(String name) {
        byName.remove(name);
    }

    void closeAll() {
        byName.clear();
    }
}
