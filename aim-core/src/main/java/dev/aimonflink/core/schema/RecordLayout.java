package dev.aimonflink.core.schema;

import java.util.Arrays;

/**
 * Where each aggregate lies in a record's two arrays, one of ints and one of longs:
 *
 * <pre>
 * ints:   [all | local | long-distance]             a filter's aggregates are one dense run
 *           [day | week]                            in it, a window's
 *             [count | sum | min | max duration]    in it, a function's
 *               [copy 0 | copy 1 | ...]             in it, the copies
 * longs:  the same with [sum | min | max cost]
 * </pre>
 *
 * An event touches two runs, {@code all} and that of its kind of call, and within them walks forward.
 */
public final class RecordLayout {
    private static final int INT_FUNCTIONS = 4;
    private static final int LONG_FUNCTIONS = 3;
    private static final int FILTERS = CallFilter.values().length;

    private final int windows;
    private final int copies;

    RecordLayout(int windows, int copies) {
        this.windows = windows;
        this.copies = copies;
    }

    public int copies() {
        return copies;
    }

    public int intCount() {
        return FILTERS * windows * INT_FUNCTIONS * copies;
    }

    public int longCount() {
        return FILTERS * windows * LONG_FUNCTIONS * copies;
    }

    /** The first int of a filter's window: {@code copies} counts, then as many sums, minima and maxima of duration. */
    public int intRun(CallFilter filter, int window) {
        return (filter.ordinal() * windows + window) * INT_FUNCTIONS * copies;
    }

    /** The first long of a filter's window: {@code copies} sums, then as many minima and maxima of cost. */
    public int longRun(CallFilter filter, int window) {
        return (filter.ordinal() * windows + window) * LONG_FUNCTIONS * copies;
    }

    /** The index of an aggregate in the array of its type. */
    public int slot(Aggregate aggregate) {
        Function function = aggregate.function();
        int run = function.isCost()
                ? longRun(aggregate.filter(), aggregate.window())
                        + (function.ordinal() - Function.SUM_COST.ordinal()) * copies
                : intRun(aggregate.filter(), aggregate.window()) + function.ordinal() * copies;
        return run + aggregate.copy();
    }

    /** Makes all aggregates of a window empty. */
    public void clear(int window, int[] ints, long[] longs) {
        for (CallFilter filter : CallFilter.values()) {
            int from = intRun(filter, window);
            Arrays.fill(ints, from, from + 2 * copies, 0);
            Arrays.fill(ints, from + 2 * copies, from + 3 * copies, Function.NO_INT_MIN);
            Arrays.fill(ints, from + 3 * copies, from + 4 * copies, Function.NO_INT_MAX);
            int cost = longRun(filter, window);
            Arrays.fill(longs, cost, cost + copies, 0);
            Arrays.fill(longs, cost + copies, cost + 2 * copies, Function.NO_LONG_MIN);
            Arrays.fill(longs, cost + 2 * copies, cost + 3 * copies, Function.NO_LONG_MAX);
        }
    }
}
