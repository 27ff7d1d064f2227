package dev.aimonflink.query.setup;

import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.EventFilter;
import dev.aimonflink.matrix.model.ModelColumn;
import dev.aimonflink.query.ask.tables.ColumnValues;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The aggregates that are kept as columns for scans. Each takes memory for every entity and time for every event that changes it, so a
 * large model keeps those likely to be asked for.
 */
public final class KeptColumns {
    /** The columns that the catalogue scans; if it scans none, like {@link #SQL}. */
    public static final String AUTO = "auto";

    /** The columns that the catalogue scans, and the first ones for questions in SQL, {@value #MOST_FOR_SQL} in all. */
    public static final String SQL = "sql";

    public static final String ALL = "all";

    public static final int MOST_FOR_SQL = 60;

    /** How many filters without kept columns a sentence names. */
    private static final int MAX_NAMED = 5;

    private KeptColumns() {}

    /** @param asked names of stored or computed columns, and any of the words above */
    public static Collection<String> of(MatrixSchema schema, List<String> asked) {
        Set<String> kept = new LinkedHashSet<>();
        for (String name : asked) {
            switch (name) {
                case AUTO -> kept.addAll(scannedOrForSql(schema));
                case SQL -> kept.addAll(forSql(schema));
                case ALL -> schema.columns().forEach(column -> kept.add(column.name()));
                default -> kept.addAll(stored(schema, name));
            }
        }
        return kept;
    }

    /** The stored columns behind a name: a computed one stands for those it is computed from. */
    private static List<String> stored(MatrixSchema schema, String name) {
        ModelColumn computed = schema.derived(name);
        return computed == null
                ? List.of(name)
                : ColumnValues.operands(schema, computed).stream()
                        .map(StoredColumn::name)
                        .toList();
    }

    private static Collection<String> scannedOrForSql(MatrixSchema schema) {
        Set<String> scanned = Catalogues.scannedColumns(schema);
        return scanned.isEmpty() ? forSql(schema) : scanned;
    }

    /** First the columns of all events, then those of filters, window by window in the model's order. */
    private static Collection<String> forSql(MatrixSchema schema) {
        List<EventFilter> filters = schema.model().aggregates().filters();
        Set<String> kept = new LinkedHashSet<>(Catalogues.scannedColumns(schema));
        schema.columns().stream()
                .sorted(Comparator.comparingInt(StoredColumn::copy)
                        .thenComparing(column -> !filters.get(column.filter()).isAll())
                        .thenComparingInt(column -> filters.get(column.filter()).isAll() ? 0 : column.window())
                        .thenComparingInt(StoredColumn::filter))
                .map(StoredColumn::name)
                .filter(name -> !kept.contains(name))
                .limit(Math.max(0, MOST_FOR_SQL - kept.size()))
                .toList()
                .forEach(kept::add);
        return kept;
    }

    /** The stored and computed columns that scans can read if some aggregates are kept. */
    public static Set<String> readable(MatrixSchema schema, Collection<String> kept) {
        Set<String> readable = new LinkedHashSet<>();
        kept.forEach(name -> readable.add(schema.column(name).name()));
        for (ModelColumn computed : schema.derived()) {
            if (ColumnValues.operands(schema, computed).stream().allMatch(each -> readable.contains(each.name()))) {
                readable.add(computed.name());
            }
        }
        return readable;
    }

    /** Says how many columns SQL can read, the filters for which it reads none, and how to change that, as a growing model may need. */
    public static String summary(MatrixSchema schema, List<String> asked) {
        int all = schema.columns().size() + schema.derived().size();
        Collection<String> kept = of(schema, asked);
        int read = readable(schema, kept).size();
        int forSql = readable(schema, forSql(schema)).size();
        return read == all
                ? "SQL reads all " + all + " columns."
                : "SQL reads " + read + " of " + all + " columns; not kept: " + unkept(schema, kept) + "; "
                        + (read < forSql && forSql < all ? forSql + ": --aim.matrix.columns=sql; " : "")
                        + "all: --aim.matrix.columns=all";
    }

    /** The filters with unkept columns and how many, the largest first. */
    private static String unkept(MatrixSchema schema, Collection<String> kept) {
        List<EventFilter> filters = schema.model().aggregates().filters();
        Map<EventFilter, Long> counts = schema.columns().stream()
                .filter(column -> !kept.contains(column.name()))
                .collect(Collectors.groupingBy(
                        column -> filters.get(column.filter()), LinkedHashMap::new, Collectors.counting()));
        return counts.entrySet().stream()
                        .sorted(Map.Entry.<EventFilter, Long>comparingByValue().reversed())
                        .limit(MAX_NAMED)
                        .map(each -> each.getValue() + " of "
                                + (each.getKey().isAll()
                                        ? "all events"
                                        : each.getKey().name()))
                        .collect(Collectors.joining(", "))
                + (counts.size() > MAX_NAMED ? ", ..." : "");
    }
}
