package dev.aimonflink.bench.world;

import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.layout.StoredColumn;
import java.util.Arrays;

/** Counts calls the plain way, all of one window: for each subscriber and kind of call the seven functions, in an array each. */
public final class CallTotals {
    private static final int FILTERS = CallFilter.values().length;
    private static final int FUNCTIONS = CallAggregate.values().length;

    private final int subscribers;
    private final long[][] totals = new long[FILTERS * FUNCTIONS][];

    /** @param subscribers ids are less */
    public CallTotals(int subscribers) {
        this.subscribers = subscribers;
        for (CallFilter filter : CallFilter.values()) {
            for (CallAggregate function : CallAggregate.values()) {
                long[] cells = new long[subscribers];
                Arrays.fill(cells, empty(function));
                totals[index(filter, function)] = cells;
            }
        }
    }

    private static long empty(CallAggregate function) {
        return switch (function) {
            case MIN_DURATION -> Integer.MAX_VALUE;
            case MAX_DURATION -> Integer.MIN_VALUE;
            case MIN_COST -> Long.MAX_VALUE;
            case MAX_COST -> Long.MIN_VALUE;
            default -> 0;
        };
    }

    public void add(Event call) {
        add(CallFilter.ALL, call);
        add(call.longDistance() ? CallFilter.LONG_DISTANCE : CallFilter.LOCAL, call);
    }

    public int subscribers() {
        return subscribers;
    }

    private static int index(CallFilter filter, CallAggregate function) {
        return filter.ordinal() * FUNCTIONS + function.ordinal();
    }

    private void add(CallFilter filter, Event call) {
        int id = (int) call.subscriberId();
        long seconds = call.durationSeconds();
        long cents = call.costCents();
        of(filter, CallAggregate.COUNT)[id]++;
        of(filter, CallAggregate.SUM_DURATION)[id] += seconds;
        of(filter, CallAggregate.MIN_DURATION)[id] = Math.min(of(filter, CallAggregate.MIN_DURATION)[id], seconds);
        of(filter, CallAggregate.MAX_DURATION)[id] = Math.max(of(filter, CallAggregate.MAX_DURATION)[id], seconds);
        of(filter, CallAggregate.SUM_COST)[id] += cents;
        of(filter, CallAggregate.MIN_COST)[id] = Math.min(of(filter, CallAggregate.MIN_COST)[id], cents);
        of(filter, CallAggregate.MAX_COST)[id] = Math.max(of(filter, CallAggregate.MAX_COST)[id], cents);
    }

    /** By subscriber. */
    public long[] of(CallFilter filter, CallAggregate function) {
        return totals[index(filter, function)];
    }

    /** By subscriber, the values of a column of the benchmark, whose filters are all there are, in order. */
    public long[] of(StoredColumn column) {
        return of(CallFilter.values()[column.filter()], CallAggregate.of(column));
    }

    /** Which calls an aggregate counts, in the order of the benchmark's models. */
    private enum CallFilter {
        ALL,
        LOCAL,
        LONG_DISTANCE
    }
}
