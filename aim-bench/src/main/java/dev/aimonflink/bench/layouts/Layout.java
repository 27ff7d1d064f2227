package dev.aimonflink.bench.layouts;

import dev.aimonflink.bench.world.CallTotals;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.layout.CellLayout;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

/**
 * The aggregates of subscribers 0 to n-1 in one layout, which calls change in place. Each is as fast as we could make it, and does less
 * than ours: no window turns, no call is late, and none comes during a scan. All costs have 64 bits; our columns have 32 while these do.
 */
public abstract class Layout {
    public static final String ROWS = "rows";
    public static final String PAX_16 = "pax-16";
    public static final String PAX_64 = "pax-64";
    public static final String PAX_1024 = "pax-1024";
    public static final String COLUMNS = "columns";

    private static final int ALL_CALLS = 0;
    private static final int LOCAL_CALLS = 1;
    private static final int LONG_DISTANCE_CALLS = 2;

    /** How many aggregates of each kind lie side by side. */
    final int copies;

    private final CellLayout cells;
    private final MatrixSchema schema;
    private final int subscribers;
    private final Long2IntOpenHashMap rowOfSubscriber;

    Layout(MatrixSchema schema, int subscribers) {
        this.schema = schema;
        this.subscribers = subscribers;
        cells = schema.layout();
        copies = schema.model().aggregates().copies();
        rowOfSubscriber = new Long2IntOpenHashMap(subscribers);
        for (int row = 0; row < subscribers; row++) {
            rowOfSubscriber.put(row, row);
        }
    }

    public static Layout of(String label, MatrixSchema schema, int subscribers) {
        return switch (label) {
            case ROWS -> new PaxBlocks(schema, subscribers, 1);
            case PAX_16 -> new PaxBlocks(schema, subscribers, 16);
            case PAX_64 -> new PaxBlocks(schema, subscribers, 64);
            case PAX_1024 -> new PaxBlocks(schema, subscribers, 1024);
            case COLUMNS -> new PureColumns(schema, subscribers);
            default -> throw new IllegalArgumentException("There is no layout '" + label + "'.");
        };
    }

    /** Counts a call at the present time. */
    public final void apply(Event call) {
        final int row = rowOfSubscriber.get(call.subscriberId());
        final int seconds = call.durationSeconds();
        final long cents = call.costCents();
        final int longest = schema.windows().size() - 1;
        if (wouldOverflow(row, cells.intRun(ALL_CALLS, longest), cells.longRun(ALL_CALLS, longest), call)) {
            throw new IllegalStateException("Not counted: " + call);
        }
        final int kind = call.longDistance() ? LONG_DISTANCE_CALLS : LOCAL_CALLS;
        for (int window = 0; window <= longest; window++) {
            addToInts(row, cells.intRun(ALL_CALLS, window), seconds);
            addToLongs(row, cells.longRun(ALL_CALLS, window), cents);
            addToInts(row, cells.intRun(kind, window), seconds);
            addToLongs(row, cells.longRun(kind, window), cents);
        }
    }

    private boolean wouldOverflow(int row, int intRun, int longRun, Event call) {
        return intCell(row, intRun) == Integer.MAX_VALUE
                || intCell(row, intRun + copies) > Integer.MAX_VALUE - call.durationSeconds()
                || longCell(row, longRun) > Long.MAX_VALUE - call.costCents();
    }

    public final long differences(CallTotals calls) {
        long differences = 0;
        for (StoredColumn column : schema.columns()) {
            long[] expected = calls.of(column);
            for (int row = 0; row < subscribers; row++) {
                long cell = column.isInt() ? intCell(row, column.slot()) : longCell(row, column.slot());
                differences += cell == expected[row] ? 0 : 1;
            }
        }
        return differences;
    }

    /** Writes the cells over no calls. */
    static void clear(MatrixSchema schema, int[] ints, long[] longs) {
        for (int window = 0; window < schema.windows().size(); window++) {
            schema.layout().clear(window, ints, longs);
        }
    }

    /** Counts a call in a run of counts, sums, minima and maxima. */
    abstract void addToInts(int row, int run, int seconds);

    /** Counts a call in a run of sums, minima and maxima. */
    abstract void addToLongs(int row, int run, long cents);

    abstract int intCell(int row, int slot);

    abstract long longCell(int row, int slot);

    /**
     * The cells of some consecutive rows.
     *
     * @param from first row, a multiple of our block size
     * @param room for cells that have to be collected
     */
    abstract int[] ints(int slot, int from, int rows, int[] room);

    /** As {@link #ints}. */
    abstract long[] longs(int slot, int from, int rows, long[] room);
}
