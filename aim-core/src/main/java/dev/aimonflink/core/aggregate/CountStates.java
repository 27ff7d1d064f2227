package dev.aimonflink.core.aggregate;

import dev.aimonflink.core.kernel.Primitives;
import dev.aimonflink.core.program.Selection;

/** Counts rows. */
public final class CountStates extends AggregateStates {
    private final Primitives primitives;
    private final GroupTotals counts = new GroupTotals();

    public CountStates(Primitives primitives) {
        this.primitives = primitives;
    }

    @Override
    public void reserve(int groups) {
        counts.reserve(groups);
    }

    @Override
    public void take(Input input, GroupIds ids) {
        take(input.selection(), ids);
    }

    /** Adds rows to a group. */
    public void add(int group, long rows) {
        counts.add(group, rows);
    }

    public void take(Selection selection, GroupIds ids) {
        if (ids.ids == null) {
            counts.add(0, selection.count());
        } else if (ids.isFewFor(selection, primitives)) {
            final int[] lanes = selection.lanesOf(ids.ids, ids.at);
            for (int first = 0; first < ids.groups; first += Primitives.GROUPS_AT_ONCE) {
                primitives.countGroups(lanes, 0, first, counts.oneWay(), selection.rows());
            }
        } else {
            counts.addRows(ids.ids, ids.at, selection);
        }
    }

    @Override
    public void forget() {
        counts.clear();
    }

    @Override
    public long count(int group) {
        return counts.total(group);
    }
}
