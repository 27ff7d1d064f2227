package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.text.TypeName;
import dev.aimonflink.sql.type.SqlType;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** What texts can have beyond what the engine knows by itself. It belongs to whoever runs them: no plan with functions of it goes elsewhere. */
public interface Dialect {
    /** Nothing more. */
    Dialect PLAIN = new Dialect() {};

    /** Nothing but a zone. */
    Dialect ZONED = new Dialect() {
        @Override
        public boolean hasZone() {
            return true;
        }
    };

    /** Whether values can also be rows, and the types of values are those of a catalog. */
    default boolean hasRows() {
        return false;
    }

    /** Whether times without a zone are those of a clock where who asks is; else they are of UTC. */
    default boolean hasZone() {
        return false;
    }

    /** The type of a parameter, as whoever gives its value says; {@code UNKNOWN} if nobody does. */
    default SqlType parameter(int number) {
        return SqlType.UNKNOWN;
    }

    /** Whether parameters have these types from the start. Else each has that of what it meets first; only a text has the one that is said. */
    default boolean areParametersTyped() {
        return false;
    }

    /** A type by its name; empty if it is none but those that the engine knows. */
    default Optional<SqlType> type(TypeName written) {
        return Optional.empty();
    }

    /** The functions of a name for arguments of some types, the best one first. */
    default List<Declared> functions(String name, List<SqlType> given) {
        return List.of();
    }

    /** What to say of a function that is not there; empty to list those that the engine knows. */
    default Optional<String> hint(String function, Collection<String> known) {
        return Optional.empty();
    }

    /** How values of one type become those of another, if that is not told by the values alone. */
    default Optional<Declared> cast(SqlType from, SqlType to) {
        return Optional.empty();
    }
}
