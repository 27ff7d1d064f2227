package dev.aimonflink.clients.query;

import dev.aimonflink.matrix.names.EntityTable;
import dev.aimonflink.matrix.names.EntityTables;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The benchmark's query parameters that are names, each with the table's column that has them. */
public final class NamesOfTables {
    private record Column(String table, String name) {}

    private static final Map<String, Column> COLUMNS = Map.of(
            "country", new Column("RegionInfo", "country"),
            "subscriptionType", new Column("SubscriptionType", "type"),
            "category", new Column("SubscriberCategory", "category"),
            "cellValueType", new Column("CellValueType", "value"));

    private NamesOfTables() {}

    /**
     * The different names that a parameter can have; empty if it is another, or its column is missing.
     *
     * @param tables read if it is such a parameter
     */
    public static List<String> of(String parameter, Supplier<EntityTables> tables) {
        Column column = COLUMNS.get(parameter);
        if (column == null || !tables.get().names().contains(column.table())) {
            return List.of();
        }
        EntityTable table = tables.get().table(column.table());
        int index = table.columns().indexOf(column.name());
        return index < 0 ? List.of() : table.column(index).stream().distinct().toList();
    }
}
