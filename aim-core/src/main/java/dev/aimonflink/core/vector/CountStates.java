package dev.aimonflink.core.vector;

import dev.aimonflink.core.kernel.Primitives;

/** Counts rows. */
final class CountStates extends AggregateStates {
    private final Primitives primitives;
    private final GroupTotals counts = new GroupTotals();

    CountStates(Primitives primitives) {
        this.primitives = primitives;
    }

    @Override
    void reserve(int groups) {
        counts.reserve(groups);
    }

    @Override
    void take(Input input, GroupIds ids) {
        take(input.selection(), ids);
    }

    /** Adds rows to a group. */
    void add(int group, long rows) {
        counts.add(group, rows);
    }

    void take(Selection selection, GroupIds ids) {
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
    void forget() {
        counts.clear();
    }

    @Override
    public long count(int group) {
        return counts.total(group);
    }
}
