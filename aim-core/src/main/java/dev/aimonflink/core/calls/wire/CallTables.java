package dev.aimonflink.core.calls.wire;

import dev.aimonflink.core.calls.Dimensions;
import dev.aimonflink.core.names.EntityTable;
import dev.aimonflink.core.names.EntityTables;
import java.util.List;
import java.util.function.Function;

/** The dimension tables of the benchmark, as tables of its model. */
public final class CallTables {
    private CallTables() {}

    public static EntityTables of(Dimensions dimensions) {
        return new EntityTables(List.of(
                table(
                        "RegionInfo",
                        List.of("zip", "city", "state", "country", "region"),
                        dimensions.regions(),
                        row -> texts(row.zip(), row.city(), row.state(), row.country(), row.region())),
                table(
                        "SubscriptionType",
                        List.of("id", "type", "cost", "free_minutes", "data_gigabytes"),
                        dimensions.subscriptionTypes(),
                        row -> texts(row.id(), row.type(), row.cost(), row.freeMinutes(), row.dataGigabytes())),
                table(
                        "SubscriberCategory",
                        List.of("id", "category"),
                        dimensions.categories(),
                        row -> texts(row.id(), row.category())),
                table(
                        "CellValueType",
                        List.of("id", "value", "threshold"),
                        dimensions.cellValueTypes(),
                        row -> texts(row.id(), row.value(), row.threshold()))));
    }

    private static <T> EntityTable table(String name, List<String> columns, List<T> rows, Function<T, String[]> cells) {
        return new EntityTable(name, columns, rows.stream().map(cells).toList());
    }

    /** What is unlimited is empty. */
    private static String[] texts(Object... cells) {
        String[] texts = new String[cells.length];
        for (int i = 0; i < cells.length; i++) {
            texts[i] = cells[i] == null ? "" : cells[i].toString();
        }
        return texts;
    }
}
