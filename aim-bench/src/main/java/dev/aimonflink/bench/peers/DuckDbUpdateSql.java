package dev.aimonflink.bench.peers;

import dev.aimonflink.bench.world.CallAggregate;
import dev.aimonflink.bench.world.CallFilter;
import dev.aimonflink.matrix.layout.StoredColumn;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Merges a batch of calls into the aggregates in DuckDB's SQL. The calls are summed up by subscriber first. All are of today,
 * so the aggregates of day and week are the same, and no window turns.
 */
record DuckDbUpdateSql(List<StoredColumn> aggregates) {
    /** Two ways, of which each is the faster one for some size of a batch. */
    enum Way {
        /** One statement. Of a million rows, a thousand take nearly as long to update as ten thousand. */
        UPSERT,
        /** The new rows are made aside and take the place of the old ones. */
        REPLACE
    }

    /** Creates all subscribers without calls. Types are those of {@link DuckDbTables}. */
    List<String> create(int subscribers) {
        String columns = ofEach(each -> each.name() + (!each.isInt() ? " BIGINT" : " INTEGER"));
        return List.of(
                "CREATE TABLE analytics_matrix(subscriber_id BIGINT PRIMARY KEY, " + columns + ")",
                "INSERT INTO analytics_matrix SELECT id, "
                        + ofEach(each -> CallAggregate.of(each).isExtreme() ? "NULL" : "0") + " FROM range("
                        + subscribers
                        + ") ids(id)",
                "CREATE TABLE fresh(subscriber_id BIGINT, " + columns + ")",
                "CREATE TABLE calls(subscriber_id BIGINT, seconds INTEGER, cents BIGINT, long_distance BOOLEAN)");
    }

    /** Merges the table {@code calls} into the aggregates. */
    List<String> merge(Way way) {
        String batch = "(SELECT subscriber_id, " + ofEach(each -> sumOf(each) + " AS " + each.name())
                + " FROM calls GROUP BY subscriber_id)";
        return switch (way) {
            case UPSERT ->
                List.of(
                        "INSERT INTO analytics_matrix FROM " + batch + " ON CONFLICT (subscriber_id) DO UPDATE SET "
                                + ofEach(each -> each.name() + " = " + merged(each, "", "excluded.")),
                        "TRUNCATE calls");
            case REPLACE ->
                List.of(
                        "INSERT INTO fresh SELECT old.subscriber_id, "
                                + ofEach(each -> merged(each, "old.", "batch.")) + " FROM analytics_matrix old JOIN "
                                + batch + " batch ON old.subscriber_id = batch.subscriber_id",
                        "DELETE FROM analytics_matrix WHERE subscriber_id IN (SELECT subscriber_id FROM fresh)",
                        "INSERT INTO analytics_matrix FROM fresh",
                        "TRUNCATE fresh",
                        "TRUNCATE calls");
        };
    }

    private String ofEach(java.util.function.Function<StoredColumn, String> text) {
        return aggregates.stream().map(text).collect(Collectors.joining(", "));
    }

    /** DuckDB computes equal sums of day and week once. */
    private static String sumOf(StoredColumn aggregate) {
        String filter =
                switch (CallFilter.values()[aggregate.filter()]) {
                    case ALL -> "";
                    case LOCAL -> " FILTER (WHERE NOT long_distance)";
                    case LONG_DISTANCE -> " FILTER (WHERE long_distance)";
                };
        return switch (CallAggregate.of(aggregate)) {
            case COUNT -> "count(*)" + filter + "::INTEGER";
            case SUM_DURATION -> "coalesce(sum(seconds)" + filter + ", 0)::INTEGER";
            case MIN_DURATION -> "min(seconds)" + filter;
            case MAX_DURATION -> "max(seconds)" + filter;
            case SUM_COST -> "coalesce(sum(cents)" + filter + ", 0)::BIGINT";
            case MIN_COST -> "min(cents)" + filter;
            case MAX_COST -> "max(cents)" + filter;
        };
    }

    /** {@code least} and {@code greatest} ignore NULL. */
    private static String merged(StoredColumn aggregate, String old, String batch) {
        String both = old + aggregate.name() + ", " + batch + aggregate.name();
        return switch (CallAggregate.of(aggregate)) {
            case COUNT, SUM_DURATION, SUM_COST -> both.replace(", ", " + ");
            case MIN_DURATION, MIN_COST -> "least(" + both + ")";
            case MAX_DURATION, MAX_COST -> "greatest(" + both + ")";
        };
    }
}
