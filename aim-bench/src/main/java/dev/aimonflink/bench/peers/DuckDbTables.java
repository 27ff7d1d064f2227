package dev.aimonflink.bench.peers;

import dev.aimonflink.bench.world.CallAggregate;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.names.EntityTable;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.matrix.record.EntityRecord;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/**
 * Creates and fills the tables in DuckDB. Counts and durations are INTEGERs and costs BIGINT cents, as in a record; a missing value is
 * NULL. A zip is its row's number, so that all foreign keys are integers, and beside each key are the names that queries look for, as
 * ENUMs.
 */
final class DuckDbTables {
    private static final List<String> KEYS =
            List.of("zip_id", "subscription_type_id", "category_id", "cell_value_type_id");

    private final DuckDBConnection connection;
    private final List<StoredColumn> aggregates;

    private final Map<String, Integer> idOfZip = new HashMap<>();

    DuckDbTables(DuckDBConnection connection, MatrixSchema schema, Collection<String> columns) throws SQLException {
        this.connection = connection;
        aggregates = columns.stream().map(schema::column).toList();
        createDimensions(PresetModels.tables());
    }

    private void createDimensions(EntityTables tables) throws SQLException {
        EntityTable regions = tables.table("RegionInfo");
        regions.column(0).forEach(zip -> idOfZip.put(zip, idOfZip.size()));
        createDimension("region_info", regions, idOfZip::get, regions.columns());
        createNames("city_name", regions, "city");
        createNames("country_name", regions, "country");
        createNames("region_name", regions, "region");
        EntityTable types = tables.table("SubscriptionType");
        createDimension("subscription_type", types, Integer::parseInt, List.of("type"));
        createNames("subscription_type_name", types, "type");
        EntityTable categories = tables.table("SubscriberCategory");
        createDimension("subscriber_category", categories, Integer::parseInt, List.of("category"));
        createNames("category_name", categories, "category");
        EntityTable values = tables.table("CellValueType");
        createDimension("cell_value_type", values, Integer::parseInt, List.of("value"));
        createNames("cell_value_type_name", values, "value");
    }

    private void createDimension(String name, EntityTable table, ToIntFunction<String> ids, List<String> columns)
            throws SQLException {
        execute("CREATE TABLE " + name + "(id INTEGER PRIMARY KEY, "
                + columns.stream().map(column -> column + " VARCHAR").collect(Collectors.joining(", ")) + ")");
        try (DuckDBAppender appender = connection.createAppender(name)) {
            for (int row = 0; row < table.rows(); row++) {
                appender.beginRow().append(ids.applyAsInt(table.cell(row, 0)));
                for (String column : columns) {
                    appender.append(table.cell(row, table.columns().indexOf(column)));
                }
                appender.endRow();
            }
        }
    }

    /** In alphabetical order, which is an ENUM's. */
    private void createNames(String type, EntityTable table, String column) throws SQLException {
        execute("CREATE TYPE " + type + " AS ENUM ("
                + table.column(table.columns().indexOf(column)).stream()
                        .distinct()
                        .sorted()
                        .map(each -> "'" + each.replace("'", "''") + "'")
                        .collect(Collectors.joining(", "))
                + ")");
    }

    /** Appends the rows in order, joins the names, and leaves the database at rest. */
    void load(Stream<EntityRecord> subscribers) throws SQLException {
        execute("CREATE TABLE appended(subscriber_id BIGINT, "
                + aggregates.stream()
                        .map(each -> each.name() + (!each.isInt() ? " BIGINT, " : " INTEGER, "))
                        .collect(Collectors.joining())
                + KEYS.stream().map(key -> key + " INTEGER").collect(Collectors.joining(", ")) + ")");
        try (DuckDBAppender appender = connection.createAppender("appended")) {
            for (EntityRecord each : (Iterable<EntityRecord>) subscribers::iterator) {
                append(appender, each);
            }
        }
        execute("""
                CREATE TABLE analytics_matrix AS
                SELECT appended.*,
                    r.city::city_name AS city,
                    r.country::country_name AS country,
                    r.region::region_name AS region,
                    t.type::subscription_type_name AS subscription_type,
                    c.category::category_name AS category,
                    v.value::cell_value_type_name AS cell_value_type
                FROM appended
                    LEFT JOIN region_info r ON zip_id = r.id
                    LEFT JOIN subscription_type t ON subscription_type_id = t.id
                    LEFT JOIN subscriber_category c ON category_id = c.id
                    LEFT JOIN cell_value_type v ON cell_value_type_id = v.id
                """);
        execute("DROP TABLE appended");
        execute("CHECKPOINT");
        execute("ANALYZE");
    }

    private void append(DuckDBAppender appender, EntityRecord subscriber) throws SQLException {
        appender.beginRow().append(subscriber.id());
        for (StoredColumn aggregate : aggregates) {
            CallAggregate function = CallAggregate.of(aggregate);
            int slot = aggregate.slot();
            if (function.isCost()) {
                long cents = subscriber.longs()[slot];
                appender.append(function.isExtreme() && cents == aggregate.empty() ? null : (Long) cents);
            } else {
                int value = subscriber.ints()[slot];
                appender.append(function.isExtreme() && value == (int) aggregate.empty() ? null : (Integer) value);
            }
        }
        appendKeys(appender, subscriber.attributes());
        appender.endRow();
    }

    private void appendKeys(DuckDBAppender appender, Attributes attributes) throws SQLException {
        if (attributes.isEmpty()) {
            appender.appendNull().appendNull().appendNull().appendNull();
            return;
        }
        appender.append(idOfZip.get((String) attributes.value(0)))
                .append(key(attributes, 1))
                .append(key(attributes, 2))
                .append(key(attributes, 3));
    }

    private static int key(Attributes attributes, int index) {
        return Math.toIntExact((Long) attributes.value(index));
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
