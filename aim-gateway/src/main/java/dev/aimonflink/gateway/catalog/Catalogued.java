package dev.aimonflink.gateway.catalog;

import dev.aimonflink.gateway.relation.Relation;
import dev.aimonflink.gateway.relation.Relations.RowFunction;
import dev.aimonflink.sql.type.PgColumn;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What the catalogs describe. The numbers of its parts depend only on their order.
 *
 * @param users the first owns everything
 * @param tables answered elsewhere
 * @param relations with rows in the gateway
 * @param settings computed when a statement reads them
 * @param activity the rows of {@code pg_stat_activity}, each by the columns that {@code facts.txt} lists; computed when a statement reads
 *     them
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

    /** @param comment may be null */
    public record Schema(String name, String comment) {}

    /**
     * @param kind {@code r} for a table, {@code v} for a view
     * @param comment may be null
     */
    public record Table(
            String schema, String name, char kind, String comment, List<Column> columns, List<String> key) {}

    public record Column(PgColumn column, boolean isNullable, String comment) {
        String name() {
            return column.name();
        }
    }

    /**
     * @param defaults one for each argument, as written; null for none
     * @param comment may be null
     */
    public record Routine(String schema, String name, RowFunction function, List<String> defaults, String comment) {}

    /** @param unit may be null */
    public record Setting(String name, String value, String unit, String category, String description) {}
}
