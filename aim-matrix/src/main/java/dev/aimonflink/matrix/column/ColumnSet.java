package dev.aimonflink.matrix.column;

import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.record.EntityRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The aggregates that have a column: ints and longs, each numbered from 0. */
public final class ColumnSet {
    /** Sets of more filters have no column list of their own. */
    private static final int MAX_FILTERS_IN_SETS = 10;

    /** How many columns that are not kept a message names. */
    static final int MAX_NAMED = 20;

    private final MatrixSchema schema;
    private final Map<String, ColumnHandle> handles = new HashMap<>();
    private final List<StoredColumn> ints = new ArrayList<>();
    private final List<StoredColumn> longs = new ArrayList<>();

    /** For each int column, its place in a record's ints. */
    private final int[] intSlots;

    /** For each long column, its place in a record's longs, and where it keeps rounding errors. */
    private final int[] longSlots;

    private final int[] lostSlots;

    private final OfFilters[] byFilter;

    /** By set of filters, made on first use; null if there would be too many. */
    private final OfFilters[] byFilters;

    private final ColumnIndexes[] byWindow;

    /** By window, the panes of a sliding one with columns; 0 for others. */
    private final int[] panes;

    private final int[] slidingWindows;

    private final int cells;

    /** By window, the filters of its columns. */
    private final int[][] filtersOfWindow;

    /**
     * @param intSlots for each int column, its place in a record's ints
     * @param longSlots for each long column, its place in a record's longs
     * @param lostSlots for each long column, where a record keeps rounding errors; null if none has any
     */
    record ColumnIndexes(int[] ints, int[] intSlots, int[] longs, int[] longSlots, int[] lostSlots) {
        int size() {
            return ints.length + longs.length;
        }
    }

    /** Some columns, by index: what a pass reads, or all that are kept. */
    record Chosen(int[] ints, int[] longs) {}

    /** The columns of some filters: all, and those of sliding windows. */
    record OfFilters(ColumnIndexes all, ColumnIndexes sliding) {}

    public ColumnSet(MatrixSchema schema, Collection<String> names) {
        this.schema = schema;
        for (String name : names) {
            StoredColumn column = schema.column(name);
            List<StoredColumn> kind = column.isInt() ? ints : longs;
            // An alias is not a second column.
            if (handles.putIfAbsent(column.name(), ColumnHandle.of(kind.size(), column)) == null) {
                kind.add(column);
            }
        }
        intSlots = ints.stream().mapToInt(StoredColumn::slot).toArray();
        longSlots = longs.stream().mapToInt(StoredColumn::slot).toArray();
        lostSlots = longs.stream().mapToInt(StoredColumn::lostSlot).toArray();
        final int filters = schema.model().aggregates().filters().size();
        byFilter = IntStream.range(0, filters)
                .mapToObj(filter -> ofFilters(1L << filter))
                .toArray(OfFilters[]::new);
        byFilters = filters > MAX_FILTERS_IN_SETS ? null : new OfFilters[1 << filters];
        byWindow = IntStream.range(0, schema.windows().size())
                .mapToObj(window -> columns(each -> each.window() == window))
                .toArray(ColumnIndexes[]::new);
        panes = IntStream.range(0, byWindow.length).map(this::panes).toArray();
        filtersOfWindow =
                IntStream.range(0, byWindow.length).mapToObj(this::filtersOf).toArray(int[][]::new);
        slidingWindows = IntStream.range(0, byWindow.length)
                .filter(window -> panes[window] > 0)
                .toArray();
        cells = size()
                + IntStream.of(slidingWindows)
                        .map(window -> byWindow[window].size())
                        .sum();
    }

    private OfFilters ofFilters(long filters) {
        return new OfFilters(
                columns(each -> (filters >> each.filter() & 1) != 0),
                columns(each -> (filters >> each.filter() & 1) != 0 && each.isSliding()));
    }

    private ColumnIndexes columns(Predicate<StoredColumn> predicate) {
        int[] chosenInts = indexes(ints, predicate);
        int[] chosenLongs = indexes(longs, predicate);
        int[] lost = slots(longs, chosenLongs, StoredColumn::lostSlot);
        return new ColumnIndexes(
                chosenInts,
                slots(ints, chosenInts, StoredColumn::slot),
                chosenLongs,
                slots(longs, chosenLongs, StoredColumn::slot),
                IntStream.of(lost).allMatch(slot -> slot == StoredColumn.NONE) ? null : lost);
    }

