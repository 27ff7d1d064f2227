package dev.aimonflink.core.schema;

import java.util.Arrays;
import java.util.Set;

/**
 * The layout of aggregates in a record's two arrays, one of ints and one of longs:
 *
 * <pre>
 * ints:   [all | local | long-distance]             a filter's aggregates are one dense run
 *           [day | week | ...]                      in it, a window's
 *             [count | sum | min | max duration]    in it, a function's
 *               [copy 0 | copy 1 | ...]             in it, the copies
 * longs:  the same with [sum | min | max cost | squares of duration | of cost]
 * </pre>
 *
 * An event changes two runs, {@code all} and that of its kind of call, and walks forward in them. Filters and functions
 * that a schema lacks take no space.
 */
public final class RecordLayout {
    /** In {@code intStarts}: where minima and maxima of duration begin, and where a window's ints end. */
    private static final int MIN_DURATION = 2;

    private static final int MAX_DURATION = 3;
    private static final int INT_END = 4;

    /** In {@code longStarts}: where minima and maxima of cost and sums of squares begin, and where a window's longs end. */
    private static final int MIN_COST = 1;

    private static final int MAX_COST = 2;
    private static final int SQUARES_OF_DURATION = 3;
    private static final int LONG_END = 5;

    private static final int FIRST_LONG = Function.SUM_COST.ordinal();
    private static final int FUNCTIONS = Function.values().length;
    private static final int NO_RUN = -1;

    private final int windows;
    private final int copies;
    private final int filters;
    private final int[] runOfFilter = new int[CallFilter.values().length];
    private final int[] intStarts;
    private final int[] longStarts;
    private final int intStride;
    private final int longStride;

    RecordLayout(SchemaDefinition definition) {
        windows = definition.windows().size();
        copies = definition.copies();
        filters = definition.filters().size();
        Arrays.fill(runOfFilter, NO_RUN);
        for (int i = 0; i < filters; i++) {
            runOfFilter[definition.filters().get(i).ordinal()] = i;
        }
        intStarts = starts(definition.stored(), 0, FIRST_LONG);
        longStarts = starts(definition.stored(), FIRST_LONG, FUNCTIONS);
        intStride = intStarts[INT_END];
        longStride = longStarts[LONG_END];
    }

    private int[] starts(Set<Function> stored, int from, int to) {
        int[] starts = new int[to - from + 1];
        for (int function = from; function < to; function++) {
            int length = stored.contains(Function.values()[function]) ? copies : 0;
            starts[function - from + 1] = starts[function - from] + length;
        }
        return starts;
    }

    public int copies() {
        return copies;
    }

    public int intCount() {
        return filters * windows * intStride;
    }

    public int longCount() {
        return filters * windows * longStride;
    }

    /** The memory of one subscriber's aggregates and window numbers. */
    public int bytes() {
        return Integer.BYTES * (intCount() + windows) + Long.BYTES * longCount();
    }

    public boolean has(Function function) {
        return function.isLong()
                ? longStarts[function.ordinal() - FIRST_LONG] < longStarts[function.ordinal() - FIRST_LONG + 1]
                : intStarts[function.ordinal()] < intStarts[function.ordinal() + 1];
    }

    /** The first int of a filter's window. */
    public int intRun(CallFilter filter, int window) {
        return (runOfFilter[filter.ordinal()] * windows + window) * intStride;
    }

    /** The first long of a filter's window. */
    public int longRun(CallFilter filter, int window) {
        return (runOfFilter[filter.ordinal()] * windows + window) * longStride;
    }

    /** The index of an aggregate in the array of its type. */
    public int slot(Aggregate aggregate) {
        return slot(aggregate.function(), aggregate.filter(), aggregate.window(), aggregate.copy());
    }

    /** The index, in the array of its type, of a function that the schema stores. */
    public int slot(Function function, CallFilter filter, int window, int copy) {
        int start = function.isLong()
                ? longRun(filter, window) + longStarts[function.ordinal() - FIRST_LONG]
                : intRun(filter, window) + intStarts[function.ordinal()];
        return start + copy;
    }

    /** Makes all aggregates of a window empty. */
    public void clear(int window, int[] ints, long[] longs) {
        for (int filter = 0; filter < filters; filter++) {
            int run = (filter * windows + window) * intStride;
            Arrays.fill(ints, run, run + intStarts[MIN_DURATION], 0);
            Arrays.fill(ints, run + intStarts[MIN_DURATION], run + intStarts[MAX_DURATION], Function.NO_INT_MIN);
            Arrays.fill(ints, run + intStarts[MAX_DURATION], run + intStride, Function.NO_INT_MAX);
            int longRun = (filter * windows + window) * longStride;
            Arrays.fill(longs, longRun, longRun + longStarts[MIN_COST], 0);
            Arrays.fill(longs, longRun + longStarts[MIN_COST], longRun + longStarts[MAX_COST], Function.NO_LONG_MIN);
            Arrays.fill(
                    longs,
                    longRun + longStarts[MAX_COST],
                    longRun + longStarts[SQUARES_OF_DURATION],
                    Function.NO_LONG_MAX);
            Arrays.fill(longs, longRun + longStarts[SQUARES_OF_DURATION], longRun + longStride, 0);
        }
    }
}
