package dev.aimonflink.gateway.relation;

import dev.aimonflink.sql.type.OidNames;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgType;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a statement can name in FROM, besides its own queries. */
public interface Relations extends OidNames {
    /**
     * @param name its parts between dots, folded
     * @return empty if there is none
     */
    Optional<Relation> find(List<String> name);

    /** A function of FROM that is none of the built-in ones; empty if there is none of that name. */
    Optional<RowFunction> function(String name);

    /** The names of all of these. */
    default List<String> functions() {
        return List.of();
    }

    /** The row of a catalog that a text names: {@code 'pg_class'::regclass}. Empty if there is none. */
    @Override
    Optional<Long> oidOf(PgType type, String written);

    /** The name that stands for a row of a catalog: {@code 1259::regclass::text}. */
    @Override
    Optional<String> nameOf(PgType type, long oid);

    boolean hasSchema(String name);

    /** The schema of a relation by its number; empty if there is no such relation. */
    default Optional<String> schemaOf(long oid) {
        return Optional.empty();
    }

    /**
     * The comment of a row of a catalog.
     *
     * @param column of a table, from 1 on; 0 for the table itself
     */
    default Optional<String> comment(String catalog, long oid, int column) {
        return Optional.empty();
    }

    /**
     * The definition of a constraint, of an index or of a function.
     *
     * @param column of an index, from 1 on; 0 for all of it
     * @param isPretty whether the schema of a visible table is left out
     */
    default Optional<String> definition(long oid, int column, boolean isPretty) {
        return Optional.empty();
    }

    /** The arguments of a function, as a text. */
    default Optional<String> arguments(long oid, boolean withDefaults) {
        return Optional.empty();
    }

    /** What a function returns, as a text. */
    default Optional<String> result(long oid) {
        return Optional.empty();
    }

    /** A function that returns rows. */
    interface RowFunction {
        /** Known before it is called. */
        List<PgColumn> columns();

        /** Its arguments in their order. */
        List<PgColumn> arguments();

        /** The query that it is; null if it is none. */
        default String text() {
            return null;
        }

        /** @param given by the name of the argument; what is not given has a default. */
        List<Object[]> call(Map<String, Object> given);
    }
}
