package dev.aimonflink.core.vector;

import java.util.Arrays;

/**
 * Keeps the argument of the row whose order is the greatest or the least; among several, the least argument, and null only if it
 * is null in all of them.
 */
final class ChosenStates extends AggregateStates {
    private final int flip;
    private final Decoder decoder;
    private final Decoder orderDecoder;

    /** The best order, flipped if need be. */
    private long[] best = {Long.MIN_VALUE};

    private long[] values = new long[1];

    /** 0 without a row, 1 if the value is null, 2 else. */
    private long[] states = new long[1];

    ChosenStates(boolean isMax, Decoder decoder, Decoder orderDecoder) {
        flip = isMax ? 0 : -1;
        this.decoder = decoder;
        this.orderDecoder = orderDecoder;
    }

    @Override
    void reserve(int groups) {
        best = grown(best, groups, Long.MIN_VALUE);
        values = grown(values, groups, 0);
        states = grown(states, groups, 0);
    }

    @Override
    void take(Input input, GroupIds ids) {
        if (input.order() == null) {
            return;
        }
        final Selection selection = input.selection();
        final int[] positions = selection.positions();
        final int count = selection.count();
        final Cells orders = input.order().cells();
        final boolean isWide = input.order().isWide();
        for (int k = 0; k < count; k++) {
            final int row = positions[k];
            final int group = ids.ids == null ? 0 : ids.ids[ids.at + row];
            final long order = (isWide ? orders.longs[orders.at + row] : orders.ints[orders.at + row]) ^ flip;
            // Rarely true, so that the rest of the row is rarely read.
            if (order >= best[group]) {
                take(input.argument(), row, group, order);
            }
        }
    }

    private void take(Value argument, int row, int group, long order) {
        final boolean isNull = argument == null || isNull(argument, row);
        final long value = isNull ? 0 : cell(argument, row);
        if (states[group] == 0 || order > best[group]) {
            best[group] = order;
            values[group] = value;
            states[group] = isNull ? 1 : 2;
        } else if (!isNull && (states[group] == 1 || value < values[group])) {
            values[group] = value;
            states[group] = 2;
        }
    }

    private static boolean isNull(Value argument, int row) {
        return argument.nulls() != null
                ? argument.nulls()[row] != 0
                : argument.hasEmpty() && cell(argument, row) == argument.empty();
    }

    private static long cell(Value argument, int row) {
        final Cells cells = argument.cells();
        return argument.isWide() ? cells.longs[cells.at + row] : cells.ints[cells.at + row];
    }

    @Override
    void forget() {
        Arrays.fill(best, Long.MIN_VALUE);
        Arrays.fill(states, 0);
    }

    @Override
    public Object value(int group) {
        return states[group] < 2 ? null : decoder.apply(values[group]);
    }

    @Override
    public Object order(int group) {
        return states[group] == 0 ? null : orderDecoder.apply(best[group] ^ flip);
    }
}
