package dev.aimonflink.gateway.relation;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;

/** What a statement's functions use of a connection. */
public interface Surroundings {
    String database();

    String user();

    Instant transactionStart();

    Instant statementStart();

    ZoneId zone();

    /** As SHOW would show it. */
    Optional<String> setting(String name);

    /**
     * Sets a setting, and returns its new value.
     *
     * @param isLocal whether it ends with the transaction
     */
    default String set(String name, String value, boolean isLocal) {
        throw new SqlException(
                SqlState.NOT_SUPPORTED, SqlException.NOWHERE, "set_config() cannot be called here. Write SET.");
    }

    /** Waits, no longer than the statement may run. */
    default void sleep(Duration time) {
        throw new SqlException(SqlState.NOT_SUPPORTED, SqlException.NOWHERE, "pg_sleep() cannot be called here.");
    }

    /**
     * Ends another connection's statement, or all of it; returns whether there is one of this number.
     *
     * @param isConnection whether the connection ends, too
     */
    default boolean end(int processId, boolean isConnection) {
        throw new SqlException(
                SqlState.NOT_SUPPORTED, SqlException.NOWHERE, "Other connections cannot be ended from here.");
    }

    /** The connection's process number, as in {@code pg_backend_pid()}. */
    int processId();
}