    private static int[] slots(List<StoredColumn> columns, int[] chosen, ToIntFunction<StoredColumn> slot) {
        return IntStream.of(chosen)
                .map(column -> slot.applyAsInt(columns.get(column)))
                .toArray();
    }

    private static int[] indexes(List<StoredColumn> columns, Predicate<StoredColumn> predicate) {
        return IntStream.range(0, columns.size())
                .filter(column -> predicate.test(columns.get(column)))
                .toArray();
    }

    private int[] filtersOf(int window) {
        return IntStream.range(0, byFilter.length)
                .filter(filter -> Stream.concat(ints.stream(), longs.stream())
                        .anyMatch(each -> each.window() == window && each.filter() == filter))
                .toArray();
    }

    private int panes(int window) {
        final int panes = schema.windows().get(window).panes();
        return panes > 1 && byWindow[window].size() > 0 ? panes : 0;
    }

    /** The columns that change with an event for which a filter holds. */
    OfFilters ofFilter(int filter) {
        return byFilter[filter];
    }

    /** The columns for a set of filters, as bits; null if the model has too many filters. One list is written faster than one for each filter. */
    OfFilters ofSet(long filters) {
        if (byFilters == null) {
            return null;
        }
        final int index = (int) filters;
        // Several threads may make the same list.
        if (byFilters[index] == null) {
            byFilters[index] = ofFilters(filters);
        }
        return byFilters[index];
    }

    ColumnIndexes ofWindow(int window) {
        return byWindow[window];
    }

    public int[] filtersOfWindow(int window) {
        return filtersOfWindow[window];
    }

    public int[] slidingWindows() {
        return slidingWindows;
    }

    int[] panes() {
        return panes;
    }

    public MatrixSchema schema() {
        return schema;
    }

    public boolean contains(String name) {
        return schema.contains(name) && handles.containsKey(schema.column(name).name());
    }

    /** Says that some columns are not kept. */
    public static String unkept(Collection<String> missing) {
        String names =
                missing.stream().limit(MAX_NAMED).map(name -> "'" + name + "'").collect(Collectors.joining(", "));
        return missing.size() == 1
                ? "Column " + names + " is not kept"
                : "Columns " + names + (missing.size() > MAX_NAMED ? " and others are not kept" : " are not kept");
    }

    /** The names of all columns, in order. */
    public Set<String> names() {
        return Stream.concat(ints.stream(), longs.stream())
                .map(StoredColumn::name)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    public ColumnSet with(Collection<String> more) {
        Set<String> names = names();
        names.addAll(more);
        return new ColumnSet(schema, names);
    }

    public ColumnSet without(Collection<String> fewer) {
        Set<String> names = names();
        names.removeAll(fewer);
        return new ColumnSet(schema, names);
    }

    public ColumnHandle handle(String name) {
        ColumnHandle handle = handles.get(schema.column(name).name());
        if (handle == null) {
            throw new IllegalStateException(unkept(List.of(name)) + ".");
        }
        return handle;
    }

    Chosen chosen(Collection<String> names) {
        return new Chosen(
                indexes(names, IntHandle.class::isInstance), indexes(names, handle -> !(handle instanceof IntHandle)));
    }

    private int[] indexes(Collection<String> names, Predicate<ColumnHandle> isOfKind) {
        return names.stream()
                .map(this::handle)
                .filter(isOfKind)
                .mapToInt(ColumnHandle::index)
                .toArray();
    }

    Chosen all() {
        return new Chosen(
                IntStream.range(0, ints.size()).toArray(),
                IntStream.range(0, longs.size()).toArray());
    }

    public int size() {
        return ints.size() + longs.size();
    }

    /** How many cells a row has: columns of sliding windows have two, the present one and the one after the next turn. */
    public int cells() {
        return cells;
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
        return compensated(ofRecord[longSlots[column]], lostSlots[column], ofRecord);
    }

    /** A cell corrected by its rounding error, if that is kept. */
    static long compensated(long cell, int lostSlot, long[] ofRecord) {
        return lostSlot == StoredColumn.NONE ? cell : StoredColumn.compensated(cell, ofRecord[lostSlot]);
    }

    /** The value of a sliding window's int column after the next turn. */
    int nextInt(int column, EntityRecord record) {
        return record.ints()[ints.get(column).nextSlot()];
    }

    long nextLong(int column, EntityRecord record) {
        return longs.get(column).nextCell(record.ints(), record.longs());
    }
}
