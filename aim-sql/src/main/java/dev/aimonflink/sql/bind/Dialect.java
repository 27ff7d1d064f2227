package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.text.TypeName;
import dev.aimonflink.sql.type.SqlType;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** What texts can have beyond what the engine knows. Bound to whoever runs them: plans with its functions go nowhere else. */
public interface Dialect {
    Dialect PLAIN = new Dialect() {};

    Dialect ZONED = new Dialect() {
        @Override
        public boolean hasZone() {
            return true;
        }
    };

    /** Whether values can be rows, and types are those of a catalog. */
    default boolean hasRows() {
        return false;
    }

    /** Whether times without a zone are in the asker's; else they are UTC. */
    default boolean hasZone() {
        return false;
    }

    /** The declared type of a parameter, or {@code UNKNOWN}. */
    default SqlType parameter(int number) {
        return SqlType.UNKNOWN;
    }

    /** Whether parameters have these types from the start. Otherwise each takes the first type that it meets, and only a text the declared one. */
    default boolean areParametersTyped() {
        return false;
    }

    /** A type that the engine does not know by itself, or empty. */
    default Optional<SqlType> type(TypeName written) {
        return Optional.empty();
    }

    default List<Declared> functions(String name, List<SqlType> given) {
        return List.of();
    }

    /** What to say of a missing function; empty to list those that the engine knows. */
    default Optional<String> hint(String function, Collection<String> known) {
        return Optional.empty();
    }

    /** How values of one type become another's, if the values alone do not determine it. */
    default Optional<Declared> cast(SqlType from, SqlType to) {
        return Optional.empty();
    }
}
