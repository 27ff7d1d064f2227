package dev.aimonflink.gateway.session;

import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgType;
import java.util.List;

/** An understood statement, which can be described before it runs. */
interface Planned {
    /** The types of {@code $1} and so on. */
    List<PgType> parameters();

    /** Null if it returns no rows. */
    List<PgColumn> columns();

    /** @param values of its parameters, represented as {@link PgType} says */
    ResultRows run(List<Object> values);

    /** Whether a failed transaction runs it, to come to an end. */
    default boolean endsTransaction() {
        return false;
    }
}
