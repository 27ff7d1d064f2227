package dev.aimonflink.core.aggregate;

import dev.aimonflink.core.kernel.Primitives;
import dev.aimonflink.core.program.Cells;
import dev.aimonflink.core.program.Selection;
import dev.aimonflink.core.program.Value;
import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * Keeps the argument of the row whose order is the greatest or the least; among several, the least argument, and null only if it
 * is null in all of them.
 */
public final class ChosenStates extends AggregateStates {
    private final Primitives primitives;
    private final int flip;
    private final Decoder decoder;
    private final Decoder orderDecoder;
    private final LongSupplier leastArgument;

    /** The best order, flipped if need be. */
    private long[] best = {Long.MIN_VALUE};

    private long[] values = new long[1];

    /** 0 without a row, 1 if the value is null, 2 else. */
    private long[] states = new long[1];

    /** @param leastArgument no argument in the present batch is less */
    public ChosenStates(
            Primitives primitives, boolean isMax, Decoder decoder, Decoder orderDecoder, LongSupplier leastArgument) {
        this.primitives = primitives;
        flip = isMax ? 0 : -1;
        this.decoder = decoder;
        this.orderDecoder = orderDecoder;
        this.leastArgument = leastArgument;
    }

    @Override
    public void reserve(int groups) {
        best = grown(best, groups, Long.MIN_VALUE);
        values = grown(values, groups, 0);
        states = grown(states, groups, 0);
    }

    @Override
    public void take(Input input, GroupIds ids) {
        if (input.order() == null) {
            return;
        }
        if (ids.ids == null) {
            takeAll(input);
        } else {
            takeGroups(input, ids);
        }
    }

    /** Without groups, only the rows of a vector's best order can be chosen, and seldom are. */
    private void takeAll(Input input) {
        final Selection selection = input.selection();
        if (selection.count() == 0) {
            return;
        }
        final int[] mask = selection.mask();
        final int rows = selection.rows();
        final Value order = input.order();
        final Cells cells = order.cells();
        final long found = order.isWide()
                ? GroupLoops.extreme(cells.longs, cells.at, flip, mask, rows) ^ flip
                : primitives.extreme(cells.ints, cells.at, flip, mask, rows);
        final boolean isNone = order.hasEmpty() && found == order.empty();
        if (isNone || (found ^ flip) < best[0] || ((found ^ flip) == best[0] && !mayBeLess())) {
            return;
        }
        for (int row = 0; row < rows; row++) {
            if (mask[row] != 0 && cell(order, row) == found) {
                take(input.argument(), row, 0, found ^ flip);
            }
        }
    }

    /** Whether a row of this batch may have a lower argument than the one that is kept. */
    private boolean mayBeLess() {
        return states[0] < 2 || leastArgument.getAsLong() < values[0];
    }

    private void takeGroups(Input input, GroupIds ids) {
        final Selection selection = input.selection();
        final int[] positions = selection.positions();
        final int count = selection.count();
        final Cells orders = input.order().cells();
        final boolean isWide = input.order().isWide();
        for (int k = 0; k < count; k++) {
            final int row = positions[k];
            final int group = ids.ids[ids.at + row];
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
    public void forget() {
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
