package dev.aimonflink.core.vector;

import dev.aimonflink.core.kernel.Primitives;

/**
 * Keeps the greatest or the least argument. A minimum is a maximum of values with all bits flipped, which have the reverse order.
 */
final class ExtremeStates extends CallStates {
    private final Primitives primitives;
    private final Decoder decoder;
    private final int flip;
    private final CountStates counts;

    /** Flipped if need be. */
    private long[] best = {Long.MIN_VALUE};

    ExtremeStates(Primitives primitives, CountStates counts, boolean isMax, Decoder decoder) {
        this.primitives = primitives;
        this.decoder = decoder;
        flip = isMax ? 0 : -1;
        this.counts = counts;
    }

    @Override
    void reserve(int groups) {
        best = grown(best, groups, Long.MIN_VALUE);
    }

    @Override
    void take(Input input, GroupIds ids) {
        if (input.argument() == null) {
            return;
        }
        final Selection selection = input.selection();
        final boolean isWide = input.argument().isWide();
        final Cells cells = input.argument().cells();
        if (ids.ids != null) {
            final int[] positions = selection.positions();
            if (isWide) {
                GroupLoops.extreme(
                        cells.longs, cells.at, flip, ids.ids, ids.at, positions, selection.count(), best);
            } else {
                GroupLoops.extreme(cells.ints, cells.at, flip, ids.ids, ids.at, positions, selection.count(), best);
            }
        } else if (selection.count() > 0) {
            final long found = isWide
                    ? GroupLoops.extreme(cells.longs, cells.at, flip, selection.mask(), selection.rows())
                    : primitives.extreme(cells.ints, cells.at, flip, selection.mask(), selection.rows()) ^ flip;
            best[0] = Math.max(best[0], found);
        }
    }

    @Override
    public long count(int group) {
        return counts.count(group);
    }

    @Override
    public Object value(int group) {
        return counts.count(group) == 0 ? null : decoder.apply(best[group] ^ flip);
    }
}
