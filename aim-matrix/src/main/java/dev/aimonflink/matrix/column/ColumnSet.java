package dev.aimonflink.matrix.column;

import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.record.EntityRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The aggregates that have a column: int columns and long columns, each kind numbered from 0. */
public final class ColumnSet {
    /** Sets of more filters than these have no list of columns of their own. */
    private static final int MAX_FILTERS_IN_SETS = 10;

    /** A message names so many columns that are not kept. */
    static final int MAX_NAMED = 20;

    /** What a job keeps of which nothing else is said. */
    private static final String USUAL = "auto";

    private final MatrixSchema schema;

    /** The setting of the job by which they were chosen. */
    private final String setting;

    private final Map<String, ColumnHandle> handles = new HashMap<>();
    private final List<StoredColumn> ints = new ArrayList<>();
    private final List<StoredColumn> longs = new ArrayList<>();

    /** For each int column, its place in a record's ints. */
    private final int[] intSlots;

    /** For each long column, its place in a record's longs, and where it keeps what rounding lost. */
    private final int[] longSlots;

    private final int[] lostSlots;

    private final OfFilters[] byFilter;

    /** By the set of filters; null if there would be too many. Made when it first comes. */
    private final OfFilters[] byFilters;

    private final ColumnIndexes[] byWindow;

    /** By window, how many panes a sliding one with columns has; 0 for the others. */
    private final int[] panes;

    private final int[] slidingWindows;

    private final int cells;

    /** By window, the filters of its columns. */
    private final int[][] filtersOfWindow;

    /**
     * Some columns, by their indexes.
     *
     * @param intSlots for each int column, its place in a record's ints
     * @param longSlots for each long column, its place in a record's longs
     * @param lostSlots for each long column, where a record keeps what rounding lost; null if none of them loses any
     */
    record ColumnIndexes(int[] ints, int[] intSlots, int[] longs, int[] longSlots, int[] lostSlots) {
        int size() {
            return ints.length + longs.length;
        }
    }

    /** Some columns, by their indexes: what a pass reads, or all that are kept. */
    record Chosen(int[] ints, int[] longs) {}

    /** The columns of some filters: all of them, and those of sliding windows. */
    record OfFilters(ColumnIndexes all, ColumnIndexes sliding) {}

    public ColumnSet(MatrixSchema schema, Collection<String> names) {
        this(schema, names, USUAL);
    }

    /** @param setting the value of aim.matrix.columns that means these */
    public ColumnSet(MatrixSchema schema, Collection<String> names, String setting) {
        this.schema = schema;
        this.setting = setting;
        for (String name : names) {
            StoredColumn column = schema.column(name);
            List<StoredColumn> kind = column.isInt() ? ints : longs;
            // An alias is no second column.
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

    /** All filters, as a set of bits. */
    long allFilters() {
        return -1L >>> (Long.SIZE - byFilter.length);
    }

    /**
     * Those of an event for which some filters hold, as a set of bits; null if the model has too many filters. One list is written
     * faster than one for each filter.
     */
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

    /** The filters of the columns of a window. */
    public int[] filtersOfWindow(int window) {
        return filtersOfWindow[window];
    }

    /** The sliding windows that have columns. */
    public int[] slidingWindows() {
        return slidingWindows;
    }

    /** By window, how many panes a sliding one with columns has; 0 for the others. */
    int[] panes() {
        return panes;
    }

    public MatrixSchema schema() {
        return schema;
    }

    /** Whether the column of this name or alias is kept. */
    public boolean contains(String name) {
        return schema.contains(name) && handles.containsKey(schema.column(name).name());
    }

    /** Says of columns that scans lack them, and which setting keeps them, too; in quotes, since a shell ends a command at a semicolon. */
    public String refusal(List<String> missing) {
        String names =
                missing.stream().limit(MAX_NAMED).map(name -> "'" + name + "'").collect(Collectors.joining(", "));
        return (missing.size() == 1
                        ? "Column " + names + " is"
                        : "Columns " + names + (missing.size() > MAX_NAMED ? " and others are" : " are"))
                + " not kept for scans. Add " + (missing.size() == 1 ? "it" : "them")
                + " to aim.matrix.columns, as in '" + settingWith(missing) + "'";
    }

    /** The setting that keeps some more columns; all, if they are many. */
    public String settingWith(List<String> missing) {
        return missing.size() > MAX_NAMED ? "all" : setting + ";" + String.join(";", missing);
    }

    /** The column of this name or alias, of any kind. */
    public ColumnHandle handle(String name) {
        ColumnHandle handle = handles.get(schema.column(name).name());
        if (handle == null) {
            throw new InvalidInputException(
                    "Column '" + name + "' is not kept for scans. Add it to the option aim.matrix.columns.");
        }
        return handle;
    }

    /** Those of some names or aliases. */
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

    /** How many aggregates have a column. */
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

    /** A cell together with what rounding lost of it, if that is kept anywhere. */
    static long compensated(long cell, int lostSlot, long[] ofRecord) {
        return lostSlot == StoredColumn.NONE ? cell : StoredColumn.compensated(cell, ofRecord[lostSlot]);
    }

    /** The value of an int column after the next turn of its window, which slides. */
    int nextInt(int column, EntityRecord record) {
        return record.ints()[ints.get(column).nextSlot()];
    }

    /** Likewise of a long column. */
    long nextLong(int column, EntityRecord record) {
        return longs.get(column).nextCell(record.ints(), record.longs());
    }
}
