package dev.aimonflink.gateway.relation;

import dev.aimonflink.gateway.type.PgColumn;
import dev.aimonflink.gateway.type.PgType;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a statement can name in FROM, besides its own queries. */
public interface Relations {
    /**
     * @param name its parts between dots, folded
     * @return empty if there is none
     */
    Optional<Relation> find(List<String> name);

    /** A function of FROM that is none of the built-in ones; empty if there is none of that name. */
    Optional<RowFunction> function(String name);

    /** The row of a catalog that a text names: {@code 'pg_class'::regclass}. Empty if there is none. */
    Optional<Long> oidOf(PgType type, String written);

    /** The name that stands for a row of a catalog: {@code 1259::regclass::text}. */
    Optional<String> nameOf(PgType type, long oid);

    /** A function that returns rows. */
    interface RowFunction {
        /** Known before it is called. */
        List<PgColumn> columns();

        /** The names of its arguments in their order. */
        List<String> arguments();

        /** @param given by the name of the argument; what is not given has a default. */
        List<Object[]> call(Map<String, Object> given);
    }
}
