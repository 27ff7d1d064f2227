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
 * The aggregates that are kept as columns, which scans read. Each takes memory for every entity, and time for every event that
 * changes it; so a large model keeps those that are likely to be asked for.
 */
public final class KeptColumns {
    /** The columns that the catalogue scans; of a model whose catalogue scans none, as {@link #SQL}. */
    public static final String AUTO = "auto";

    /** The columns that the catalogue scans, and the first ones for questions in SQL, {@value #MOST_FOR_SQL} in all. */
    public static final String SQL = "sql";

    public static final String ALL = "all";

    public static final int MOST_FOR_SQL = 60;

    /** A sentence names so many filters whose columns are not kept. */
    private static final int MAX_NAMED = 5;

    private KeptColumns() {}

    /** @param asked names of columns, stored or computed, and any of the words above */
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

    /** Of a name: one that is computed stands for those that it is computed from. */
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

    /** Those of all events come first, and then those of the filters, window by window in the order of the model. */
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

    /** The columns of a model, stored and computed, that scans can read if some aggregates are kept. */
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

    /**
     * Says how many columns questions in SQL read, of which filters they do not, and how they read more: a model that grows has
     * columns that they do not.
     *
     * @param asked as above
     */
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

    /** How many of which filters, those of most first. */
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
