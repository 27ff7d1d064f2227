package dev.aimonflink.gateway.relation;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;

/** What of a connection the functions of a statement depend on. */
public interface Surroundings {
    String database();

    String user();

    /** When the transaction began. */
    Instant transactionStart();

    Instant statementStart();

    ZoneId zone();

    /** A setting as SHOW would show it; empty if there is none of that name. */
    Optional<String> setting(String name);

    /**
     * Sets a setting, and returns what it is then.
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
     * Ends the statement of another connection, or all of it. Returns whether there is one of this number.
     *
     * @param isConnection whether the connection ends, too
     */
    default boolean end(int processId, boolean isConnection) {
        throw new SqlException(
                SqlState.NOT_SUPPORTED, SqlException.NOWHERE, "Other connections cannot be ended from here.");
    }

    /** The number of the connection's process, as {@code pg_backend_pid()} has it. */
    int processId();
}
