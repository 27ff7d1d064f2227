package dev.aimonflink.bench.frontier;

import dev.aimonflink.bench.world.CallAggregate;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.layout.StoredColumn;
import java.nio.ByteBuffer;

/**
 * A subscriber's 42 aggregates in one array, for systems without a layout of their own. As no window turns while they are measured, those of
 * the day and of the week count the same calls.
 *
 * <pre>
 * day:  all calls: 7 functions | local: 7 | long distance: 7
 * week: the same
 * </pre>
 */
final class CallCells {
    private static final int FUNCTIONS = CallAggregate.values().length;
    private static final int ALL = 0;
    private static final int LOCAL = FUNCTIONS;
    private static final int LONG_DISTANCE = 2 * FUNCTIONS;
    private static final int OF_A_WINDOW = 3 * FUNCTIONS;
    private static final int WEEK = OF_A_WINDOW;
    private static final int COUNT = 2 * OF_A_WINDOW;

    private static final int CALLS = CallAggregate.COUNT.ordinal();
    private static final int SUM_DURATION = CallAggregate.SUM_DURATION.ordinal();
    private static final int MIN_DURATION = CallAggregate.MIN_DURATION.ordinal();
    private static final int MAX_DURATION = CallAggregate.MAX_DURATION.ordinal();
    private static final int SUM_COST = CallAggregate.SUM_COST.ordinal();
    private static final int MIN_COST = CallAggregate.MIN_COST.ordinal();
    private static final int MAX_COST = CallAggregate.MAX_COST.ordinal();

    private static final long[] EMPTY = empty();

    private CallCells() {}

    /** As a record's cells without calls. */
    private static long[] empty() {
        long[] cells = new long[COUNT];
        for (int group = 0; group < COUNT; group += FUNCTIONS) {
            cells[group + MIN_DURATION] = Integer.MAX_VALUE;
            cells[group + MAX_DURATION] = Integer.MIN_VALUE;
            cells[group + MIN_COST] = Long.MAX_VALUE;
            cells[group + MAX_COST] = Long.MIN_VALUE;
        }
        return cells;
    }

    /** Of a subscriber without calls. */
    static long[] none() {
        return EMPTY.clone();
    }

    /** A copy that has one more call, because clients may read the given cells. */
    static long[] with(long[] cells, Event call) {
        long[] changed = cells.clone();
        int kind = call.longDistance() ? LONG_DISTANCE : LOCAL;
        for (int window = 0; window < COUNT; window += OF_A_WINDOW) {
            add(changed, window + ALL, call);
            add(changed, window + kind, call);
        }
        return changed;
    }

    private static void add(long[] cells, int group, Event call) {
        final long seconds = call.durationSeconds();
        final long cents = call.costCents();
        cells[group + CALLS]++;
        cells[group + SUM_DURATION] += seconds;
        cells[group + MIN_DURATION] = Math.min(cells[group + MIN_DURATION], seconds);
        cells[group + MAX_DURATION] = Math.max(cells[group + MAX_DURATION], seconds);
        cells[group + SUM_COST] += cents;
        cells[group + MIN_COST] = Math.min(cells[group + MIN_COST], cents);
        cells[group + MAX_COST] = Math.max(cells[group + MAX_COST], cents);
    }

    /** Where a column's value is. */
    static int index(StoredColumn column) {
        return column.window() * OF_A_WINDOW
                + column.filter() * FUNCTIONS
                + CallAggregate.of(column).ordinal();
    }

    /** Of all calls of the week. */
    static long ofWeek(long[] cells, CallAggregate function) {
        return cells[WEEK + ALL + function.ordinal()];
    }

    static long localCallsOfWeek(long[] cells) {
        return cells[WEEK + LOCAL + CALLS];
    }

    static byte[] write(long[] cells) {
        ByteBuffer bytes = ByteBuffer.allocate(COUNT * Long.BYTES);
        bytes.asLongBuffer().put(cells);
        return bytes.array();
    }

    static long[] read(byte[] bytes) {
        long[] cells = new long[COUNT];
        ByteBuffer.wrap(bytes).asLongBuffer().get(cells);
        return cells;
    }
}
