package dev.aimonflink.gateway.relation;

import dev.aimonflink.sql.type.OidNames;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgType;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a statement can name in FROM, besides its own queries. */
public interface Relations extends OidNames {
    /** @param name its parts between dots, folded */
    Optional<Relation> find(List<String> name);

    /** A function of FROM that is not built in. */
    Optional<RowFunction> function(String name);

    default List<String> functions() {
        return List.of();
    }

    /** The row of a catalog that a text names: {@code 'pg_class'::regclass}. */
    @Override
    Optional<Long> oidOf(PgType type, String written);

    /** The name that stands for a row of a catalog: {@code 1259::regclass::text}. */
    @Override
    Optional<String> nameOf(PgType type, long oid);

    boolean hasSchema(String name);

    default Optional<String> schemaOf(long oid) {
        return Optional.empty();
    }

    /** @param column of a table, from 1 on; 0 for the table itself */
    default Optional<String> comment(String catalog, long oid, int column) {
        return Optional.empty();
    }

    /**
     * The definition of a constraint, index or function.
     *
     * @param column of an index, from 1 on; 0 for all of it
     * @param isPretty whether to omit the schema of a visible table
     */
    default Optional<String> definition(long oid, int column, boolean isPretty) {
        return Optional.empty();
    }

    /** As a text. */
    default Optional<String> arguments(long oid, boolean withDefaults) {
        return Optional.empty();
    }

    /** As a text. */
    default Optional<String> result(long oid) {
        return Optional.empty();
    }

    interface RowFunction {
        /** Known before it is called. */
        List<PgColumn> columns();

        /** In order. */
        List<PgColumn> arguments();

        /** The query that it is, or null. */
        default String text() {
            return null;
        }

        /** @param given by argument name; others have defaults */
        List<Object[]> call(Map<String, Object> given);
    }
}
