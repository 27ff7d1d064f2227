package dev.aimonflink.core.aggregate;

import dev.aimonflink.core.kernel.Primitives;
import dev.aimonflink.core.program.Between;
import dev.aimonflink.core.program.Cells;
import dev.aimonflink.core.program.Selection;
import java.util.Arrays;

/**
 * Keeps the greatest or the least argument. A minimum is a maximum of values with all bits flipped, which have the reverse order.
 */
public final class ExtremeStates extends AggregateStates {
    private final Primitives primitives;
    private final Decoder decoder;
    private final int flip;
    private final boolean isGrouped;

    /** Of the rows of each group whose argument is not null; of no meaning without groups. */
    private final CountStates counts;

    /** Whether there is any, without groups. */
    private boolean hasBest;

    /** Flipped if need be. */
    private long[] best = {Long.MIN_VALUE};

    public ExtremeStates(Primitives primitives, CountStates counts, boolean isGrouped, boolean isMax, Decoder decoder) {
        this.primitives = primitives;
        this.isGrouped = isGrouped;
        this.decoder = decoder;
        flip = isMax ? 0 : -1;
        this.counts = counts;
    }

    @Override
    public void reserve(int groups) {
        best = grown(best, groups, Long.MIN_VALUE);
    }

    @Override
    public void take(Input input, GroupIds ids) {
        if (input.argument() == null) {
            return;
        }
        final Selection selection = input.selection();
        final boolean isWide = input.argument().isWide();
        final Cells cells = input.argument().cells();
        if (ids.ids != null) {
            final int[] positions = selection.positions();
            if (isWide) {
                GroupLoops.extreme(cells.longs, cells.at, flip, ids.ids, ids.at, positions, selection.count(), best);
            } else {
                GroupLoops.extreme(cells.ints, cells.at, flip, ids.ids, ids.at, positions, selection.count(), best);
            }
        } else if (selection.count() > 0) {
            final long found = isWide
                    ? GroupLoops.extreme(cells.longs, cells.at, flip, selection.mask(), selection.rows()) ^ flip
                    : primitives.extreme(cells.ints, cells.at, flip, selection.mask(), selection.rows());
            take(input, found);
        }
    }

    /** Takes the rows of a range, and adds their number to the counts, in one loop. Without groups. */
    public void takeWhere(Input input, Between range, long[] count, int rows) {
        final Cells cells = input.argument().cells();
        final Cells tested = range.cells();
        count[0] = 0;
        final int found = primitives.extremeWhere(
                cells.ints, cells.at, flip, tested.ints, tested.at, range.low(), range.high(), count, rows);
        if (count[0] > 0) {
            take(input, found);
        }
    }

    /** Takes the extreme of some rows without groups. */
    private void take(Input input, long found) {
        if (!input.argument().hasEmpty() || found != input.argument().empty()) {
            best[0] = Math.max(best[0], found ^ flip);
            hasBest = true;
        }
    }

    @Override
    public void forget() {
        hasBest = false;
        Arrays.fill(best, Long.MIN_VALUE);
    }

    @Override
    public Object value(int group) {
        final boolean isNull = isGrouped ? counts.count(group) == 0 : !hasBest;
        return isNull ? null : decoder.apply(best[group] ^ flip);
    }
}
