package dev.aimonflink.gateway.catalog;

import dev.aimonflink.gateway.relation.Relation;
import dev.aimonflink.gateway.relation.Relations.RowFunction;
import dev.aimonflink.sql.type.PgColumn;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What the catalogs describe. The numbers of its parts depend on their order alone.
 *
 * @param users the first owns everything
 * @param tables that are asked elsewhere
 * @param relations whose rows the gateway has
 * @param settings computed when a statement reads them
 * @param activity the rows of {@code pg_stat_activity}, each by the names of those columns that {@code facts.txt} lists; computed when a
 *     statement reads them
 */
public record Catalogued(
        String database,
        List<String> users,
        List<Schema> schemas,
        List<Table> tables,
        List<Routine> routines,
        List<Relation> relations,
        Supplier<List<Setting>> settings,
        Supplier<List<Map<String, Object>>> activity) {

    public Catalogued {
        users = List.copyOf(users);
        schemas = List.copyOf(schemas);
        tables = List.copyOf(tables);
        routines = List.copyOf(routines);
        relations = List.copyOf(relations);
    }

    /** @param comment null if there is none */
    public record Schema(String name, String comment) {}

    /**
     * A table.
     *
     * @param kind {@code r} for a table, {@code v} for a view
     * @param comment null if there is none
     * @param key the columns of the primary key; empty if there is none
     */
    public record Table(
            String schema, String name, char kind, String comment, List<Column> columns, List<String> key) {}

    /** @param comment null if there is none */
    public record Column(PgColumn column, boolean isNullable, String comment) {
        String name() {
            return column.name();
        }
    }

    /**
     * A function that returns rows.
     *
     * @param defaults of its arguments as they are written, one for each; null for those that have none
     * @param comment null if there is none
     */
    public record Routine(String schema, String name, RowFunction function, List<String> defaults, String comment) {}

    /** @param unit null if it has none */
    public record Setting(String name, String value, String unit, String category, String description) {}
}
