package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.text.Statement;
import dev.aimonflink.sql.text.StatementParser;
import dev.aimonflink.sql.type.SqlType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A few tables like those of the benchmark, and one with a column of each type. */
public final class SmallSchema implements Tables {
    private final Map<String, Table> tables = new LinkedHashMap<>();

    public SmallSchema() {
        add(
                "analyticsmatrix",
                Map.of(
                        "total_number_of_calls_this_week", "number_of_calls_this_week",
                        "most_expensive_call_this_week", "most_expensive_cost_this_week"),
                "subscriber_id",
                SqlType.BIGINT,
                "zip",
                SqlType.TEXT,
                "subscription_type",
                SqlType.INTEGER,
                "category",
                SqlType.INTEGER,
                "cellvaluetype",
                SqlType.TEXT,
                "number_of_calls_this_week",
                SqlType.INTEGER,
                "number_of_local_calls_this_week",
                SqlType.INTEGER,
                "total_duration_this_week",
                SqlType.INTEGER,
                "total_duration_of_local_calls_this_week",
                SqlType.INTEGER,
                "longest_duration_this_week",
                SqlType.INTEGER,
                "total_cost_this_week",
                SqlType.numeric(18, 2),
                "total_cost_of_local_calls_this_week",
                SqlType.numeric(18, 2),
                "total_cost_of_long_distance_calls_this_week",
                SqlType.numeric(18, 2),
                "most_expensive_cost_this_week",
                SqlType.numeric(18, 2));
        add(
                "regioninfo",
                Map.of(),
                "zip",
                SqlType.TEXT,
                "city",
                SqlType.TEXT,
                "country",
                SqlType.TEXT,
                "region",
                SqlType.TEXT);
        add("subscriptiontype", Map.of(), "id", SqlType.INTEGER, "type", SqlType.TEXT);
        add("category", Map.of(), "id", SqlType.INTEGER, "category", SqlType.TEXT);
        add(
                "t",
                Map.of("items", "i"),
                "i",
                SqlType.INTEGER,
                "b",
                SqlType.BIGINT,
                "n",
                SqlType.numeric(18, 2),
                "d",
                SqlType.DOUBLE,
                "s",
                SqlType.TEXT,
                "on_",
                SqlType.BOOLEAN,
                "at",
                SqlType.TIMESTAMP,
                "e",
                SqlType.enumeration(List.of("LOW", "HIGH")));
        add("u", Map.of(), "i", SqlType.INTEGER, "s", SqlType.TEXT, "x", SqlType.BIGINT);
    }

    /** @param columns the name and the type of each */
    private void add(String name, Map<String, String> aliases, Object... columns) {
        List<Column> all = new ArrayList<>();
        for (int i = 0; i < columns.length; i += 2) {
            all.add(Column.of((String) columns[i], (SqlType) columns[i + 1], i / 2));
        }
        tables.put(name, new Table(name, List.copyOf(all), aliases));
    }

    @Override
    public Optional<Table> find(String name) {
        return Optional.ofNullable(tables.get(name));
    }

    @Override
    public Collection<String> names() {
        return tables.keySet();
    }

    public PlannedQuery bind(String text) {
        return QueryBinder.bind(((Statement.Ask) StatementParser.parse(text).get(0)).query(), this);
    }
}
