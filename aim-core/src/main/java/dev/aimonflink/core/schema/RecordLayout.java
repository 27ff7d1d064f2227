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
    /**
     * In {@link #intStarts()}: where counts begin, sums, minima and maxima of duration, and where a window's ints end.
     */
    public static final int COUNT = 0;

    public static final int SUM_DURATION = 1;
    public static final int MIN_DURATION = 2;
    public static final int MAX_DURATION = 3;
    public static final int INT_END = 4;

    /**
     * In {@link #longStarts()}: where sums, minima and maxima of cost begin, sums of squares of duration and of cost,
     * and where a window's longs end.
     */
    public static final int SUM_COST = 0;

    public static final int MIN_COST = 1;
    public static final int MAX_COST = 2;
    public static final int SQUARES_OF_DURATION = 3;
    public static final int SQUARES_OF_COST = 4;
    public static final int LONG_END = 5;

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
    private final boolean hasCount;
    private final boolean hasDurations;
    private final boolean hasCosts;
    private final boolean hasSquares;
    private final boolean singleAndPlain;

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
        hasCount = has(Function.COUNT);
        hasDurations = has(Function.SUM_DURATION);
        hasCosts = has(Function.SUM_COST);
        hasSquares = longStarts[LONG_END] > longStarts[SQUARES_OF_DURATION];
        singleAndPlain = intStride == 4 && longStride == 3 && copies == 1 && !hasSquares;
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

    public boolean has(CallFilter filter) {
        return runOfFilter[filter.ordinal()] != NO_RUN;
    }

    public boolean has(Function function) {
        return function.isLong()
                ? longStarts[function.ordinal() - FIRST_LONG] < longStarts[function.ordinal() - FIRST_LONG + 1]
                : intStarts[function.ordinal()] < intStarts[function.ordinal() + 1];
    }

    public boolean hasCount() {
        return hasCount;
    }

    /** Whether there are sums of durations. */
    public boolean hasDurations() {
        return hasDurations;
    }

    /** Whether there are sums of costs. */
    public boolean hasCosts() {
        return hasCosts;
    }

    /** Whether there are sums of squares of either. */
    public boolean hasSquares() {
        return hasSquares;
    }

    /** Whether there is one copy of every function but squares: then a run is four ints and three longs. */
    public boolean isSingleAndPlain() {
        return singleAndPlain;
    }

    /** The first int of a filter's window. */
    public int intRun(CallFilter filter, int window) {
        return (runOfFilter[filter.ordinal()] * windows + window) * intStride;
    }

    /** The first long of a filter's window. */
    public int longRun(CallFilter filter, int window) {
        return (runOfFilter[filter.ordinal()] * windows + window) * longStride;
    }

    /**
     * Where within a filter's window the ints of each function begin, by {@link #COUNT} to {@link #INT_END}. The
     * layout's own array, for reading.
     */
    public int[] intStarts() {
        return intStarts;
    }

    /** The same for the longs, by {@link #SUM_COST} to {@link #LONG_END}. */
    public int[] longStarts() {
        return longStarts;
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
