package dev.aimonflink.query.setup;

import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.EventFilter;
import dev.aimonflink.matrix.model.ModelColumn;
import dev.aimonflink.query.ask.tables.ColumnValues;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The aggregates that are always kept as columns for scans. Each takes memory for every entity and time for every event that changes it, so a
 * large model keeps those likely to be asked for.
 */
public final class KeptColumns {
    /** The columns that the catalogue scans; if it scans none, like {@link #SQL}. */
    public static final String AUTO = "auto";

    /** The columns that the catalogue scans, and the first ones for questions in SQL, {@value #MOST_FOR_SQL} in all. */
    public static final String SQL = "sql";

    public static final String ALL = "all";

    public static final int MOST_FOR_SQL = 60;

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
                ? List.of(schema.column(name).name())
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

    /** The stored and computed columns that some aggregates suffice for. */
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

    /** Says how many columns are always kept, and what becomes of the others. */
    public static String summary(MatrixSchema schema, List<String> asked) {
        int all = schema.columns().size() + schema.derived().size();
        int read = readable(schema, of(schema, asked)).size();
        return read == all
                ? "All " + all + " columns are always kept for questions over all entities."
                : "Of " + all + " columns " + read
                        + " are always kept for questions over all entities; others are read from"
                        + " the records by the first question that needs them. aim.matrix.columns keeps more.";
    }
}
