package dev.aimonflink.core.matrix;

import dev.aimonflink.core.model.InvalidInputException;
import dev.aimonflink.core.model.SlidingWindow;
import dev.aimonflink.core.schema.MatrixSchema;
import dev.aimonflink.core.schema.StoredColumn;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The aggregates that have a column: int columns and long columns, each kind numbered from 0. */
public final class ColumnSet {
    private final MatrixSchema schema;
    private final Map<String, Integer> indexes = new HashMap<>();
    private final List<StoredColumn> ints = new ArrayList<>();
    private final List<StoredColumn> longs = new ArrayList<>();

    /** For each int column, its place in a record's ints. */
    private final int[] intSlots;

    /** For each long column, its place in a record's longs, and where it keeps what rounding lost. */
    private final int[] longSlots;

    private final int[] lostSlots;

    private final OfFilter[] byFilter;

    /** The columns of one filter, by their indexes. */
    record OfFilter(int[] ints, int[] longs) {}

    public ColumnSet(MatrixSchema schema, Collection<String> names) {
        this.schema = schema;
        for (String name : new LinkedHashSet<>(names)) {
            StoredColumn column = schema.column(name);
            if (!mayBeKept(schema, column)) {
                throw new InvalidInputException("Column '" + name + "' is of the window '"
                        + schema.windows().get(column.window())
                        + "', which slides: it is shown for one entity at a time, and not kept for scans. Take it out of"
                        + " the option aim.matrix.columns.");
            }
            List<StoredColumn> kind = column.isInt() ? ints : longs;
            indexes.put(name, kind.size());
            kind.add(column);
        }
        intSlots = ints.stream().mapToInt(StoredColumn::slot).toArray();
        longSlots = longs.stream().mapToInt(StoredColumn::slot).toArray();
        lostSlots = longs.stream().mapToInt(StoredColumn::lostSlot).toArray();
        int filters = schema.model().aggregates().filters().size();
        byFilter = IntStream.range(0, filters)
                .mapToObj(filter -> new OfFilter(indexesOf(ints, filter), indexesOf(longs, filter)))
                .toArray(OfFilter[]::new);
    }

    /** Whether a column can be kept for scans: a turn of a sliding window would change all of its cells. */
    public static boolean mayBeKept(MatrixSchema schema, StoredColumn column) {
        return !(schema.windows().get(column.window()) instanceof SlidingWindow);
    }

    private static int[] indexesOf(List<StoredColumn> columns, int filter) {
        return IntStream.range(0, columns.size())
                .filter(column -> columns.get(column).filter() == filter)
                .toArray();
    }

    /** The columns that change with an event for which a filter holds. */
    OfFilter of(int filter) {
        return byFilter[filter];
    }

    public MatrixSchema schema() {
        return schema;
    }

    public boolean contains(String name) {
        return indexes.containsKey(name);
    }

    /** The number of a column among those of its kind: an argument for {@link Block#ints} or {@link Block#longs}. */
    public int index(String name) {
        Integer index = indexes.get(name);
        if (index == null) {
            schema.column(name); // Throws if the schema has no such column.
            throw new InvalidInputException(
                    "Column '" + name + "' is not kept for scans. Add it to the option aim.matrix.columns.");
        }
        return index;
    }

    /** How many aggregates have a column. */
    public int size() {
        return ints.size() + longs.size();
    }

    List<StoredColumn> ints() {
        return ints;
    }

    List<StoredColumn> longs() {
        return longs;
    }

    int[] intSlots() {
        return intSlots;
    }

    /** The value of a long column, from a record's longs. */
    long cell(int column, long[] ofRecord) {
        final int lost = lostSlots[column];
        final long cell = ofRecord[longSlots[column]];
        return lost == StoredColumn.NONE ? cell : StoredColumn.compensated(cell, ofRecord[lost]);
    }
}
