package dev.aimonflink.bench.peers;

import dev.aimonflink.core.calls.CallAggregate;
import dev.aimonflink.core.calls.CallModel;
import dev.aimonflink.core.calls.Dimensions;
import dev.aimonflink.core.calls.Dimensions.RegionInfo;
import dev.aimonflink.core.calls.Profile;
import dev.aimonflink.core.calls.wire.DimensionTables;
import dev.aimonflink.core.layout.MatrixSchema;
import dev.aimonflink.core.layout.StoredColumn;
import dev.aimonflink.core.record.EntityRecord;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.duckdb.DuckDBAppender;

/**
 * Creates and fills the tables in DuckDB. Counts and durations are INTEGERs and costs BIGINT cents, as in a record; a missing
 * value is NULL. A zip is the number of its row, so that all foreign keys are integers, and beside each key are the names
 * that queries look for, as ENUMs.
 */
final class DuckDbTables {
    private static final List<String> KEYS =
            List.of("zip_id", "subscription_type_id", "category_id", "cell_value_type_id");

    private final DuckDb database;
    private final List<StoredColumn> aggregates;

    private final Map<String, Integer> idOfZip = new HashMap<>();

    /** @param columns those that queries scan */
    DuckDbTables(DuckDb database, MatrixSchema schema, Collection<String> columns) throws SQLException {
        this.database = database;
        aggregates = columns.stream().map(schema::column).toList();
        createDimensions(DimensionTables.defaults());
    }

    private void createDimensions(Dimensions dimensions) throws SQLException {
        List<RegionInfo> regions = dimensions.regions();
        for (RegionInfo region : regions) {
            idOfZip.put(region.zip(), idOfZip.size());
        }
        createDimension(
                "region_info",
                List.of("zip", "city", "state", "country", "region"),
                regions.stream()
                        .map(row -> List.<Object>of(
                                idOfZip.get(row.zip()),
                                row.zip(),
                                row.city(),
                                row.state(),
                                row.country(),
                                row.region())));
        createDimension(
                "subscription_type",
                List.of("type"),
                dimensions.subscriptionTypes().stream().map(row -> List.<Object>of(row.id(), row.type())));
        createDimension(
                "subscriber_category",
                List.of("category"),
                dimensions.categories().stream().map(row -> List.<Object>of(row.id(), row.category())));
        createDimension(
                "cell_value_type",
                List.of("value"),
                dimensions.cellValueTypes().stream().map(row -> List.<Object>of(row.id(), row.value())));
        createNames("city_name", regions, RegionInfo::city);
        createNames("country_name", regions, RegionInfo::country);
        createNames("region_name", regions, RegionInfo::region);
        createNames("subscription_type_name", dimensions.subscriptionTypes(), Dimensions.SubscriptionType::type);
        createNames("category_name", dimensions.categories(), Dimensions.SubscriberCategory::category);
        createNames("cell_value_type_name", dimensions.cellValueTypes(), Dimensions.CellValueType::value);
    }

    private void createDimension(String table, List<String> columns, Stream<List<Object>> rows) throws SQLException {
        execute("CREATE TABLE " + table + "(id INTEGER PRIMARY KEY, "
                + columns.stream().map(column -> column + " VARCHAR").collect(Collectors.joining(", ")) + ")");
        try (DuckDBAppender appender = database.connection.createAppender(table)) {
            for (List<Object> row : rows.toList()) {
                appender.beginRow().append((int) row.get(0));
                for (Object name : row.subList(1, row.size())) {
                    appender.append((String) name);
                }
                appender.endRow();
            }
        }
    }

    /** In alphabetical order, which is an ENUM's. */
    private <T> void createNames(String type, List<T> rows, java.util.function.Function<T, String> name)
            throws SQLException {
        execute("CREATE TYPE " + type + " AS ENUM ("
                + rows.stream()
                        .map(name)
                        .distinct()
                        .sorted()
                        .map(each -> "'" + each.replace("'", "''") + "'")
                        .collect(Collectors.joining(", "))
                + ")");
    }

    /** Appends the rows in the order given, joins the names, and leaves the database at rest. */
    void load(Stream<EntityRecord> subscribers) throws SQLException {
        execute("CREATE TABLE appended(subscriber_id BIGINT, "
                + aggregates.stream()
                        .map(each -> each.name() + (!each.isInt() ? " BIGINT, " : " INTEGER, "))
                        .collect(Collectors.joining())
                + KEYS.stream().map(key -> key + " INTEGER").collect(Collectors.joining(", ")) + ")");
        try (DuckDBAppender appender = database.connection.createAppender("appended")) {
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
        database.execute(List.of("DROP TABLE appended", "CHECKPOINT", "ANALYZE"));
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
        appendKeys(appender, CallModel.profile(subscriber.id(), subscriber.attributes()));
        appender.endRow();
    }

    private void appendKeys(DuckDBAppender appender, Profile profile) throws SQLException {
        if (profile == null) {
            appender.appendNull().appendNull().appendNull().appendNull();
            return;
        }
        appender.append(idOfZip.get(profile.zip()))
                .append(profile.subscriptionType())
                .append(profile.category())
                .append(profile.cellValueType());
    }

    private void execute(String sql) throws SQLException {
        database.execute(List.of(sql));
    }
}
